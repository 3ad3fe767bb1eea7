"""Making the app: settings, store, areas, headers.

Settings are `KWADO_…` in the environment (`settings.py`); docs/running.md lists them. The database must be
migrated before the first request.
"""

from collections.abc import Mapping
from contextlib import closing, suppress
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from flask import Flask, Request, Response, request
from flask.json.provider import DefaultJSONProvider
from flask_compress import Compress
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from companion.paths import ROOT, find_instance_folder
from companion.store import Store, find_database_url
from companion.web import api, count, filters, home, known_games
from companion.web.games import archive, copies, games, news, piles, players, share
from companion.web.games.rounds import views as rounds
from companion.web.paper import print
from companion.web.photo import photos
from companion.web.photo import piles as photo_piles
from companion.web.reference import deck, learn, own_rules, rules, rulings, search, terms
from companion.web.serving import (
    access,
    addresses,
    assets,
    endpoints,
    error_pages,
    health,
    offline,
    rate_limits,
    request_log,
    secret_key,
    security,
    unchanged,
)
from companion.web.serving.settings import read_settings
from companion.web.tables import tables

AREAS = (
    *(api, archive, copies, count, deck, games, health, home, learn, news, offline, own_rules),
    *(photo_piles, photos, piles, players, print, rounds, rules, rulings, search, share, tables),
)
# The largest form, players with names of 30 rare characters, has 7 KB; a round has some 150 fields.
FORM_LIMIT = 16 * 1024
FIELD_LIMIT = 300


class InMemory(Request):
    """A request whose files never lie on the disk: photos are not kept, not even for a moment."""

    def _get_file_stream(self, *_: object, **__: object) -> BytesIO:
        return BytesIO()


class TemplateCache(FileSystemBytecodeCache):
    """Compiled templates as files. Where the disk is full, pages still show."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """The app. These settings override those of the environment."""
    settings = settings or {}
    instance_path = settings.get("INSTANCE_PATH")
    app = Flask(
        "companion.web",
        template_folder=str(ROOT / "templates"),
        static_folder=str(ROOT / "static"),
        instance_path=str(Path(instance_path).resolve() if instance_path else find_instance_folder()),
    )
    app.request_class = InMemory
    # Points with a decimal place, which add up as Decimals, are numbers in JSON.
    cast(DefaultJSONProvider, app.json).default = float
    app.config.update(
        ADDRESS="",
        LOG="none",
        DATABASE_URL=find_database_url({"KWADO_INSTANCE_PATH": app.instance_path}),
        MAX_CONTENT_LENGTH=FORM_LIMIT,
        MAX_FORM_PARTS=FIELD_LIMIT,
        PERMANENT_SESSION_LIFETIME=security.ALMOST_FOREVER,
        PROXIES=0,
        SESSION_COOKIE_NAME="kwado",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        COMPRESS_MIMETYPES=[
            "text/html",
            "text/css",
            "text/javascript",
            "application/json",
            "image/svg+xml",
            "application/manifest+json",
        ],
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=5,
        COMPRESS_LEVEL=8,
        # An evening is longer than an hour; an expired form would lose what was typed.
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.config.update(read_settings())
    app.config.update(settings)
    app.debug = False
    Path(app.instance_path).mkdir(mode=0o700, parents=True, exist_ok=True)
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or secret_key.keep(Path(app.instance_path))
    app.extensions["kwado-store"] = Store(app.config["DATABASE_URL"])
    unchanged.init_app(app)
    app.wsgi_app = rate_limits.trust_proxies(app.wsgi_app, app.config["PROXIES"])  # type: ignore[method-assign]
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    # Compiling templates at every start costs 3 MB per process and slows its first pages.
    compiled = Path(app.instance_path) / "templates"
    with suppress(OSError):
        compiled.mkdir(mode=0o700, exist_ok=True)
        app.jinja_env.bytecode_cache = TemplateCache(str(compiled))
    for part in (
        addresses,
        request_log,
        security,
        assets,
        filters,
        access,
        known_games,
        terms,
        error_pages,
    ):
        part.init_app(app)
    app.url_value_preprocessor(endpoints.allow_files)
    Compress(app)
    app.after_request(read_whole)
    for area in AREAS:
        app.register_blueprint(area.blueprint)
    rate_limits.init_app(app)
    return app


def read_whole(response: Response) -> Response:
    """A file of `static/` in memory, as small as it gets: Flask-Compress leaves a streamed one as it is."""
    if request.endpoint == "static" and response.status_code == 200 and response.is_streamed:
        with closing(cast(Any, response.response)) as file:
            response.direct_passthrough = False
            response.set_data(b"".join(file))
        return assets.pack(response)
    return response
