"""Looking something up."""

from companion.web.search.views import blueprint

__all__ = ["blueprint"]
