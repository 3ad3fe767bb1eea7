"""Plays a game on a disk of its own, and asks for every page without room, without writes, without folder.

`unshare -rm python -m tests.web.read_on_disk FOLDER` prints as JSON, for each of these the status of each
address and the answer to a save. The disk is a tmpfs in a mount namespace: it goes with the process.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.store import migrate
from companion.web.app import create_app
from tests.store.tables import SHARE
from tests.web.conftest import MANY, close
from tests.web.table import Table, by_points, read_fields, read_summary

IDS = {
    "<int:number>": "1", "<ruling_id>": "gaji-what", "<rule_set_id>": "kwado-1985", "<yaku_id>": "dragon",
    "<card_id>": "pine-crane", "<game_id>": "kwado", "<path:filename>": "css/base.css",
    "<name>": "entry", "<letters>": "ABCDEF",
}  # fmt: skip


def list_get_paths(app: Flask, game: str, view: str) -> list[str]:
    """Every address that can be read, with this game's links.

    Of the sheets, the score pad and the record. The record is seen by one link and printed by the other, for
    each keeps a press busy for seconds; a thorough run sees and prints it by both.
    """
    table = game[3:].partition("~")[0]
    paths = set()
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        for access, link, left_out in (("g", game, ".pdf"), ("v", view, "/print/preview")):
            path = rule.rule.replace("<any(g, v):access>/<token>", link[1:]).replace(
                f"/{access}/<token>", link
            )
            path = path.replace("/t/<token>", f"/t/{table}")
            path = path.replace("<sheet_id>", "game-record" if link in path else "score-pad")
            for name, value in IDS.items():
                path = path.replace(name, value)
            is_for_the_other_link = SHARE < 1 and link in path and path.endswith(left_out)
            if "token" not in path and not is_for_the_other_link:
                paths.add(path)
    return sorted(paths)


def read_all(client: FlaskClient, paths: list[str]) -> dict[str, int]:
    """The status of each address."""
    answers = {}
    for path in paths:
        with client.get(path) as answer:
            answers[path] = answer.status_code
    return answers


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


def fill(folder: Path) -> None:
    """Writes until nothing more has room."""
    with (folder / "fill").open("wb", buffering=0) as file:
        for size in (65_536, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                pass


def tell(client: FlaskClient, paths: list[str], game: str) -> dict[str, Any]:
    """The status of each address, and the answer to a save."""
    answers = read_all(client, paths)
    page = read_fields(client.get(f"{game}/rounds/new").text)
    apart = {name: page.get(name, "") for name in ("key", "seen")}
    fields = {"csrf_token": Table(client).get_token(), **apart, **by_points(120, 120)}
    summary = client.post(f"{game}/rounds/new", data=fields)
    save = client.post(f"{game}/rounds/new", data={**fields, **read_summary(summary.text)})
    return {"answers": answers, "save": [save.status_code, save.text]}


def main(disk: Path) -> None:
    mount("-t", "tmpfs", "-o", "size=24m", "tmpfs", str(disk))
    folder = disk / "instance"
    folder.mkdir()
    settings = {"INSTANCE_PATH": str(folder), **MANY}
    app = create_app(settings)
    migrate(app.config["DATABASE_URL"])
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    paths = list_get_paths(app, game, table.view_link(game))
    told = {}
    for how in ("full", "read-only", "missing"):
        close(app)
        # Started again, as after a night: no template is in memory, and none has been compiled.
        for file in (folder / "templates").iterdir():
            file.unlink()
        if how == "read-only":
            (disk / "fill").unlink()
            mount("-o", "remount,ro", str(disk))
        app = create_app(settings)
        if how == "full":
            assert app.test_client().get(game).status_code == 200
            fill(disk)
        if how == "missing":
            mount("-o", "remount,rw", str(disk))
            shutil.rmtree(folder)
        told[how] = tell(app.test_client(), paths, game)
    close(app)
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
