"""Numbers in addresses: one bound for all of them, the largest number that every database takes.

A larger number in a path is an address that is not there; in a query it counts as not said.
"""

from functools import partial

from flask import Flask
from werkzeug.routing import IntegerConverter

ADDRESS_NUMBER_LIMIT = 2**31 - 1


def init_app(app: Flask) -> None:
    """Bounds each `<int:…>` of a route. Call it before the routes are made."""
    app.url_map.converters["int"] = partial(IntegerConverter, max=ADDRESS_NUMBER_LIMIT)  # type: ignore[assignment]


def address_number(text: str) -> int:
    """For `request.args.get(…, type=address_number)`; raises `ValueError`."""
    number = int(text)
    if not 0 <= number <= ADDRESS_NUMBER_LIMIT:
        raise ValueError(text)
    return number
