"""Bodies that are not forms are refused or shown again, never a 500."""

from flask import Flask

from tests.web.table import Table

BODIES = (
    "5", "true", "null", "[1]", "NaN", '"csrf_token"', '{"csrf_token":5}', '{"csrf_token":[1]}', "{", "",
    '{"player-0":"Ann"}',
)  # fmt: skip
NAMELESS = b"--x\r\nContent-Disposition: form-data\r\n\r\nAnn\r\n--x--\r\n"
NAMELESS_CARDS = (
    b'--x\r\nContent-Disposition: form-data; name="way"\r\n\r\ncards\r\n'
    b'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\nTOKEN\r\n' + NAMELESS
)


def list_post_paths(app: Flask, token: str) -> list[str]:
    """Every address that takes posts, for this game."""
    paths = []
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            path = rule.rule.replace("<token>", token).replace("<int:number>", "1")
            paths.append(path.replace("<ruling_id>", "gaji-what").replace("<int:deck_id>", "1"))
    assert len(paths) >= 14
    return paths


def test_a_body_that_is_no_form_is_no_fault_of_ours(app: Flask) -> None:
    """Each body for a game, some for nobody's."""
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")
    table.record(game, {"way": "points", "points/0": "125", "points/1": "110", "sure/left": "yes"})
    # Who only views has no tokens of forms, which differ each time.
    history = table.view_link(game) + "/history"
    before = app.test_client().get(history).text
    multipart = "multipart/form-data; boundary=x"
    sent = [(NAMELESS, multipart), (b"--x", multipart), (b"", multipart), (b"5", "text/plain")]
    sent += [(b"%00=%ff&=&&==", "application/x-www-form-urlencoded")]
    # With its token only where the cards have faults, so that nothing is changed.
    cards = (NAMELESS_CARDS.replace(b"TOKEN", table.get_token().encode()), multipart)
    json = [(body.encode(), "application/json") for body in BODIES]
    for token, bodies in ((game.rsplit("/", 1)[-1], [*sent, *json]), ("A" * 32, sent)):
        for path in list_post_paths(app, token):
            for body, kind in [*bodies, *[cards] * ("rounds" in path and "remove" not in path)]:
                answer = table.client.post(path, data=body, content_type=kind)
                assert answer.status_code < 500, (path, kind, body[:40])
    assert app.test_client().get(history).text == before
