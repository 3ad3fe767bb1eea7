"""The scripts of a screen are one file that is the same program as its modules."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from flask.testing import FlaskClient

from companion.web.serving.assets import bundle_script, minify_scripts
from tests.web.table import expect_words

TOP_NAME = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


def get_screens(repo: Path) -> list[Path]:
    return sorted((repo / "static" / "js").glob("*/main.js"))


def get_modules(main: Path) -> list[Path]:
    """The modules of a screen's folder, and those of other folders that they import."""
    modules = sorted(main.parent.glob("*.js"))
    for module in modules:
        imported = re.findall(r'^import .* from "(\.\.?/[^"]+)"', module.read_text("utf-8"), re.MULTILINE)
        modules.extend({(module.parent / name).resolve() for name in imported} - set(modules))
    return modules


def test_every_module_is_in_the_bundle_once_and_after_what_it_imports(repo: Path) -> None:
    """No two modules of a screen have one name at the top."""
    for main in get_screens(repo):
        bundle = bundle_script(main)
        found = [
            (name, line.removeprefix("export "))
            for module in get_modules(main)
            for line in module.read_text(encoding="utf-8").splitlines()
            for name in TOP_NAME.findall(line)
        ]
        lines = dict(found)
        assert len(found) == len(lines), main
        assert [line for line in lines.values() if bundle.count(line) != 1] == []
        for module in get_modules(main):
            source = module.read_text(encoding="utf-8")
            own = [bundle.index(lines[name]) for name in TOP_NAME.findall(source)]
            for names in re.findall(r"^import \{([^}]*)\}", source, re.MULTILINE):
                places = [bundle.index(lines[name]) for name in re.findall(r"\w+", names)]
                assert not own or max(places) < min(own), (module, names)
        assert re.findall(r"^import ", bundle, re.MULTILINE) == []


def test_the_bundle_is_the_modules_without_imports_and_exports(tmp_path: Path) -> None:
    main = 'import { one } from "./one.js";\n\nfunction two() {\n  return one + 1;\n}\n'
    for name, text in (("one.js", "export const one = 1;\n"), ("main.js", main)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert bundle_script(tmp_path / "main.js") == "const one = 1;\n\nfunction two() {\n  return one + 1;\n}\n"


def test_a_small_script_does_the_same_and_keeps_what_others_load_by_name() -> None:
    script = (
        "// A note.\nconst greeting = 1;\n"
        "export function say(number, name) {\n"
        "  const words = number ? ` ${`Round ${number}`} was saved` : name;\n"
        "  return words + greeting;\n}\n"
    )
    [small] = minify_scripts(script)
    said = ("export function say(", "const greeting=1", "` ${`Round ${", " was saved`")
    expect_words(small, *said, never=["A note", "number", "words", "\n  "])
    # One that no other script loads has short names at the top, too.
    [alone] = minify_scripts(script.replace("export ", "") + 'document.title = say(0, "Ann");\n')
    expect_words(alone, "document.title=", "Ann", never=["say", "greeting"])


def test_every_top_name_that_a_screen_exports_is_in_what_is_sent(client: FlaskClient, repo: Path) -> None:
    """Other scripts load it late and ask for it by that name."""
    exported = re.compile(r"^export (?:async )?(?:function|const) (\w+)", re.MULTILINE)
    names = [(main, name) for main in get_screens(repo) for name in exported.findall(main.read_text("utf-8"))]
    assert len(names) >= 3
    for main, name in names:
        sent = client.get(f"/{main.parent.name}.js").text
        assert re.search(rf"export ?(?:async )?(?:function|const) {name}\b", sent), (main, name)


@pytest.mark.parametrize(("encoding", "unpack"), [("gzip", gzip.decompress), ("br", brotli.decompress)])
@pytest.mark.parametrize("path", ["/entry.js", "/style.css", "/static/cards/deck-korean.svg"])
def test_a_bundle_is_sent_packed_and_is_the_plain_one(
    client: FlaskClient, path: str, encoding: str, unpack: Callable[[bytes], bytes]
) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    packed = client.get(path, headers={"Accept-Encoding": encoding})
    assert (packed.headers["Content-Encoding"], unpack(packed.data)) == (encoding, plain.data)
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert b"/*" not in plain.data


def test_a_phone_keeps_a_script_that_it_asked_for_by_its_hash(client: FlaskClient) -> None:
    plain = client.get("/entry.js")
    assert (plain.mimetype, plain.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    address = re.findall(r'"(/\w+\.js\?v=[0-9a-f]{12})"', client.get("/games/new").text)[0]
    assert "immutable" in client.get(address).headers["Cache-Control"]
    # Else somebody could fill a shared cache with it for the address of another version.
    for version in ("0123456789ab", "", "x"):
        assert client.get(f"/entry.js?v={version}").headers["Cache-Control"] == "no-cache"
    for name in ("nowhere.js", "main.js", "..%2Fentry.js", "other.woff2"):
        assert client.get(f"/{name}").status_code == 404, name
