"""The pages and the score API.

A module per area, `rounds` a package. A view, its endpoint, its template and its test file share one name.
The areas are listed in `app.py`.
"""
