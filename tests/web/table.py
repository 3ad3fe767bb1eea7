"""Playing through plain form posts, as a phone without scripts does."""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.cards import POINT_CARDS, CardSet, get_suit, get_suit_cards

MONTH_SUITS = ("iris", "maple", "willow")
BLOCKS = (
    "caption|dd|details|div|dl|dt|fieldset|figure|form|h[1-4]|header|input type=.hidden.|legend|li|main|nav|"
    "ol|option|p|script|section|select|summary|table|tbody|td|tfoot|th|thead|tr|ul"
)


def drop_layout(html: str) -> str:
    """The page without white space that no browser shows: next to blocks, inside links and buttons."""
    # A text area shows every line.
    html = re.sub(
        r"(<textarea.*?</textarea>)|[ \n]+(>?)",
        lambda found: found[1] or found[2] or " ",
        html,
        flags=re.DOTALL,
    )
    html = re.sub(rf" ?(</?(?:{BLOCKS})(?=[ >])[^>]*>) ?", r"\1", html)
    return re.sub(r"(<(?:a|button|label)(?=[ >])[^>]*>) | (?=</(?:a|button|label)>)", r"\1", html)


def drop_languages(html: str) -> str:
    """The page where what stands in other letters is one text with what is around it."""
    return re.sub(r"<bdi lang[^>]*>([^<]*)</bdi>", r"\1", html)


def drop_terms(html: str) -> str:
    """The page with each term as its word, without the button and its letters, and what that would open."""
    html = re.sub(r'<span class="term__says".*?</span></span></span>', "", html, flags=re.S)
    html = re.sub(r'<button class="term"[^>]*>([^<]*?)(?: <bdi[^>]*>[^<]*</bdi>)?</button>', r"\1", html)
    html = drop_languages(html)
    return re.sub(r'<span class="nowrap">([^<]*[.,;:!?)])</span>', r"\1", html)


class Table:
    """A phone and the games that it keeps."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        # A form stays open on the phone for the whole evening.
        self.token = ""

    def get(self, path: str, status: int = 200) -> str:
        response = self.client.get(path)
        assert response.status_code == status, (path, response.status_code, read_faults(response.text))
        return drop_terms(response.text)

    def get_token(self) -> str:
        found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', self.get("/games/new"))
        assert found
        return found[1]

    def post(self, path: str, fields: Mapping[str, Any], status: int = 302) -> TestResponse:
        self.token = self.token or self.get_token()
        response = self.client.post(path, data={"csrf_token": self.token, **fields})
        assert response.status_code == status, (path, response.status_code, read_faults(response.text))
        return response

    def start(self, *names: str, **fields: Any) -> str:
        """The address of a new game."""
        players = {f"player-{seat}": name for seat, name in enumerate(names)}
        typed = {name_field(key): value for key, value in fields.items()}
        return urlsplit(self.post("/games/new", {"table": "new", **players, **typed}).location).path

    def record(self, game: str, fields: Mapping[str, Any], status: int = 302) -> TestResponse:
        shown = read_fields(self.get(f"{game}/rounds/new"))
        apart = {name: shown[name] for name in ("key", "seen")}
        return self.save(f"{game}/rounds/new", {**apart, **fields}, status)

    def correct(self, game: str, number: int, fields: Mapping[str, Any], status: int = 302) -> TestResponse:
        shown = self.get(f"{game}/rounds/{number}")
        return self.save(
            f"{game}/rounds/{number}", {NOBODYS_DRAGON: "yes", **read_fields(shown), **dict(fields)}, status
        )

    def save(self, path: str, fields: Mapping[str, Any], status: int = 302) -> TestResponse:
        """Send a round, and press Save on the summary where there is one."""
        self.token = self.token or self.get_token()
        first = self.client.post(path, data={"csrf_token": self.token, **fields})
        shown = read_summary(first.text)
        if not shown or status != 302:
            assert first.status_code == status, (path, first.status_code, read_faults(first.text))
            return first
        return self.post(path, shown, status)

    def press(self, game: str, button: str) -> TestResponse:
        """Undo or redo, by the button on the page."""
        seen = re.search(
            rf'action="{re.escape(game)}/{button}">.*?name="seen" value="([\d-]+)"', self.get(game)
        )
        assert seen, f"there is no {button} to press"
        return self.post(f"{game}/{button}", {"seen": seen[1]})

    def totals(self, game: str) -> list[int]:
        return read_totals(self.get(game))

    def rematch(self, game: str) -> str:
        """The next game of the table, with what its form offers."""
        answer = self.post(f"{game}/again", read_fields(self.get(f"{game}/again")))
        return urlsplit(answer.location).path

    def view_link(self, game: str) -> str:
        found = re.search(r'id="view-link" value="[^"]*?(/v/[^"]+)"', self.get(f"{game}/share"))
        assert found
        return found[1]


def to_table(game: str, part: str = "") -> str:
    """The address of the table of a game, or of a page below it."""
    return re.sub(r"^/[gv]/([^~]*).*", rf"/t/\1{part}", game)


def expect_words(text: str, *said: str, never: Sequence[str] = ()) -> None:
    """Fails with all that the text lacks of what it is to say, and all that it is not to say and does."""
    lacks = [words for words in said if words not in text]
    says = [words for words in never if words in text]
    assert lacks == says == [], f"the text lacks {lacks} and says {says}"


def read_totals(text: str) -> list[int]:
    """The totals by seat; those of a finished game stand in the order of their places."""
    found = re.findall(r'total__number" data-side="(\d)"[^>]*>\s*(\u2212?[0-9]+)', text)
    return [int(total.replace("\u2212", "-")) for _, total in sorted(found)]


def read_notices(text: str) -> str:
    return unescape(" ".join(re.findall(r'<p class="notice[^"]*"[^>]*>(.*?)</p>', text, re.DOTALL)))


def name_field(key: str) -> str:
    """The field of New game that a keyword stands for: `option_gaji` is “options/gaji”."""
    return key.replace("option_", "options/").replace("_", "-")


def read_faults(text: str) -> list[str]:
    return [unescape(found) for found in re.findall(r'field__fault"(?![^>]* hidden)[^>]*>([^<]*)<', text)]


def read_summary(text: str) -> dict[str, Any]:
    """The fields of the summary of a round; nothing where the page is another."""
    return read_fields(text) if "<h1>Check round" in text else {}


def read_fields(text: str) -> dict[str, Any]:
    """What the fields of a round's form hold, as a browser would send them."""
    fields: dict[str, Any] = {}
    for tag in re.findall(r"<input [^>]*>", text.partition("<main")[2] or text):
        values = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        name = values.get("name")
        if (
            not name
            or name == "csrf_token"
            or (values.get("type") in ("radio", "checkbox") and " checked" not in tag)
        ):
            continue
        fields.setdefault(name, []).append(unescape(values.get("value", "")))
    for name, options in re.findall(r'<select [^>]*name="([^"]+)"[^>]*>(.*?)</select>', text, re.DOTALL):
        chosen = re.search(r'<option(?= [^>]*\bselected)[^>]* value="([^"]*)"', options)
        fields[name] = [chosen[1] if chosen else ""]
    for name, words in re.findall(r'<textarea [^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', text, re.DOTALL):
        fields[name] = [unescape(words)]
    return fields


# Nobody noted who had the phoenix.
NOBODYS_DRAGON = "sure/holder/dragon"


def by_points(*points: int, **yaku: Sequence[str]) -> dict[str, Any]:
    """A round by card points; `yaku_0` are those of the first side. Nobody has the Dragon but by them."""
    typed: dict[str, Any] = {"way": "points", NOBODYS_DRAGON: "yes"}
    typed |= {f"points/{side}": str(value) for side, value in enumerate(points)}
    return typed | {key.replace("_", "/"): list(value) for key, value in yaku.items()}


def by_cards(
    piles: Mapping[str, Iterable[str] | str],
    gaji: Mapping[str, str] | None = None,
    point_cards: CardSet = POINT_CARDS,
) -> dict[str, Any]:
    """The card fields of a document's `captured`, with what is asked about it."""
    names = list(piles)
    listed = [set() if isinstance(pile, str) else set(pile) for pile in piles.values()]
    owners = {card: str(side) for side, pile in enumerate(listed) for card in pile}
    rest = next((str(side) for side, pile in enumerate(piles.values()) if isinstance(pile, str)), "table")
    typed: dict[str, Any] = {"way": "cards", "gaji/by": "nobody"}
    typed |= {f"captured/{card.id}": owners.get(card.id, rest) for card in point_cards}
    for suit in MONTH_SUITS:
        four = set(get_suit_cards(get_suit(suit)).ids)
        typed[f"all_four/{suit}"] = "yes" if any(four <= pile for pile in listed) else "no"
    if gaji:
        typed |= {"gaji/by": str(names.index(gaji["by"])), "gaji/took": gaji["took"]}
    return typed


def read_words(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", drop_languages(text)))


def read_answers(text: str, names: list[str]) -> dict[str, list[str]]:
    """The lists of a comparison: by question, the answer of each game in this order."""

    def read(html: str) -> str:
        return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())

    found = {}
    for question, answers in re.findall(r'asked__what">(.*?)</h3>.*?<dl[^>]*>(.*?)</dl>', text, re.S):
        given: dict[str, str] = {}
        for who, answer in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", answers, re.S):
            alike = names if read(who) == "all" else [name for name in names if name in read(who)]
            given |= dict.fromkeys(alike, read(answer))
        found[read(question)] = [given[name] for name in names]
    return found
