"""Imports go down only, every library has its home, and scripts import only their own kind.

    paths → errors → cards → rules → reference | store → web | printing | cli
                       cards → photo → web | cli      rules → chart → web | printing

No module knows a game by name: what is special about one is in its rule set.

Read from the syntax tree, so that an import inside a function or for a type counts like any other.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.reference import GAMES
from companion.rules import RULE_SET_IDS, get_rule_set
from companion.web import app

# What each layer may import.
MAY_IMPORT = {
    "paths": set[str](),
    "errors": {"paths"},
    "child_process": {"errors"},
    "cards": {"paths", "errors"},
    "rules": {"paths", "errors", "cards"},
    "chart": {"rules"},
    "photo": {"errors", "child_process", "cards"},
    "reference": {"paths", "errors", "cards", "rules"},
    "store": {"paths", "errors", "cards", "rules"},
    "printing": {"paths", "errors", "chart", "child_process", "cards", "rules", "reference", "store"},
    "web": {
        "paths",
        "errors",
        "chart",
        "child_process",
        "cards",
        "photo",
        "rules",
        "reference",
        "store",
        "printing",
    },
    "cli": {"paths", "errors", "cards", "photo", "rules", "reference", "store", "printing", "web"},
    "__main__": {"cli"},
}

# The layers that may import each library. A new library needs a row here and a line in docs/decisions.
HOMES = {
    "PIL": {"printing", "photo"},
    "alembic": {"store"},
    "cv2": {"photo"},
    "pi_heif": {"photo"},
    "click": {"cli", "web"},
    "brotli": {"web"},
    "flask": {"web"},
    "flask_compress": {"web"},
    "flask_limiter": {"web"},
    "flask_wtf": {"web"},
    "itsdangerous": {"web"},
    "rapidfuzz": {"reference"},
    "zopfli": {"web"},
    "font_source_serif_pro": {"web"},
    "fontTools": {"printing", "web"},
    "jinja2": {"web", "printing"},
    "markdown_it": {"reference"},
    "minify": {"web"},
    "markupsafe": {"web", "printing", "reference"},
    "numpy": {"photo"},
    "noto_cjk_sans_jp_bold": {"printing"},
    "noto_cjk_sans_jp_regular": {"printing"},
    "psycopg": {"store"},
    "pikepdf": {"printing"},
    "platformdirs": {"paths"},
    "pypdfium2": {"printing"},
    "cryptography": {"cli"},
    "segno": {"web", "printing", "cli"},
    "sqlalchemy": {"store"},
    "sqlmodel": {"store"},
    "granian": {"cli"},
    "weasyprint": {"printing"},
    "werkzeug": {"web", "cli"},
    "wtforms": {"web"},
}

# The rooms of `rules`, the lowest first.
ROOMS = ("text", "figures", "records", "entries", "scoring", "words", "form", "documents")

# Alembic loads migrations by path; they belong to the store.
COMPANION = Path(__file__).parent.parent / "companion"
MODULES = sorted(COMPANION.rglob("*.py"))
# The areas of `web`. What two of them need is a module of `web`.
AREAS = {area.__name__.removeprefix("companion.web.") for area in app.AREAS}


def layer_of(module: str) -> str:
    """Return the layer of a dotted name: that of `companion.rules.records.yaku` is `rules`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def area_of(module: str) -> str:
    """Return the area of `web` of a dotted name, or an empty text."""
    name = module.removeprefix("companion.web.")
    return next((area for area in AREAS if f"{name}.".startswith(f"{area}.")), "")


def room_of(module: str) -> str:
    """Return the room of `rules` of a dotted name; `companion.rules` itself is in none."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["companion", "rules"] and parts[2:] else ""


def imported_names(module: str, source: str, is_package: bool) -> Iterator[str]:
    """Yield the full dotted name of everything that a module's source imports."""
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=base, names=names, level=level):
                parents = package.split(".")
                above = ".".join(parents[: len(parents) - level + 1]) if level else ""
                origin = ".".join(part for part in (above, base) if part)
                if origin == "companion" or origin.startswith("companion.web"):
                    yield from (f"{origin}.{name.name}" for name in names)
                else:
                    yield origin
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module"), args=[ast.Constant(value=str(name)), *_]
            ):
                yield name
            case ast.Call(func=ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(name)), *_]):
                yield name


def import_faults(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Return a sentence for each import that is not allowed."""
    layer = layer_of(module)
    if layer == "":
        return [f"{module} imports {name}" for name in imported_names(module, source, is_package)]
    if layer not in MAY_IMPORT:
        return [f"{module} lies in no layer"]
    faults = []
    for name in imported_names(module, source, is_package):
        top = name.partition(".")[0]
        if top == "companion":
            other = layer_of(name)
            # `from companion import __version__` reaches no layer.
            if other not in {layer, "", "__version__"} and other not in MAY_IMPORT[layer]:
                faults.append(f"{module} imports {name}, but {layer} may not import {other}")
        elif top not in sys.stdlib_module_names and layer not in HOMES.get(top, set()):
            home = " and ".join(sorted(HOMES[top])) if top in HOMES else "no layer yet"
            faults.append(f"{module} imports {name}, which lives in {home}")
        # The app is made of the areas.
        if layer == "web" and area_of(name) not in {"", area_of(module)} and module != "companion.web.app":
            faults.append(f"{module} imports {name}, but areas share plain modules of web only")
        # So are the rooms of `rules`: each imports only those before it.
        rooms = [room_of(module), room_of(name)]
        if all(rooms) and ROOMS.index(rooms[1]) > ROOMS.index(rooms[0]):
            faults.append(f"{module} imports {name}, but {rooms[0]} lies below {rooms[1]}")
    return faults


def module_name(path: Path, repo: Path) -> str:
    parts = path.relative_to(repo).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_every_module_lies_in_a_layer_and_imports_only_what_lies_below_it(repo: Path) -> None:
    assert MODULES
    faults = []
    for path in MODULES:
        is_package = path.name == "__init__.py"
        faults += import_faults(module_name(path, repo), path.read_text("utf-8"), is_package=is_package)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("layer", ["errors", "cards", "rules"])
def test_the_cards_and_the_rules_need_the_standard_library_only(layer: str) -> None:
    assert [library for library, homes in HOMES.items() if layer in homes] == []


@pytest.mark.parametrize(
    ("module", "line", "fault"),
    [
        ("companion.cards.deck", "import companion.rules", "cards may not import rules"),
        ("companion.cards.deck", "from companion import rules", "cards may not import rules"),
        ("companion.cards.deck", "from ..rules import yaku", "cards may not import rules"),
        ("companion.errors", "from companion.cards import DECK", "errors may not import cards"),
        ("companion.rules.records.yaku", "from companion.store.links import x", "rules may not import store"),
        ("companion.rules.records.yaku", "import pandas", "lives in no layer yet"),
        ("companion.rules.records.yaku", "import flask", "lives in web"),
        (
            "companion.rules.text.names",
            "from companion.rules.records.yaku import x",
            "text lies below records",
        ),
        ("companion.rules.records.yaku", "def late():\n    import sqlmodel", "lives in store"),
        ("companion.reference.rulings", "from companion.store import x", "reference may not import store"),
        ("companion.store.games", "from companion.reference import x", "store may not import reference"),
        ("companion.store.games", "from companion.web import x", "store may not import web"),
        ("companion.web.games.games", "from sqlalchemy.orm import Session", "lives in store"),
        ("companion.web.games.games", "import weasyprint", "lives in printing"),
        ("companion.web.games.games", "from companion.cli import main", "web may not import cli"),
        ("companion.web.games.share", "from companion.web.games.games import press", "areas share plain"),
        ("companion.web.games.share", "from companion.web.games import games", "areas share plain"),
        ("companion.web.games.share", "from .games import press", "areas share plain"),
        ("companion.web.serving.access", "from companion.web.games.games import press", "areas share plain"),
        ("companion.printing.score_pad", "from companion.web import x", "printing may not import web"),
        (
            "companion.printing.score_pad",
            "import importlib\nimportlib.import_module('flask')",
            "lives in web",
        ),
        ("companion.cli.score", "from sqlmodel import Session", "lives in store"),
        ("companion.helpers", "import json", "companion.helpers lies in no layer"),
        ("companion", "import json", "companion imports json"),
    ],
)
def test_an_import_that_breaks_the_order_is_found(module: str, line: str, fault: str) -> None:
    [found] = import_faults(module, line)
    assert fault in found


@pytest.mark.parametrize(
    ("module", "line"),
    [
        (
            "companion.rules.records.yaku",
            "import tomllib\nfrom companion.cards import DECK\nfrom . import gaji",
        ),
        ("companion.store.games", "from sqlmodel import Session\nfrom companion.rules import parse_game"),
        (
            "companion.web.paper.print",
            "from flask import Response\nfrom companion.printing import print_sheet",
        ),
        (
            "companion.web.games.games",
            "from companion.web.games import change_words\nfrom companion.web.games.game_forms import x",
        ),
        (
            "companion.cli.serve",
            "import click\nfrom companion import __version__\nfrom companion.web import app",
        ),
    ],
)
def test_an_import_that_goes_down_is_allowed(module: str, line: str) -> None:
    assert import_faults(module, line) == []


# --- Scripts -------------------------------------------------------------------------------------

# `import … from "x"`, `export … from "x"`, `import "x"` and `import("x")`.
SCRIPT_IMPORT = re.compile(
    r"""\b(?:import|export)\b[\w\s{},*$]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"`]([^'"`]+)['"`]"""
)


def script_import_faults(path: Path, source: str, scripts: Path) -> list[str]:
    """Return a sentence for each import of a script that is not another of our scripts."""
    faults = []
    for from_name, plain_name in SCRIPT_IMPORT.findall(
        re.sub(r"/\*.*?\*/|^\s*//.*$", "", source, flags=re.S | re.M)
    ):
        name = from_name or plain_name
        target = (path.parent / name).resolve()
        if not (name.startswith((".", "/")) and target.is_relative_to(scripts) and target.is_file()):
            faults.append(f"{path.name} imports {name}, which is no script in static/js")
    return faults


def test_scripts_import_only_our_own_scripts(repo: Path) -> None:
    scripts = repo / "static" / "js"
    paths = sorted(scripts.rglob("*.js"))
    assert paths
    assert [
        f for path in paths for f in script_import_faults(path, path.read_text(encoding="utf-8"), scripts)
    ] == []


@pytest.mark.parametrize(
    "line",
    [
        "import confetti from 'confetti';",
        'import {\n  score,\n} from "https://example.org/score.js";',
        "export * from '../css/cards.js';",
        "const late = await import('./nowhere.js');",
        'import "/etc/score.js";',
    ],
)
def test_a_script_that_imports_from_elsewhere_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "near.js").write_text("")
    page = tmp_path / "page.js"
    assert script_import_faults(page, "import { near } from './near.js';\n" + line, tmp_path) != []
    assert (
        script_import_faults(
            page, "import { near } from './near.js';\n// " + line.replace("\n", " "), tmp_path
        )
        == []
    )


def test_no_view_has_the_name_of_a_store_function(repo: Path) -> None:
    from companion import store

    for path in sorted((repo / "companion" / "web").rglob("views.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        views = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list}
        assert views
        assert views & set(store.__all__) == set(), path


# Strings that only look like the name of a game, and what no rule set has yet. Nothing may be added.
NOT_GAMES = {
    # The Japanese name of the cherry.
    ("companion/cards/deck.py", "sakura"),
    # A name of yaku in several games, and the words that name one.
    ("companion/reference/search.py", "sakura"),
    # Facts of the booklet.
    ("companion/printing/deck_guide.py", "kwado"),
    # Cookies, loggers, files and the command.
    ("companion/web/app.py", "kwado"),
    ("companion/cli/server.py", "kwado"),
}


def test_no_module_knows_a_game_by_name(repo: Path) -> None:
    """A docstring is no use of one."""
    names = {*RULE_SET_IDS, *GAMES, *(get_rule_set(each).game for each in RULE_SET_IDS)}
    found = {
        (str(path.relative_to(repo)), node.value)
        for path in repo.glob("companion/**/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert found - NOT_GAMES == set()
    assert NOT_GAMES - found == set()
