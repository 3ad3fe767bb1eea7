"""What the server needs, and whether it has it."""

from companion.web.health.views import blueprint

__all__ = ["blueprint"]
