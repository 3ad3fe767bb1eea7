"""The score API: a document in, its scores out, nothing stored."""

from companion.web.api.views import blueprint

__all__ = ["blueprint"]
