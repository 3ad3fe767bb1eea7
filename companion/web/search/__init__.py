"""Looking something up, on the server and, by the same sums, on the phone."""

from companion.web.search.views import blueprint

__all__ = ["blueprint"]
