"""The pages and the score API.

A folder per area with `views.py` and `forms.py`. A view, its endpoint, its template and its test file share
one name. Every folder here that has a `blueprint` is an area.
"""

from companion.web.app import create_app

__all__ = ["create_app"]
