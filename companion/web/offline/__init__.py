"""What a phone keeps so that the app opens without network."""

from companion.web.offline.views import AUTHORITY, blueprint

__all__ = ["AUTHORITY", "blueprint"]
