"""The address of this server: what share links and QR codes name, and which names of it are believed.

`KWADO_ADDRESS`, as in `https://kwado.example`, says what it is. Without it each visitor's own way here is
taken, as far as nobody else can own that name: this machine, an address of its network, a `.local` name.
Whoever asks by another name is refused, so that no page and no code leads to a stranger's server.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request, url_for

from companion.errors import NotUnderstood

# The networks of houses, of one machine, and of machines that nobody gave an address.
OF_THE_HOUSE = tuple(
    ipaddress.ip_network(network)
    for network in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8",
        "fc00::/7", "fe80::/10", "::1/128",
    )
)  # fmt: skip
HOST = re.compile(
    r"(?P<name>[a-z0-9][a-z0-9.-]{0,252}|\[[0-9a-f:.]{2,45}\])(?::(?P<port>[0-9]{1,5}))?", re.ASCII
)


NOT_BY_THIS_NAME = (
    "This server does not answer by this name. Whoever runs it can give it one: KWADO_ADDRESS is the address"
    " that players open.\n"
)


def make_address(endpoint: str, **values: Any) -> str:
    """The whole address of a page, for whoever is not here yet."""
    path = url_for(endpoint, **values)
    return f"{current_app.config['ADDRESS'] or request.host_url.rstrip('/')}{path}"


def is_ours(host: str, address: str) -> bool:
    """Whether a Host header, with or without a port, can only mean this server."""
    found = HOST.fullmatch(host.lower())
    if not found or not 0 < int(found["port"] or 80) < 65536:
        return False
    name = found["name"].strip("[]").rstrip(".")
    return name == urlsplit(address).hostname or is_of_the_house(name)


@lru_cache(maxsize=256)
def is_of_the_house(name: str) -> bool:
    """Whether a name or address is of this machine or of the network around it."""
    if name in ("localhost", socket.gethostname().lower()):
        return True
    if re.fullmatch(r"[a-z0-9-]{1,63}\.local", name):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return any(address in network for network in OF_THE_HOUSE) or is_of_this_machine(address)


def is_of_this_machine(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether this machine has the address: only then a socket can stand at it."""
    if address.is_unspecified or address.is_multicast:
        return False
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


def refuse_other_names() -> Response | None:
    """Ends the request with 400, in plain text, when it was sent to a name that is not ours."""
    if is_ours(request.host, current_app.config["ADDRESS"]):
        return None
    # No page: with some of these names not even the address of a style sheet can be made.
    return Response(NOT_BY_THIS_NAME, 400, mimetype="text/plain")


def read_address(text: str) -> str:
    """The address without its last slash; raises `NotUnderstood` for what is none."""
    parts = urlsplit(text.strip())
    if not text.strip():
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise NotUnderstood(f"KWADO_ADDRESS is an address such as https://kwado.example, not “{text[:80]}”.")
    return f"{parts.scheme}://{parts.netloc}"


def init_app(app: Flask) -> None:
    """Reads the address of this server, and asks before every request."""
    app.config["ADDRESS"] = read_address(str(app.config["ADDRESS"]))
    app.before_request(refuse_other_names)
