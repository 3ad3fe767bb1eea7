"""The pages of an evening by name: the games behind them, and a phone that opens one.

Used by the tests that look at every page and by the gallery.
"""

import json
from typing import Any, NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page

from companion.store import make_view_token
from tests.web.conftest import find_token
from tests.web.photo_reader import PHOTO
from tests.web.table import by_cards, by_points, read_fields, read_summary

LONG_NAMES = (
    "Maximiliane-Theodora von Hohenstein-Wald",
    "花札の好きな田中さん",
    "김철수",
    "محمد عبد الله",
    "Øystein",
    "Bartholomew",
    "Gil",
)
PAGES = (
    "first visit", "home", "new game", "new game refused", "new game seated", "game", "game begun",
    "game of six", "finished", "looked at", "round", "round of six", "round refused", "round by counts",
    "correction",
    "game of seven", "round of seven", "payments", "house rules of seven",
    "teams", "round of teams", "victories",
    "breakdown", "points beside a round", "round summary", "two versions", "house rules", "history", "share",
    "code", "join", "code refused", "not found",
    "players", "players of teams", "table", "statistics", "copies", "bring in", "went on", "count",
    "delete", "deleted",
    "by points", "round by points", "own rules", "own rules shown",
    "decks", "decks refused", "deck", "deck refused", "linked deck", "photo help", "without network",
    "round with a deck", "photo reviewed", "photo in a race", "photo page", "photo refused",
    "round with goes", "race", "round of a race",
)  # fmt: skip
CARDS = {
    **by_cards({"Ann": ["pine-crane", "plum-warbler", "cherry-curtain"], "Ben": "rest"}),
    "captured/maple-ribbon": "table",
}
RACE = {
    "way": "cards",
    "winner": "0",
    "calls/0": "1",
    "chaff/0": "8",
    **{
        f"captured/{card}": "0"
        for card in ("pine-crane", "susuki-moon", "paulownia-phoenix", "cherry-curtain", "chrysanthemum-cup")
    },
}


OWN_RULES = {
    "name": "Friday",
    "yaku": {
        "moon-viewing": {"unless": ["willow-rain-man"]},
        "birds-by-the-bridge": {
            "name": "Birds by the bridge",
            "points": 3,
            "all_of": ["iris-bridge"],
            "at_least": {"n": 3, "of": ["plum-warbler", "wisteria-cuckoo", "susuki-geese"]},
            "extra": {"points": 1, "of": ["plum-warbler", "wisteria-cuckoo", "susuki-geese"]},
        },
    },
}


# Makes the form one that sends a photo by itself: <noscript> is no part of a page with scripts.
WITHOUT_SCRIPTS = """(form) => {
  form.insertAdjacentHTML("beforeend", '<input type="hidden" name="owner" value="0">'
    + '<input type="file" id="photo-0" name="photo-0">');
  form.action = form.querySelector("[data-photo]").dataset.photo;
  form.enctype = "multipart/form-data";
}"""


class Played(NamedTuple):
    """Games that are kept on the server, and what the phone that played them remembers."""

    begun: str
    game: str
    six: str
    seven: str
    finished: str
    teams: str
    race: str
    evening: str
    deleted: str
    by_points: str
    deck: str
    memory: Any


class Poster:
    """A phone that posts forms of ours."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        self.server = server
        page.goto(f"{server}/games/new")
        self.token = find_token(page.content())

    def post(self, path: str, fields: dict[str, Any]) -> Any:
        typed = {name: value for name, value in fields.items() if value != []}
        body = urlencode({"csrf_token": self.token, **typed}, doseq=True)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.page.request.post(self.server + path, data=body, headers=kind, max_redirects=0)

    def start(self, *names: str, **fields: str) -> str:
        players = {f"player-{seat}": name for seat, name in enumerate(names)}
        answer = self.post("/games/new", {"table": "new", **players, **fields})
        assert answer.status == 302
        return str(answer.headers["location"])

    def teach(self, game: str, name: str) -> str:
        """The address of a new deck of the game's table."""
        sent = {"csrf_token": self.token, "name": name, "photos": PHOTO}
        answer = self.page.request.post(f"{self.server}{game}/decks", multipart=sent, max_redirects=0)
        assert answer.status == 302
        # Its message is for this page.
        self.page.goto(self.server + answer.headers["location"])
        return str(answer.headers["location"])

    def record(self, game: str, fields: dict[str, Any]) -> None:
        path = f"{game}/rounds/new"
        shown = read_fields(self.page.request.get(self.server + path).text())
        answer = self.post(path, {"key": shown["key"][0], "seen": shown["seen"][0], **fields})
        if summary := read_summary(answer.text() if answer.status == 422 else ""):
            answer = self.post(path, summary)
        assert answer.status == 302, answer.text()


class Phone(Poster):
    """A phone that has played a few games, and opens a page by its name."""

    def __init__(self, page: Page, server: str, played: Played) -> None:
        super().__init__(page, server)
        self.played = played
        self.paths = {
            "first visit": "/",
            "home": "/",
            "new game": "/games/new",
            "game": played.game,
            "game begun": played.begun,
            "game of six": played.six,
            "finished": played.finished,
            "round": f"{played.game}/rounds/new",
            "game of seven": played.seven,
            "race": played.race,
            "round of a race": f"{played.race}/rounds/new",
            "round of seven": f"{played.seven}/rounds/new",
            "payments": f"{played.seven}/rounds/2/why",
            "house rules of seven": f"{played.seven}/house-rules",
            "teams": played.teams,
            "round of teams": f"{played.teams}/rounds/new",
            "victories": f"{played.teams}/rounds/2/why",
            "rules of the game": f"{played.seven}/rules",
            "round of six": f"{played.six}/rounds/new",
            "correction": f"{played.game}/rounds/1",
            "breakdown": f"{played.game}/rounds/1/why",
            "points beside a round": f"{played.game}/rounds/1/points",
            "house rules": f"{played.game}/house-rules",
            "history": f"{played.game}/history",
            "share": f"{played.game}/share",
            "looked at": f"/v/{make_view_token(played.game.removeprefix('/g/'))}",
            "join": "/join",
            "not found": "/g/nothing-here",
            "players": f"{played.six}/players",
            "players of teams": f"{played.teams}/players",
            "table": played.evening.replace("/g/", "/t/"),
            "statistics": played.evening.replace("/g/", "/t/") + "/statistics",
            "went on": played.evening,
            "delete": f"{played.game}/delete",
            "copies": f"{played.game}/copies",
            "bring in": "/games/bring-in",
            "count": "/count/kwado-1985?card=pine-crane&card=susuki-moon&card=cherry-curtain",
            "deleted": played.deleted,
            "by points": played.by_points,
            "round by points": f"{played.by_points}/rounds/1",
            "decks": f"{played.begun}/decks",
            "deck": played.deck,
            "photo help": "/photo-help",
            "without network": "/without-network",
            "round with a deck": f"{played.begun}/rounds/new",
            "own rules": "/rules/koikoi-modern/ours",
            "own rules shown": f"{played.race}/ours?{urlencode({'own': json.dumps(OWN_RULES)})}",
        }

    def show(self, name: str) -> None:
        page = self.page
        if name == "first visit":
            known = page.context.cookies()
            page.context.clear_cookies()
            page.goto(self.server)
            page.context.add_cookies(known)  # type: ignore[arg-type]
        elif name in self.paths:
            page.goto(self.server + self.paths[name])
        elif name == "linked deck":
            page.goto(self.server + self.played.deck)
            page.goto(page.locator("#deck-link").input_value())
        elif name == "code":
            page.goto(f"{self.server}{self.played.game}/share")
            page.get_by_role("button", name="No camera? Show a code").first.click()
            page.get_by_role("heading", name="Code to play").wait_for()
        elif name == "code refused":
            page.goto(f"{self.server}/join")
            page.locator("#code").fill("bcd fgh")
            page.get_by_role("button", name="Join").click()
            page.locator(".field__fault").wait_for()
        elif name == "two versions":
            game = self.start("Ann", "Ben", game="kwado-1985", **{"options/gaji": "sakura"})
            self.record(game, CARDS)
            page.goto(f"{self.server}{game}/rounds/1")
            # Another phone is faster.
            version = page.locator('[name="version"]').input_value()
            fields = {"version": version, **by_points(130, 110)}
            assert self.post(f"{game}/rounds/1", fields).status == 302
            page.locator("form[data-round]").evaluate("form => form.submit()")
            page.get_by_role("button", name="Save round 1").click()
            page.get_by_role("heading", name="Saved as round 1").wait_for()
        elif name == "round summary":
            page.goto(f"{self.server}{self.played.game}/rounds/1")
            page.locator("form[data-round]").evaluate("form => form.submit()")
            page.get_by_role("button", name="Save round 1").wait_for()
        elif name in ("decks refused", "deck refused"):
            page.goto(self.server + self.paths[name.removesuffix(" refused")])
            page.locator("main form button").first.click()
            page.locator(".field__fault").first.wait_for()
        elif name in ("photo reviewed", "photo in a race"):
            game = self.played.race if "race" in name else self.played.begun
            page.goto(f"{self.server}{game}/rounds/new")
            page.locator("form[data-ready]").wait_for()
            if "race" in name:
                page.locator('label.end:has([value="0"])').click()
            with page.expect_file_chooser() as chooser:
                page.locator("label:has([data-photo])").click()
            chooser.value.set_files([PHOTO])
            page.locator("[data-panel] .sighting").first.wait_for()
        elif name in ("photo page", "photo refused"):
            page.goto(f"{self.server}{self.played.begun}/rounds/new")
            page.locator("form[data-ready]").wait_for()
            page.locator("form[data-round]").evaluate(WITHOUT_SCRIPTS)
            if name == "photo page":
                page.locator("#photo-0").set_input_files([PHOTO])
            page.locator("form[data-round]").evaluate("form => form.submit()")
            page.locator("main > div > [data-review]").wait_for()
        elif name == "round with goes":
            game = self.start("Ann", "Ben", LONG_NAMES[0], game="go-stop", **{"fields-of": "go-stop"})
            page.goto(f"{self.server}{game}/rounds/new")
            page.locator("form[data-ready]").wait_for()
            page.locator('label.end:has([value="0"])').click()
            # Both losers called go: who was first is asked, too.
            for side in (1, 2):
                page.locator(f'[data-step="calls/{side}"] .call__add').click()
            page.locator("#first_go").wait_for()
        elif name == "round by counts":
            page.goto(f"{self.server}{self.played.six}/rounds/new")
            page.locator("form[data-ready]").wait_for()
            page.locator("[data-more] summary").click()
            page.locator('.ways label:has([value="counts"])').click()
        else:
            page.goto(
                f"{self.server}/games/new"
                if "new game" in name
                else f"{self.server}{self.played.game}/rounds/new"
            )
            form = page.locator("main form").first
            if name == "new game seated":
                for seat, player in enumerate(LONG_NAMES[:4]):
                    if seat > 1:
                        page.get_by_role("button", name="Add seat").click()
                    page.locator(f"#player-{seat}").fill(player)
                page.locator('.seats[data-seats="4"]').wait_for()
                page.get_by_label("Two teams").check(force=True)
                return
            if "new game" in name:
                for seat in range(2):
                    page.locator(f"#player-{seat}").fill("Ann")
            form.evaluate("form => form.submit()")
            page.locator("#faults").wait_for()
        if name in (
            "new game",
            "house rules",
            "house rules of seven",
            "share",
            "players",
            "statistics",
            "own rules",
            "bring in",
        ):
            page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")


def play_games(browser: Browser, server: str) -> Played:
    """Play an evening's games on a phone of their own."""
    context = browser.new_context()
    poster = Poster(context.new_page(), server)
    begun = poster.start("Ann", "Ben", **{"options/gaji": "kwado"})
    game = poster.start("Ann", "Ben", **{"options/gaji": "sakura"})
    race = poster.start(LONG_NAMES[0], LONG_NAMES[5], **{"fields-of": "koikoi-modern"}, game="koikoi-modern")
    poster.record(race, RACE)
    six = poster.start(*LONG_NAMES[:6], method="B", target="1000", game="kwado-1985")
    seven = poster.start(
        *LONG_NAMES, game="min-hwatu", **{"fields-of": "min-hwatu", "options/round-up": "player"}
    )
    finished = poster.start(LONG_NAMES[0], LONG_NAMES[5], "Cem", target="50", game="kwado-1985")
    poster.record(game, CARDS)
    for number in range(21):
        points = [40 + 5 * ((number + side) % 6 == 0) - 5 * ((number + side) % 6 == 3) for side in range(6)]
        poster.record(six, by_points(*points))
    for number in range(5):
        poster.record(finished, by_points(100 - 10 * (number % 3), 60 + 10 * (number % 3), 80))
    paid = by_points(0, 20, 40, 40, 40, 40, 60, yaku_0=[], yaku_6=["hongdan"], yaku_5=["cheongdan"])
    for dealer in "34":
        poster.record(seven, {**paid, "dealer": dealer})
    plain = poster.start(
        *LONG_NAMES[:4], game="by-points", **{"fields-of": "by-points", "options/wins": "lowest"}
    )
    poster.record(plain, {"points/0": "12", "points/1": "-25", "points/2": "0", "points/3": "140"})
    rules = {"game": "sakura", "fields-of": "sakura", "options/count": "victories", "options/chu": "yes"}
    teams = poster.start(
        *LONG_NAMES[:4],
        sides="2",
        **{"team-0": "Moon", "team-1": "Wind"},
        length="target",
        target="2",
        **rules,
    )
    for _ in range(2):
        poster.record(teams, by_points(140, 100, yaku_0=[], yaku_1=[]))
    evening = play_evening(poster)
    deleted = poster.start("Ann", "Ben")
    assert poster.post(f"{deleted}/delete", {}).status == 302
    deck = poster.teach(begun, "Nintendo deck of Maximiliane-Theodora")
    poster.teach(race, "One")
    poster.teach(race, "Two")
    memory = context.storage_state()
    context.close()
    return Played(begun, game, six, seven, finished, teams, race, evening, deleted, plain, deck, memory)


def play_evening(poster: Poster) -> str:
    """The first game of a table that has had three, with a player who left."""
    first = poster.start(*LONG_NAMES[:6], game="kwado-1985")
    poster.record(first, by_points(90, 70, 60, 20, 0, 0, yaku_0=["dragon", "sakura-1"], yaku_1=["sakura-8"]))
    staying = [str(seat) for seat in range(5)]
    known = "\n".join(LONG_NAMES[:6] * 2)
    moved = {"part": "players", "known": known, "stays": staying, "join-0": LONG_NAMES[6], "points-0": "10"}
    assert poster.post(f"{first}/players", moved).status == 302
    poster.record(f"{first}~2", by_points(220, 20, 0, 0, 0, 0))
    shown = read_fields(poster.page.request.get(f"{poster.server}{first}~2/again").text())
    assert poster.post(f"{first}~2/again", shown).status == 302
    return first
