"""The scripts of a screen are one file that is the same program as its modules."""

import gzip
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from flask.testing import FlaskClient

from companion.web.assets import bundle_script, minify_scripts

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


def test_no_two_modules_of_a_screen_have_one_name_at_the_top(repo: Path) -> None:
    for main in get_screens(repo):
        names: Counter[str] = Counter()
        for module in get_modules(main):
            names.update(TOP_NAME.findall(module.read_text(encoding="utf-8")))
        assert [name for name, count in names.items() if count > 1] == []


def test_every_module_is_in_the_bundle_once_and_after_what_it_imports(repo: Path) -> None:
    for main in get_screens(repo):
        bundle = bundle_script(main)
        lines = {
            name: line.removeprefix("export ")
            for module in get_modules(main)
            for line in module.read_text(encoding="utf-8").splitlines()
            for name in TOP_NAME.findall(line)
        }
        assert [line for line in lines.values() if bundle.count(line) != 1] == []
        for module in get_modules(main):
            source = module.read_text(encoding="utf-8")
            own = [bundle.index(lines[name]) for name in TOP_NAME.findall(source)]
            for names in re.findall(r"^import \{([^}]*)\}", source, re.MULTILINE):
                assert not own or all(
                    bundle.index(lines[name]) < min(own) for name in re.findall(r"\w+", names)
                )
        assert re.findall(r"^import ", bundle, re.MULTILINE) == []


def test_the_bundle_is_the_modules_without_imports_and_exports(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("export const one = 1;\n", encoding="utf-8")
    (tmp_path / "main.js").write_text(
        'import { one } from "./one.js";\n\nfunction two() {\n  return one + 1;\n}\n', encoding="utf-8"
    )
    assert bundle_script(tmp_path / "main.js") == "const one = 1;\n\nfunction two() {\n  return one + 1;\n}\n"


def test_a_small_script_does_the_same_and_keeps_what_others_load_by_name() -> None:
    script = (
        "// A note.\nconst greeting = 1;\n"
        "export function say(number, name) {\n"
        "  const words = number ? ` ${`Round ${number}`} was saved` : name;\n"
        "  return words + greeting;\n}\n"
    )
    [small] = minify_scripts(script)
    assert "export function say(" in small
    assert "const greeting=1" in small
    assert "` ${`Round ${" in small
    assert " was saved`" in small
    assert not [each for each in ("A note", "number", "words", "\n  ") if each in small]


def test_every_top_name_that_a_screen_exports_is_in_what_is_sent(client: FlaskClient, repo: Path) -> None:
    """Other scripts load it late and ask for it by that name."""
    exported = {
        main: re.findall(
            r"^export (?:async )?(?:function|const) (\w+)", main.read_text("utf-8"), re.MULTILINE
        )
        for main in get_screens(repo)
    }
    assert sum(map(len, exported.values())) >= 3
    for main, names in exported.items():
        sent = client.get(f"/{main.parent.name}.js").text
        for name in names:
            assert re.search(rf"export ?(?:async )?(?:function|const) {name}\b", sent), (main, name)


@pytest.mark.parametrize(("encoding", "unpack"), [("gzip", gzip.decompress), ("br", brotli.decompress)])
@pytest.mark.parametrize("path", ["/entry.js", "/style.css", "/static/cards/deck-korean.svg"])
def test_a_bundle_is_sent_packed_and_is_the_plain_one(
    client: FlaskClient, path: str, encoding: str, unpack: Callable[[bytes], bytes]
) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    packed = client.get(path, headers={"Accept-Encoding": encoding})
    assert packed.headers["Content-Encoding"] == encoding
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert unpack(packed.data) == plain.data
    assert b"/*" not in plain.data


def test_a_phone_keeps_a_script_that_it_asked_for_by_its_hash(client: FlaskClient) -> None:
    plain = client.get("/entry.js")
    assert (plain.mimetype, plain.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    assert "immutable" in client.get("/entry.js?v=0123456789ab").headers["Cache-Control"]


@pytest.mark.parametrize("name", ["nowhere", "main", "..%2Fentry"])
def test_a_script_that_is_not_there_is_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/{name}.js").status_code == 404
