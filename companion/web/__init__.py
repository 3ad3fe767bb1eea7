"""The pages: what a phone at the table shows, and the score API.

A folder per area with `views.py` and `forms.py`; a view, its endpoint, its template and its test file share
one name. Every folder in here is an area, found at start-up by its `blueprint`.
"""

from companion.web.app import create_app

__all__ = ["create_app"]
