"""What every request passes and every answer gets: our own host names, headers, cookies, mended links.

**Address.** `KWADO_ADDRESS`, as in `https://kwado.example`, sets the address for share links and QR codes.
Without it the address is the one that the visitor used, if nobody else can own it: this machine, an address
of the local network, a `.local` name. Other host names are refused, so that no page and no code leads to a
stranger's server. Flask's `TRUSTED_HOSTS`, a list of names, cannot say that: a phone asks for an address
that the router gave.

**Links** may end in a mark of the text around them, a full stop or a bracket: chats and mail take it for a
part of the link. The link itself has letters, digits, `-` and `_` only and a known length, so that what
follows is no part of it.

**Cookies** over https are Secure and their names begin with `__Host-`: a browser then takes them from this
host only, so that no neighbour of its domain can set them. On plain http such a cookie would never come
back.
"""

import ipaddress
import re
import socket
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, redirect, request, session, url_for
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature
from werkzeug.wrappers import Response as BaseResponse

from companion.errors import NotUnderstood
from companion.paths import COMMAND
from companion.store import TOKEN

# Private, loopback and link-local networks.
LOCAL_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8",
        "fc00::/7", "fe80::/10", "::1/128",
    )
)  # fmt: skip

WRONG_HOST = (
    "This server does not know this address as its own. Please open the address that its host gave you, or"
    " ask the host to add this one to the settings.\n"
)


def make_address(endpoint: str, **values: Any) -> str:
    """The full address of a page."""
    path = url_for(endpoint, **values)
    return f"{current_app.config['ADDRESS'] or request.host_url.rstrip('/')}{path}"


def is_encrypted() -> bool:
    """Whether the visitor came over https, as far as a proxy or the address that was set tells."""
    address = urlsplit(current_app.config["ADDRESS"])
    return request.is_secure or (address.scheme == "https" and request.host == address.netloc)


def is_for_this_machine_only() -> bool:
    """Whether no other phone can open the addresses that `make_address` gives."""
    name = urlsplit(current_app.config["ADDRESS"] or request.host_url).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def is_ours(host: str, address: str) -> bool:
    """Whether a host, with or without a port, can only mean this server. Werkzeug checks its characters."""
    name = re.sub(r":[0-9]+$", "", host.lower()).strip("[]").rstrip(".")
    return name == urlsplit(address).hostname or is_local(name)


def is_local(name: str) -> bool:
    """Whether a name or address belongs to this machine or the local network."""
    here = ("localhost", socket.gethostname().lower())
    if name in here or re.fullmatch(r"[a-z0-9-]{1,63}\.local", name):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return any(address in network for network in LOCAL_NETWORKS) or is_this_machine(address)


def is_this_machine(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether this machine has the address: only then can a socket bind to it."""
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
    """Answers 400, in plain text, to a request for another host name."""
    if is_ours(request.host, current_app.config["ADDRESS"]):
        return None
    # Plain text: with some host names no link to a style sheet can be made.
    return Response(WRONG_HOST, 400, mimetype="text/plain")


def refuse_other_sites() -> None:
    """Answers 403 to what a browser says that a page of another site sends, a neighbour of our domain too.

    Old browsers, programs and plain http say nothing: there the token of each form is what keeps it out.
    """
    if request.method == "POST" and request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
        abort(403)


def read_address(text: str) -> str:
    """The address without its last slash; raises `NotUnderstood` for anything else."""
    if not text.strip():
        return ""
    try:
        parts = urlsplit(text.strip())
        is_bare = not (parts.path.strip("/") or parts.query) and parts.port != 0
        if parts.scheme in ("http", "https") and parts.hostname and is_bare:
            return f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        pass
    raise NotUnderstood(f"KWADO_ADDRESS is an address such as https://kwado.example, not “{text[:80]}”.")


# --- Links

# A signed link of a deck ends in 27 letters.
MARKED = re.compile(rf"(/[gvt]/{TOKEN.pattern}|/d/[\w-]+\.[\w-]{{27}})[^A-Za-z0-9]{{1,8}}", re.ASCII)


def drop_marks() -> BaseResponse | None:
    """Leads to the link without the marks behind it."""
    if request.method in ("GET", "HEAD") and (found := MARKED.fullmatch(request.path)):
        return redirect(found[1])
    return None


# --- Headers

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
OF_PAGES = {
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
ONE_YEAR = 365 * 24 * 60 * 60
PRIVATE = ("/g/", "/v/", "/t/", "/d/")
# Never shown as a page of its own, so that what is said of pages would only make it larger.
PARTS_OF_PAGES = ("text/javascript", "text/css")


def add_headers(response: Response) -> Response:
    """Adds the headers. Answers about a game, errors too, are never cached."""
    response.headers["X-Content-Type-Options"] = "nosniff"
    if response.mimetype in PARTS_OF_PAGES:
        return response
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.update(OF_PAGES)
    # Only where an address for https was set: a phone that has seen this takes no other way for a year.
    if current_app.config["ADDRESS"].startswith("https:") and is_encrypted():
        response.headers["Strict-Transport-Security"] = f"max-age={ONE_YEAR}"
    if request.path.startswith(PRIVATE):
        response.headers.update({"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"})
    elif "Cache-Control" not in response.headers:
        # Home lists the games of this phone; going back must show their current state.
        response.headers["Cache-Control"] = "no-store" if request.path in ("/", "/games/new") else "no-cache"
    return response


# --- Cookies

ALMOST_FOREVER = 400 * 24 * 60 * 60


def name_cookie(name: str) -> str:
    """The name of a cookie on this connection."""
    return f"__Host-{name}" if is_encrypted() else name


def keep_on_phone(**words: Any) -> None:
    """Keeps these words in the session of the phone, where they are new."""
    if any(session.get(name) != word for name, word in words.items()):
        session.permanent = True
        session.update(words)


class Sessions(SecureCookieSessionInterface):
    """Flask's session, with what the phone chose last and the games that it knows."""

    def get_cookie_name(self, app: Flask) -> str:
        return name_cookie(super().get_cookie_name(app))

    def get_cookie_secure(self, app: Flask) -> bool:
        return is_encrypted()

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The session, however old: browsers drop cookies themselves.

        Flask's own drops one that was signed by a clock that was ahead, and with it the games of a phone.
        """
        serializer = self.get_signing_serializer(app)
        assert serializer
        try:
            return SecureCookieSession(serializer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return SecureCookieSession()


def init_app(app: Flask) -> None:
    app.config["ADDRESS"] = read_address(str(app.config["ADDRESS"]))
    app.jinja_env.globals["is_for_this_machine_only"] = is_for_this_machine_only
    app.jinja_env.globals["command"] = COMMAND
    app.before_request(refuse_other_names)
    app.before_request(refuse_other_sites)
    app.before_request(drop_marks)
    app.after_request(add_headers)
    app.session_interface = Sessions()
