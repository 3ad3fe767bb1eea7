"""Photos: teaching a deck, reading a pile, what is looked through and given. The reader is a stand-in."""

import io
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Locator, Route, expect
from werkzeug import formparser
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import stream_encode_multipart

from companion.cards import DECK
from companion.child_process import Busy
from companion.photo import MAX_FILE_BYTES, CannotRead, pack_deck, unpack_deck
from companion.rules import get_rule_set
from companion.web.photo.review import choose_alike
from tests.in_thread import serve_in_thread
from tests.photo.hostile_decks import HOSTILE
from tests.web.conftest import MakeApp, close
from tests.web.pages import Poster
from tests.web.phone import EntryScreen, entry_screen
from tests.web.photo_reader import PHOTO, PICTURES, StandIn, see
from tests.web.table import Table, read_fields


def a_file(content: bytes = b"a photo", name: str = "photo.jpg") -> tuple[io.BytesIO, str]:
    return io.BytesIO(content), name


def teach(table: Table, game: str, name: str = "Ann’s deck") -> str:
    """The address of a new deck."""
    answer = table.post(f"{game}/decks", {"name": name, "photos": a_file()})
    return urlsplit(answer.location).path


def test_a_deck_is_taught_by_photos_and_shown_corrected_exported_and_deleted(
    table: Table, reader: StandIn
) -> None:
    game = table.start("Ann", "Ben")
    photos = [a_file(b"one"), a_file(b"two"), a_file(b"three")]
    answer = table.post(f"{game}/decks", {"name": " Ann’s  deck ", "photos": photos})
    assert reader.asked == [("learn", [b"one", b"two", b"three"], "korean")]
    deck = urlsplit(answer.location).path
    page = table.get(deck)
    assert page.count("data:image/jpeg;base64,") == 48
    assert "<h1><bdi>Ann’s deck</bdi></h1>" in page
    assert f'href="{game}/rounds/new">All right: enter a round</a>' in page
    assert f'href="{deck}"' in table.get(f"{game}/decks")
    table.post(deck, {"name": "Ann’s deck", "card": ["pine-chaff-1", "pine-chaff-2"]})
    swapped = unpack_deck(table.client.get(f"{deck}.zip").data)
    assert swapped == PICTURES | {
        "pine-chaff-1": PICTURES["pine-chaff-2"],
        "pine-chaff-2": PICTURES["pine-chaff-1"],
    }
    gone = table.post(f"{deck}/delete", {})
    assert urlsplit(gone.location).path == f"{game}/decks"
    table.get(deck, 404)


def test_a_deck_comes_in_as_a_file_and_is_there_in_later_games_only_at_its_table(
    table: Table, reader: StandIn
) -> None:
    game = table.start("Ann", "Ben")
    answer = table.post(f"{game}/decks", {"name": "Mine", "file": a_file(pack_deck(PICTURES), "deck.zip")})
    assert reader.asked == [("adopt", pack_deck(PICTURES))]
    deck = urlsplit(answer.location).path
    later = table.rematch(game)
    assert "Mine" in table.get(f"{later}/decks")
    other = table.start("Cem", "Dee")
    assert "Mine" not in table.get(f"{other}/decks")
    table.get(deck.replace(game, other), 404)
    table.get(f"{deck.replace(game, other)}.zip", 404)


def faults(answer: Any) -> list[str]:
    return [
        unescape(found) for found in re.findall(r'(?:field__fault|notice--fault)"[^>]*>([^<]*)<', answer.text)
    ]


# What is sent to teach a deck, what the reader then sees, and what is said of it.
UNTAUGHT: list[tuple[dict[str, Any], Exception | None, str]] = [
    ({"name": "Mine"}, None, "Choose a photo first."),
    ({"name": "", "photos": 1}, None, "A name has at least one letter."),
    ({"name": "Mine", "photos": 13}, None, "At most 12 photos at a time, please."),
    (
        {"name": "Mine", "file": 1}, None,
        "This is not a deck saved here. Send the file as “Save the deck as a file” gave it.",
    ),
    (
        {"name": "Mine", "photos": 1}, CannotRead("47 cards are found; 48 are needed."),
        "47 cards are found; 48 are needed.",
    ),
]  # fmt: skip


def test_what_cannot_be_taught_is_said_at_its_field_and_nothing_is_kept(
    table: Table, reader: StandIn
) -> None:
    path = f"{table.start('Ann', 'Ben')}/decks"
    for sent, sees, said in UNTAUGHT:
        reader.sees = sees or reader.sees
        files = {name: [a_file() for _ in range(count)] for name, count in sent.items() if name != "name"}
        refused = table.post(path, {"name": sent["name"], **files}, 422)
        assert faults(refused) == [said]
        assert f'value="{sent["name"]}"' in refused.text
    assert [asked[0] for asked in reader.asked] == ["adopt", "learn"]
    reader.sees = Busy("Other photos are being read.")
    busy = table.post(path, {"name": "Mine", "photos": a_file()}, 503)
    assert busy.headers["Retry-After"] == "5"
    assert "Other photos are being read." in busy.text
    assert "/decks/" not in table.get(path)


@pytest.mark.parametrize("content", [file for file, _ in HOSTILE.values()], ids=HOSTILE)
def test_a_hostile_file_of_a_deck_is_a_refusal(
    table: Table, reader: StandIn, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    """No more of it than a deck may have comes to the reader."""
    game = table.start("Ann", "Ben")
    monkeypatch.setattr(reader, "adopt", refuse_file)
    sent = {"name": "Mine", "file": FileStorage(io.BytesIO(content), "deck.zip")}
    assert send_large(table, f"{game}/decks", sent) == 422


def refuse_file(deck: bytes, visitor: str = "") -> dict[str, bytes]:
    assert len(deck) <= MAX_FILE_BYTES + 1
    raise CannotRead("This is no deck.")


def test_two_months_are_swapped_a_bad_picture_is_taken_anew_and_a_deck_is_renamed(
    table: Table, reader: StandIn
) -> None:
    deck = teach(table, table.start("Ann", "Ben"))
    table.post(deck, {"name": "Mine", "card": ["willow", "paulownia"]})
    assert "Swapped: Willow and Paulownia." in table.get(deck)
    pictures = unpack_deck(table.client.get(f"{deck}.zip").data)
    assert pictures["willow-ribbon"] == PICTURES["paulownia-chaff-2"]
    assert pictures["paulownia-phoenix"] == PICTURES["willow-rain-man"]
    retaken = {"name": "Mine", "do": "retake", "retaken": "pine-crane"}
    assert faults(table.post(deck, retaken, 422)) == ["Choose a photo first."]
    table.post(deck, retaken | {"photo": a_file(b"new")})
    page = table.get(deck)
    assert "New picture: Crane on pine." in page
    assert unpack_deck(table.client.get(f"{deck}.zip").data) == pictures | {"pine-crane": b"new"}
    [rename] = [form for form in page.split("<form") if 'name="do" value="rename"' in form]
    assert read_fields(rename) == {"name": ["Ann’s deck"]}
    table.post(deck, {"name": "Ours", "do": "rename"})
    page = table.get(deck)
    assert "<h1><bdi>Ours</bdi></h1>" in page
    assert "The deck is “Ours” now." in page
    assert unpack_deck(table.client.get(f"{deck}.zip").data) == pictures | {"pine-crane": b"new"}


def test_a_picture_taken_anew_leaves_what_another_phone_swaps_meanwhile(
    table: Table, reader: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = teach(table, table.start("Ann", "Ben"))
    other = Table(table.client.application.test_client())

    def swap_and_learn(photo: bytes, _visitor: str) -> bytes:
        swapped = {"name": "Mine", "card": ["plum-chaff-1", "plum-chaff-2"]}
        with ThreadPoolExecutor(1) as phone:
            phone.submit(other.post, deck, swapped).result()
        return photo

    monkeypatch.setattr(reader, "learn_card", swap_and_learn)
    table.post(deck, {"name": "Mine", "do": "retake", "retaken": "pine-crane", "photo": a_file(b"new")})
    pictures = unpack_deck(table.client.get(f"{deck}.zip").data)
    assert pictures["pine-crane"] == b"new"
    assert pictures["plum-chaff-1"] == PICTURES["plum-chaff-2"]


def press(table: Table, answer: Any, do: str, status: int = 200, **sent: Any) -> Any:
    """What comes after a button of a deck that is not stored yet."""
    action = re.search(r'<form class="stack" method="post" action="([^"]+)"', answer.text)
    assert action
    form = answer.text.partition("data-deck>")[2].partition("</form>")[0]
    assert f'name="do" value="{do}"' in form
    fields = {**read_fields(form), "photo": a_file(b"", ""), "do": do}
    # Of a list where nothing is chosen a browser sends the first.
    if first := re.search(r'<option value="([^"]+)"', form):
        fields["retaken"] = first[1]
    return table.post(action[1], {**fields, **sent}, status)


def test_a_deck_with_a_missing_card_is_stored_once_the_card_has_its_photo(
    table: Table, reader: StandIn
) -> None:
    game = table.start("Ann", "Ben")
    reader.missing = {"paulownia-chaff-2"}
    answer = table.post(f"{game}/decks", {"name": "Mine", "photos": a_file()}, 200)
    assert "Not seen: November, third card. The deck is not stored yet." in answer.text
    assert answer.text.count("<b>Not seen</b>") == 1
    assert ">11. Paulownia</h2>" in answer.text
    assert f"{game}/decks/1" not in table.get(f"{game}/decks")
    reader.sees = CannotRead("No card was found.")
    answer = press(table, answer, "retake", 422, photo=a_file())
    assert faults(answer) == ["No card was found."]
    reader.sees = []
    answer = press(table, answer, "retake", photo=a_file(b"alone"))
    assert "Not seen" not in answer.text
    answer = press(table, answer, "swap", card=["pine-crane", "plum-warbler"])
    # The next two can be ticked.
    assert " checked" not in answer.text
    stored = press(table, answer, "store", 302)
    assert unpack_deck(table.client.get(f"{stored.location}.zip").data) == PICTURES | {
        "paulownia-chaff-2": b"alone",
        "pine-crane": PICTURES["plum-warbler"],
        "plum-warbler": PICTURES["pine-crane"],
    }


# What each of three rows looks like, and the first card of these months.
LOOKS = {"paulownia": "willow", "willow": "pine", "pine": "paulownia"}
FIRST = {"paulownia": "paulownia-phoenix", "willow": "willow-rain-man", "pine": "pine-crane"}


@pytest.mark.parametrize("do", ["sort", "store"])
def test_months_that_look_exchanged_are_asked_about_before_a_deck_is_stored(
    table: Table, reader: StandIn, do: str
) -> None:
    game = table.start("Ann", "Ben")
    reader.looks = LOOKS
    answer = table.post(f"{game}/decks", {"name": "Mine", "photos": a_file()}, 200)
    said = "November looks like December; December looks like January; January looks like November."
    assert said in answer.text
    assert f"{game}/decks/1" not in table.get(f"{game}/decks")
    if do == "sort":
        answer = press(table, answer, "sort")
        assert "looks like" not in answer.text
    answer = press(table, answer, "store", 302)
    pictures = unpack_deck(table.client.get(f"{answer.location}.zip").data)
    for row, look in LOOKS.items():
        place = FIRST[look] if do == "sort" else FIRST[row]
        assert pictures[place] == PICTURES[FIRST[row]]


def test_a_swap_needs_two_cards_and_a_fifth_deck_has_no_room(table: Table, reader: StandIn) -> None:
    game = table.start("Ann", "Ben")
    deck = teach(table, game)
    for cards in (
        [],
        ["pine-crane"],
        ["pine-crane"] * 2,
        ["pine-crane", "x"],
        ["pine-crane", "plum-warbler", "iris-bridge"],
    ):
        refused = table.post(deck, {"name": "Mine", "card": cards}, 422)
        assert len(faults(refused)) == 1
        assert "Tick the two cards, or the two months" in faults(refused)[0]
        assert refused.text.count(" checked") == len({*cards} - {"x"})
    assert table.client.post(f"{deck}/delete").status_code == 302
    table.get(deck)
    for name in ("Two", "Three", "Four"):
        teach(table, game, name)
    page = table.get(f"{game}/decks")
    assert "This table has 4 decks." in page
    assert 'type="file"' not in page


# --- A deck by its link -----------------------------------------------------------------------------


def read_link(table: Table, deck: str) -> str:
    """The address that gives this deck to another table."""
    found = re.search(r'id="deck-link" value="http://[^/]+(/d/[^"]+)"', table.get(deck))
    assert found
    return found[1]


def test_a_deck_comes_to_another_table_by_its_link_with_one_tap(
    app: Flask, table: Table, reader: StandIn
) -> None:
    game = table.start("Ann", "Ben")
    link = read_link(table, teach(table, game))
    phone = Table(app.test_client())
    assert "This phone has no game yet." in phone.get(link)
    others, earlier = phone.start("Cem", "Dee"), phone.start("Eve", "Fay")
    phone.get(table.view_link(game))
    page = phone.get(link)
    assert "<h1><bdi>Ann’s deck</bdi></h1>" in page
    assert page.count("data:image/jpeg;base64,") == 4
    tokens = re.findall(r'<button[^>]* name="game" value="([^"]+)">', page)
    assert [f"/g/{token}" for token in tokens] == [earlier, others]
    assert game.removeprefix("/g/") not in page + link
    headers = phone.client.get(link).headers
    assert (headers["Cache-Control"], headers["X-Robots-Tag"]) == ("no-store", "noindex, nofollow")
    phone.post(link, {"game": tokens[1], "csrf_token": "x"}, 200)
    phone.post(link, {"game": game.removeprefix("/g/")}, 200)
    assert "Ann’s deck" not in phone.get(f"{others}/decks")
    for _ in range(2):
        assert phone.post(link, {"game": tokens[1]}).location == others
    assert "Photos can be read by “Ann’s deck” now." in phone.get(others)
    [copied] = re.findall(rf'href="({others}/decks/\d+)"', phone.get(f"{others}/decks"))
    assert unpack_deck(phone.client.get(f"{copied}.zip").data) == PICTURES


def test_a_link_of_a_deck_says_when_the_deck_is_gone_or_the_table_has_no_room(
    table: Table, reader: StandIn
) -> None:
    game = table.start("Ann", "Ben")
    deck = teach(table, game)
    link = read_link(table, deck)
    other = table.start("Cem", "Dee")
    for name in ("One", "Two", "Three", "Four"):
        reader.pictures = PICTURES | {"pine-crane": name.encode()}
        teach(table, other, name)
    refused = table.post(link, {"game": other.removeprefix("/g/")})
    assert refused.location == f"{other}/decks"
    assert "A table has at most 4 decks. Delete one first." in table.get(refused.location)
    assert table.client.get(f"{link}).").location == link
    assert "This link of a deck is not whole." in table.get(f"{link[:-1]}", 404)
    for name in re.findall(rf'href="{other}/decks/(\d+)"', table.get(f"{other}/decks")):
        table.post(f"{other}/decks/{name}/delete", {})
    table.post(f"{deck}/delete", {})
    # A database may give the number of a deleted deck to the next one.
    assert teach(table, game) == deck
    assert "This deck is gone: its table has deleted it." in table.get(link, 404)


# --- A pile, without scripts ------------------------------------------------------------------------


def send_photo(
    table: Table, round_page: str, typed: Mapping[str, Any], owner: str = "0", status: int = 200
) -> Any:
    """Press the button of a side's photos in the form of a round, with what is typed there."""
    shown = table.get(round_page)
    address = re.search(r'formaction="([^"]+)"', shown)
    assert address
    fields = {**read_fields(shown), **typed, "owner": owner, f"photo-{owner}": a_file()}
    return table.post(unescape(address[1]), fields, status)


def press_give(table: Table, answer: Any, **ticks: Any) -> dict[str, Any]:
    """What the round's form holds after the button of the review."""
    action = re.search(r'<form class="stack review" method="post" action="([^"]+)"', answer.text)
    assert action
    review = answer.text.partition("data-review>")[2].partition("</form>")[0]
    # As a browser sends them: what stands later in the form comes later.
    sent = {**read_fields(review), "show": "cards"}
    for name, value in ticks.items():
        sent[name] = [*sent.get(name, ()), *value]
    return read_fields(table.post(action[1], sent, 200).text)


def test_a_pile_is_looked_through_and_given_and_what_was_typed_stays(table: Table, reader: StandIn) -> None:
    game = table.start("Ann", "Ben")
    teach(table, game)
    reader.sees = [
        see("pine-crane"),
        see("plum-warbler"),
        see("maple-deer"),
        see("pine-chaff-1"),
        see("iris-bridge", "iris-ribbon", confidence=0.5),
    ]
    typed = {"captured/maple-deer": "1", "captured/susuki-moon": "1", "yaku/1": ["dragon"], "way": "cards"}
    answer = send_photo(table, f"{game}/rounds/new", typed)
    assert reader.asked[-1] == ("read", PICTURES, [b"a photo"])
    text = re.sub(r"<[^>]+>", "", answer.text)
    assert "Ben has this card: tap to give it to Ann" in text
    assert "Does a card lie here? Tap it." in text
    assert "98% sure" in text
    assert "5 places, 1 asked. Do 5 cards lie there?" in text
    for words in ("1 bright 20", "2 animals 20", "1 chaff"):
        assert words in text
    assert re.findall(r'name="(captured/[^"]+)" value="0" checked', answer.text) == [
        "captured/pine-crane",
        "captured/plum-warbler",
    ]
    form = press_give(table, answer)
    given = {name: value for name, value in form.items() if name.startswith("captured/")}
    assert given == {
        "captured/pine-crane": ["0"],
        "captured/plum-warbler": ["0"],
        "captured/maple-deer": ["1"],
        "captured/susuki-moon": ["1"],
    }
    assert form["yaku/1"] == ["dragon"]
    # Ben's deer and the doubtful bridge are Ann's.
    form = press_give(table, answer, **{"captured/maple-deer": ["0"], "captured/iris-bridge": ["0"]})
    assert (form["captured/maple-deer"], form["captured/iris-bridge"]) == (["0"], ["0"])


def test_cards_are_shown_in_the_order_of_the_photo_what_is_asked_first(table: Table, reader: StandIn) -> None:
    game = table.start("Ann", "Ben")
    teach(table, game)
    lying = {
        "pine-crane": (200, 30),
        "plum-warbler": (400, 0),
        "maple-deer": (0, 150),
        "clover-boar": (0, 20),
    }
    reader.sees = [
        see(card)._replace(corners=((x, y), (x + 66, y), (x + 66, y + 108), (x, y + 108)))
        for card, (x, y) in lying.items()
    ]
    reader.sees += [see("iris-bridge", "iris-ribbon"), see("peony-ribbon", "maple-ribbon")]
    answer = send_photo(table, f"{game}/rounds/new", {})
    assert "<p>6 places, 2 asked. Do 6 cards lie there?</p>" in answer.text
    shown = re.findall(r'name="captured/([^"]+)" value="0"', answer.text)
    assert shown[4:] == ["clover-boar", "pine-crane", "plum-warbler", "maple-deer"]


def test_a_card_with_which_the_game_is_not_played_is_named_and_not_offered(
    table: Table, reader: StandIn
) -> None:
    game = table.start("Ann", "Ben", game="mushi", fields_of="mushi")
    teach(table, game)
    reader.sees = [see("pine-crane"), see("peony-butterflies"), see("clover-boar", "maple-deer")]
    answer = send_photo(table, f"{game}/rounds/new", {}, "0")
    named = re.findall(r'name="captured/([^"]+)" value="0"', answer.text)
    assert named == ["pine-crane", "maple-deer"]
    assert "Not in the deck of Mushi, so left out: Butterflies on peony." in answer.text
    reader.sees = [see("peony-butterflies"), see("clover-boar", "peony-ribbon")]
    answer = send_photo(table, f"{game}/rounds/new", {}, "0", 422)
    assert faults(answer) == [
        "Not in the deck of Mushi, so left out: Butterflies on peony; "
        "Boar in bush clover or Peony blue ribbon."
    ]


def test_a_card_that_lies_twice_is_said_and_counted_once(table: Table, reader: StandIn) -> None:
    game = table.start("Ann", "Ben")
    teach(table, game)
    reader.sees = [see("pine-crane"), see("plum-ribbon"), see("pine-crane")]
    answer = send_photo(table, f"{game}/rounds/new", {}, "0")
    assert re.findall(r'name="captured/([^"]+)" value="0"', answer.text) == ["pine-crane", "plum-ribbon"]
    assert "Seen twice, as in two decks, and counted once: Crane on pine." in answer.text


PLUM = ("plum-chaff-1", "plum-chaff-2")
YELLOW = ("paulownia-chaff-1", "paulownia-chaff-2")


@pytest.mark.parametrize(
    ("game", "found", "held", "chosen"),
    [
        ("kwado-1985", [PLUM], [], [PLUM[:1]]),
        ("kwado-1985", [PLUM, PLUM], [], [PLUM[:1], PLUM[1:]]),
        ("kwado-1985", [PLUM, PLUM[:1]], [], [PLUM[1:], PLUM[:1]]),
        ("kwado-1985", [PLUM], [PLUM[0]], [PLUM[1:]]),
        # There are only two.
        ("kwado-1985", [PLUM, PLUM, PLUM], [], [PLUM[:1], PLUM[1:], PLUM]),
        ("sakura", [PLUM, YELLOW], [], [PLUM[:1], YELLOW]),
        ("kwado-1985", [("plum-chaff-1", "plum-ribbon")], [], [("plum-chaff-1", "plum-ribbon")]),
    ],
)
def test_which_chaff_of_a_month_it_is_is_asked_only_where_a_rule_names_one(
    game: str, found: list[tuple[str, ...]], held: list[str], chosen: list[tuple[str, ...]]
) -> None:
    answer = choose_alike(get_rule_set(game), [see(*ids) for ids in found], held)
    assert [one.ids for one in answer] == chosen


def test_a_photo_of_a_kept_round_leads_back_to_it(table: Table, reader: StandIn) -> None:
    game = table.start("Ann", "Ben")
    teach(table, game)
    cards = {f"captured/{card.id}": "1" for card in DECK if card.kind.value != "chaff"}
    table.record(
        game,
        {
            "way": "cards",
            "gaji/by": "nobody",
            **cards,
            "sure/nothing/0": "yes",
            **{f"all_four/{suit}": "no" for suit in ("iris", "maple", "willow")},
        },
    )
    reader.sees = [see("pine-crane")]
    answer = send_photo(table, f"{game}/rounds/1", {}, "1")
    assert f'action="{game}/rounds/1"' in answer.text
    assert press_give(table, answer)["version"] == read_fields(table.get(f"{game}/rounds/1"))["version"]


def test_the_chaff_of_koi_koi_is_counted_and_its_month_answered(table: Table, reader: StandIn) -> None:
    """Which of two chaff cards of a month one is, makes no difference."""
    game = table.start("Ann", "Ben", game="koikoi-modern", **{"fields-of": "koikoi-modern"})
    teach(table, game)
    reader.sees = [
        *(
            see(card)
            for card in ("pine-crane", "pine-ribbon", "pine-chaff-1", "pine-chaff-2", "maple-chaff-1")
        ),
        see("plum-chaff-1", "plum-chaff-2", confidence=0.6),
    ]
    answer = send_photo(table, f"{game}/rounds/new", {"winner": "0", "chaff/0": "2"})
    assert read_fields(answer.text.partition("data-review>")[2].partition("</form>")[0])["chaff/0"] == ["4"]
    form = press_give(table, answer)
    assert (form["chaff/0"], form["all_four/pine"], form["winner"]) == (["4"], ["yes"], ["0"])
    assert "6 chaff" not in answer.text
    assert "<span>4 chaff</span>" in answer.text
    # Both chaff cards lie there, whichever is which.
    chaff = ("pine-chaff-1", "pine-chaff-2")
    reader.sees = [see("pine-crane"), see("pine-ribbon"), see(*chaff), see(*chaff)]
    answer = send_photo(table, f"{game}/rounds/new", {"winner": "0"})
    assert press_give(table, answer)["all_four/pine"] == ["yes"]
    # Three of the month: the form asks.
    reader.sees = [see(card) for card in ("pine-crane", "pine-ribbon", "pine-chaff-1")]
    answer = send_photo(table, f"{game}/rounds/new", {"winner": "0"})
    assert "all_four/pine" not in press_give(table, answer)


def test_chaff_that_may_be_none_is_asked_and_not_counted_also_where_the_round_has_no_box_for_it(
    table: Table, reader: StandIn
) -> None:
    reader.sees = [see("pine-crane"), see("plum-chaff-1"), see("pine-chaff-1")._replace(is_card=False)]
    for rules, number in (("koikoi-modern", ["1"]), ("kwado-1985", None)):
        game = table.start("Ann", "Ben", game=rules, **{"fields-of": rules})
        teach(table, game)
        answer = send_photo(table, f"{game}/rounds/new", {"winner": "0"})
        text = re.sub(r"<[^>]+>", "", answer.text)
        assert "3 places, 1 asked. Do 3 cards lie there?" in text
        assert "1. Does a card lie here? Tap it." in text
        assert "<span>1 chaff</span>" in answer.text
        [asked] = re.findall(r"<fieldset>.*?</fieldset>", answer.text, re.DOTALL)
        assert re.findall(r"<span>\s*([^<]*?)\s*<", asked) == ["Pine chaff 1", "No card"]
        assert "checked" not in asked
        assert press_give(table, answer).get("chaff/0") == number


def test_where_hardly_a_place_is_like_the_deck_another_deck_is_asked_about(
    table: Table, reader: StandIn
) -> None:
    game = table.start("Ann", "Ben")
    teach(table, game, "Kwang")
    teach(table, game, "Nintendo")
    ids = ("pine-crane", "plum-warbler", "maple-deer", "cherry-ribbon")
    deck = [id for id, name in re.findall(r'<option value="(\d+)">(\w+)', table.get(f"{game}/rounds/new"))]
    for unlike in (1, 2, 3):
        reader.sees = [see(id)._replace(is_like=n >= unlike) for n, id in enumerate(ids)]
        answer = send_photo(table, f"{game}/rounds/new", {"photo-deck": deck[-1]})
        text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", answer.text))
        assert ("Is this the deck “Kwang”? Hardly a place is like one of its cards." in text) == (unlike == 3)
        assert re.findall(r"data-deck>(\w+)<", answer.text) == ["Nintendo"] * (unlike == 3)


def test_the_one_chaff_card_of_sakura_that_has_points_is_given_and_hana_awase_has_a_number(
    table: Table, reader: StandIn
) -> None:
    game = table.start("Ann", "Ben", game="sakura", **{"fields-of": "sakura"})
    teach(table, game)
    reader.sees = [see("paulownia-chaff-1"), see("paulownia-chaff-2"), see("pine-chaff-1")]
    form = press_give(table, send_photo(table, f"{game}/rounds/new", {"way": "cards"}))
    assert [name for name in form if name.startswith("captured/")] == ["captured/paulownia-chaff-1"]
    game = table.start("Ann", "Ben", "Cem", game="hana-awase", **{"fields-of": "hana-awase"})
    teach(table, game)
    form = press_give(table, send_photo(table, f"{game}/rounds/new", {"way": "cards"}, "2"))
    assert (form["counts/2/chaff"], form["way"]) == (["3"], ["cards"])


def test_where_nothing_can_be_read_the_round_stays_as_it_was(table: Table, reader: StandIn) -> None:
    game = table.start("Ann", "Ben")
    teach(table, game)
    page = f"{game}/rounds/new"
    reader.sees = CannotRead("No card is found in this photo.")
    answer = send_photo(table, page, {"captured/pine-crane": "1"}, status=422)
    assert faults(answer) == ["No card is found in this photo."]
    back = answer.text.rpartition("<form")[2]
    assert read_fields(back)["captured/pine-crane"] == ["1"]
    reader.sees = Busy("Other photos are being read.")
    assert send_photo(table, page, {}, status=503).headers["Retry-After"] == "5"
    reader.sees = []
    assert (
        "deck of this photo is gone" in faults(send_photo(table, page, {"photo-deck": "999"}, status=422))[0]
    )
    assert "deck of this photo is gone" in faults(send_photo(table, page, {}, "7", 422))[0]
    token = send_photo(table, page, {"csrf_token": "x"}, status=422)
    assert "session expired" in faults(token)[0]
    read = [asked for asked in reader.asked if asked[0] == "read"]
    assert len(read) == 2


def send_large(table: Table, path: str, fields: Mapping[str, Any]) -> int:
    """The status of an answer. The client's own way leaves a temporary file open."""
    sent = {"csrf_token": table.token, **fields}
    body, _, boundary = stream_encode_multipart(MultiDict(sent), use_tempfile=False)
    kind = f"multipart/form-data; boundary={boundary}"
    return table.client.post(path, data=body.read(), content_type=kind).status_code


def test_photos_may_be_large_and_other_forms_not(
    table: Table, reader: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of them comes onto the disk."""
    monkeypatch.delattr(formparser, "SpooledTemporaryFile")
    game = table.start("Ann", "Ben")
    teach(table, game)

    def photos(count: int, size: int) -> list[FileStorage]:
        return [FileStorage(io.BytesIO(b"x" * size), "photo.jpg") for _ in range(count)]

    sent = {"name": "Two", "photos": photos(4, 12_000_000)}
    assert send_large(table, f"{game}/decks", sent) == 302
    assert send_large(table, f"{game}/decks", sent | {"photos": photos(3, 20_000_000)}) == 413
    assert send_large(table, f"{game}/players", {"name-0": photos(1, 20_000)}) == 413
    assert len(reader.asked) == 2


def test_without_the_extra_nothing_names_photos(app: Flask, table: Table, reader: StandIn) -> None:
    game = table.start("Ann", "Ben")
    assert "/decks" in table.get(f"{game}/rounds/new")
    deck = teach(table, game)
    app.extensions["photo_reader"] = None
    shown = table.get(f"{game}/rounds/new")
    assert re.findall("(?i)photo", shown.partition("<form")[2].partition("data-words='")[0]) == []
    assert not re.search(r'href="[^"]*(decks|photo)|data-photo|name="photo', shown)
    for path in ("/photo-help", f"{game}/decks", deck, f"{deck}.zip"):
        table.get(path, 404)
    table.post(f"{game}/photo", {}, 404)


def test_who_only_views_reaches_no_deck(table: Table, reader: StandIn) -> None:
    game = table.start("Ann", "Ben")
    deck = teach(table, game)
    view = table.view_link(game)
    for path in ("/decks", deck.removeprefix(game), f"{deck.removeprefix(game)}.zip"):
        table.get(view + path, 404)
        table.get(view.replace("/v/", "/g/") + path, 404)
    table.post(view.replace("/v/", "/g/") + "/photo", {}, 404)
    assert len(reader.asked) == 1


# --- A pile, with scripts ---------------------------------------------------------------------------


@pytest.fixture
def phone(
    browser: Browser, make_app: MakeApp, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[EntryScreen, StandIn]]:
    """An entry screen whose server has a stand-in for a reader."""
    app = make_app(tmp_path_factory.mktemp("house") / "instance")
    reader = app.extensions["photo_reader"] = StandIn()
    with serve_in_thread(app) as port, entry_screen(browser, f"http://127.0.0.1:{port}", "360") as screen:
        yield screen, reader
    close(app)


def take_photo(screen: EntryScreen, photos: list[Any] | None = None) -> None:
    with screen.page.expect_file_chooser() as chooser:
        screen.tap("label:has([data-photo])")
    assert chooser.value.is_multiple()
    chooser.value.set_files(photos or [make_large_photo()])


def make_large_photo() -> Any:
    large = io.BytesIO()
    Image.new("RGB", (3_000, 2_000), "green").save(large, "PNG")
    return {"name": "a.png", "mimeType": "image/png", "buffer": large.getvalue()}


def open_with_deck(
    screen: EntryScreen, *names: str, players: tuple[str, ...] = ("Ann", "Ben"), **rules: str
) -> None:
    """A round of a new game whose table has decks of these names."""
    game = screen.start(*players, **rules)
    poster = Poster(screen.page, screen.server)
    for name in names:
        poster.teach(game.removeprefix(screen.server), name)
    screen.page.clock.install()
    screen.open(game)


def test_a_photo_of_a_pile_without_a_game_is_sent_as_it_is_chosen_and_made_smaller_too(
    phone: tuple[EntryScreen, StandIn],
) -> None:
    screen, reader = phone
    open_with_deck(screen, "Ann’s deck")
    page = screen.page
    page.goto(f"{screen.server}/count/kwado-1985")
    page.get_by_text("Or take a photo").tap()
    page.get_by_label("Photo", exact=True).set_input_files([make_large_photo(), PHOTO])
    page.get_by_text("12 places, 1 asked. Do 12 cards lie there?").wait_for()
    sizes = [max(Image.open(io.BytesIO(photo)).size) for photo in reader.asked[-1][2]]
    assert sizes == [1_600, 108]
    page.get_by_text("See them in the photo").tap()
    shown = page.get_by_role("img", name="The photo, with a frame around each place")
    expect(shown).to_have_count(2)
    page.get_by_role("button", name="Count what is ticked").tap()
    expect(page.locator("[name=card]:checked")).to_have_count(11)


@pytest.mark.parametrize(
    ("rules", "cards", "chaff"),
    [
        ("kwado-1985", ["pine-crane", "plum-warbler", "maple-deer", "cherry-ribbon"], None),
        ("koikoi-modern", ["pine-crane", "plum-warbler", "maple-deer", "cherry-ribbon"], "4"),
    ],
)
def test_a_photo_leads_back_to_my_pile_with_its_cards_which_wait_to_be_handed_in(
    phone: tuple[EntryScreen, StandIn], rules: str, cards: list[str], chaff: str | None
) -> None:
    screen, _ = phone
    open_with_deck(screen, "Ann’s deck", game=rules, fields_of=rules)
    page = screen.page
    page.goto(page.url.replace("/rounds/new", "/pile?player=1"))
    page.locator('label:has([value="wisteria-cuckoo"])').tap()
    page.get_by_text("Or take a photo").tap()
    page.get_by_label("Photo", exact=True).set_input_files([PHOTO])
    page.get_by_role("button", name="what is ticked").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ben")
    expect(page.get_by_text("Handed in. Change it")).to_have_count(0)
    ticked = page.locator("[name=card]:checked").evaluate_all("(all) => all.map((one) => one.value)")
    assert set(cards) <= set(ticked)
    assert "wisteria-cuckoo" not in ticked
    if chaff:
        expect(page.get_by_label("Chaff cards")).to_have_value(chaff)
    page.get_by_role("button", name="Hand in").tap()
    expect(page.get_by_text("is handed in for round 1")).to_be_visible()


def test_the_help_names_the_way_to_teach_a_deck(table: Table, reader: StandIn) -> None:
    way = re.findall("<b>([^<]*)</b> in the menu", table.get("/photo-help"))
    game = table.start("Ann", "Ben")
    menu = re.findall(rf'<a class="button" href="{game}/decks">([^<]*)<', table.get(f"{game}/rounds/new"))
    assert way == menu != []


def test_too_many_photos_are_refused_before_they_are_sent(phone: tuple[EntryScreen, StandIn]) -> None:
    screen, reader = phone
    open_with_deck(screen, "Ann’s deck")
    page, game = screen.page, screen.page.url
    asked = [*reader.asked]
    with page.expect_file_chooser() as chooser:
        screen.tap("label:has([data-photo])")
    chooser.value.set_files([PHOTO] * 5)
    page.get_by_text("At most 4 photos at a time, please.").wait_for()
    page.goto(f"{screen.server}/count/kwado-1985")
    page.get_by_text("Or take a photo").tap()
    send_too_many(page.get_by_label("Photo", exact=True), 4, "Read the photo")
    page.goto(f"{game.partition('/rounds')[0]}/decks")
    page.get_by_label("Name of the deck").fill("Mine")
    photos = page.get_by_label("Photos of the deck")
    send_too_many(photos, 12, "Teach this deck")
    photos.set_input_files([PHOTO] * 12)
    assert photos.evaluate("input => input.validationMessage") == ""
    assert reader.asked == asked


def drag(screen: EntryScreen, kind: str, label: Locator, to: Locator, rest_ms: int) -> None:
    """Drags with a mouse or a finger, which rests so long before it moves."""
    page = screen.page
    (x, y), (to_x, to_y) = map(find_picture, (label, to))
    path = [(x + (to_x - x) * step / 4, y + (to_y - y) * step / 4) for step in range(5)]
    if kind == "mouse":
        page.mouse.move(*path[0])
        page.mouse.down()
        for place in path[1:]:
            page.mouse.move(*place)
        page.mouse.up()
        return
    session = page.context.new_cdp_session(page)

    def touch(event: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        session.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": points})

    touch("touchStart", path[0])
    page.clock.run_for(rest_ms)
    for place in path[1:]:
        touch("touchMove", place)
    touch("touchEnd")


def find_picture(one: Locator) -> tuple[float, float]:
    """The picture of a card, which a mouse can also drag by itself."""
    box = one.bounding_box()
    assert box
    return box["x"] + box["width"] / 8, box["y"] + box["height"] / 2


@pytest.mark.parametrize("kind", ["mouse", "touch"])
def test_a_card_or_a_row_is_dragged_onto_another_and_a_finger_that_moves_at_once_scrolls(
    phone: tuple[EntryScreen, StandIn], kind: str
) -> None:
    screen, _ = phone
    game = screen.start("Ann", "Ben")
    page = screen.page
    deck = Poster(page, screen.server).teach(game.removeprefix(screen.server), "Ann’s deck")
    page.clock.install()
    page.goto(screen.server + deck)
    page.get_by_text("Or hold one, and drag it onto the other.").wait_for()
    card = page.locator('[data-movable]:has([value="pine-chaff-1"])')
    drag(screen, kind, card, page.locator('[data-movable]:has([value="pine-crane"])'), 400)
    page.get_by_text("Swapped: Crane on pine and Pine chaff 1.").wait_for()
    assert page.url.endswith("#suit-pine")
    page.locator("#suit-plum").evaluate("one => one.scrollIntoView()")
    row = page.locator('[data-movable]:has([value="plum"])')
    drag(screen, kind, row, page.locator('[data-movable]:has([value="cherry-ribbon"])'), 400)
    page.get_by_text("Swapped: Plum blossom and Cherry blossom.").wait_for()
    page.locator("#suit-plum").evaluate("one => one.scrollIntoView()")
    before = page.evaluate("scrollY")
    if kind == "touch":
        drag(screen, kind, row, page.locator('[data-movable]:has([value="plum-warbler"])'), 0)
        page.wait_for_function("before => scrollY > before", arg=before)
    else:
        drag(screen, kind, row, page.locator("#suit-plum"), 0)
    assert page.locator("[data-movable] :checked").count() == 0
    pictures = {**PICTURES, "pine-crane": PICTURES["pine-chaff-1"], "pine-chaff-1": PICTURES["pine-crane"]}
    for one, other in zip(DECK[4:8], DECK[8:12], strict=True):
        pictures |= {one.id: PICTURES[other.id], other.id: PICTURES[one.id]}
    answer = page.request.get(f"{screen.server}{deck}.zip")
    assert unpack_deck(answer.body()) == pictures


# How often a form is sent: tapped three times, and once more when the page is gone back to.
SENT = """async (button) => {
  let sent = 0;
  button.form.submit = () => { sent += 1; };
  window.fetch = () => new Promise(() => { sent += 1; });
  for (let tap = 0; tap < 3; tap += 1) button.click();
  await new Promise((done) => setTimeout(done));
  const first = sent;
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  button.click();
  await new Promise((done) => setTimeout(done));
  return [first, sent];
}"""


def test_photos_are_sent_once_however_often_the_button_is_tapped(
    phone: tuple[EntryScreen, StandIn],
) -> None:
    screen, _ = phone
    open_with_deck(screen, "Ann’s deck")
    page, game = screen.page, screen.page.url.partition("/rounds")[0]
    pages = {f"{game}/decks": "Teach this deck", f"{screen.server}/count/sakura": "Read the photo"}
    for address, words in pages.items():
        page.goto(address)
        button = page.locator("button", has_text=words)
        assert button.evaluate(SENT) == [1, 2]
        expect(button).to_have_attribute("aria-busy", "true")


def send_too_many(photos: Locator, most: int, button: str) -> None:
    """Chooses one photo too many, which are not sent."""
    photos.set_input_files([PHOTO] * (most + 1))
    said = photos.evaluate("input => input.validationMessage")
    assert said == f"At most {most} photos at a time, please."
    before = photos.page.url
    photos.page.get_by_role("button", name=button).tap()
    assert photos.page.url == before


# Whether pixels of a canvas are green.
PIXELS = """(canvas, places) => places.map(([x, y]) => {
  const [red, green, blue] = canvas.getContext("2d").getImageData(x, y, 1, 1).data;
  return green > 100 && red < 40 && blue < 40;
})"""


def test_a_photo_gives_a_side_its_cards_in_one_step_that_undo_takes_back(
    phone: tuple[EntryScreen, StandIn],
) -> None:
    screen, reader = phone
    game = screen.start("Ann", "Ben")
    page = screen.page
    page.goto(f"{game}/decks")
    page.get_by_label("Name of the deck").fill("Ann’s deck")
    page.get_by_label("Photos of the deck").set_input_files([PHOTO])
    page.get_by_role("button", name="Teach this deck").click()
    page.get_by_role("heading", name="Ann’s deck").wait_for()
    screen.open(game)
    screen.choose(1)
    screen.give(["maple-deer"])
    screen.choose(0)
    screen.give(["pine-ribbon"])
    crane = see("pine-crane")._replace(corners=((600, 200), (666, 200), (666, 308), (600, 308)))
    reader.sees = [
        crane, see("plum-warbler"), see("maple-deer"), see("pine-chaff-1"),
        see("iris-bridge", "iris-ribbon", confidence=0.5),
    ]  # fmt: skip
    expect(page.get_by_label("Photo of Ann’s cards")).to_be_visible()
    take_photo(screen)
    panel = page.locator("[data-panel][open]")
    give = panel.locator(".sightings__do button")
    expect(give).to_have_text("Give these 2 to Ann")
    # The phone has made the photo anew: a large one becomes smaller.
    [photo] = reader.asked[-1][2]
    assert photo[:2] == b"\xff\xd8"
    assert max(Image.open(io.BytesIO(photo)).size) == 1_600
    # The photo is green, 1,600 pixels wide and shown with 720: the right edge of the crane, and away from it.
    panel.get_by_text("See them in the photo").tap()
    drawn = panel.get_by_role("img", name="The photo, with a frame around each place")
    assert drawn.evaluate(PIXELS, [[300, 110], [400, 300]]) == [False, True]
    panel.get_by_label("Bridge with iris").check()
    panel.get_by_label("Ben has this card").check()
    expect(give).to_have_text("Give these 4 to Ann")
    give.tap()
    expect(panel).to_be_hidden()
    cards = ["pine-crane", "plum-warbler", "maple-deer", "iris-bridge", "iris-ribbon", "pine-ribbon"]
    assert screen.owners_of(cards) == ["0", "0", "0", "0", None, "0"]
    assert "4 cards → Ann" in screen.says("undo")
    screen.tap("[data-undo]")
    assert screen.owners_of(cards) == [None, None, "1", None, None, "0"]
    reader.sees = CannotRead("No card is found in this photo.")
    take_photo(screen)
    expect(panel).to_contain_text("No card is found in this photo.")
    assert screen.owners_of(cards) == [None, None, "1", None, None, "0"]
    panel.get_by_role("button", name="Back").tap()
    reader.sees = [see("pine-chaff-1")]
    take_photo(screen)
    expect(give).to_have_text("Give no cards to Ann")


def test_an_answer_takes_the_place_of_another_and_a_count_that_differs_says_what_to_do(
    phone: tuple[EntryScreen, StandIn],
) -> None:
    screen, reader = phone
    page = screen.page
    open_with_deck(screen, "Kwang", "Nintendo", game="koikoi-modern", **{"fields-of": "koikoi-modern"})
    screen.tap('label.end:has([value="1"])')
    asked = see("pine-chaff-1", "pine-ribbon", "maple-chaff-1", confidence=0.4)._replace(is_card=False)
    reader.sees = [see("pine-crane"), see("plum-warbler"), see("susuki-chaff-1"), asked]
    reader.sees = [one._replace(is_like=False) for one in reader.sees]
    take_photo(screen)
    panel = page.locator("[data-panel][open]")
    chaff = panel.locator("[data-chaff-number]")
    found, untick = panel.locator("[data-more]"), panel.locator("[data-fewer]")
    for answer, number, cards in (
        ("Pine chaff 1", "2", 2),
        ("Maple chaff 1", "2", 2),
        ("Pine poetry ribbon", "1", 3),
    ):
        panel.get_by_label(answer).check()
        expect(chaff).to_have_value(number)
        expect(panel.locator("fieldset :checked")).to_have_count(1)
        expect(panel.locator(".sightings__do button")).to_have_text(f"Give these {cards} to Ben")
    panel.get_by_label("No card").check()
    expect(panel.locator("fieldset :checked")).to_have_count(1)
    expect(panel.get_by_role("status")).to_have_text("3")
    expect(found).to_be_hidden()
    panel.get_by_role("button", name="One card more").tap()
    expect(found).to_be_visible()
    for _ in range(2):
        panel.get_by_role("button", name="One card less").tap()
    expect(found).to_be_hidden()
    expect(untick).to_be_visible()
    reader.sees = [see("maple-deer")]
    panel.get_by_role("button", name="Kwang").tap()
    expect(panel.locator(".sightings__do button")).to_have_text("Give this card to Ben")
    [first, again] = [asked[2] for asked in reader.asked if asked[0] == "read"]
    assert first == again


def test_photos_of_a_deck_stay_chosen_after_a_fault(phone: tuple[EntryScreen, StandIn]) -> None:
    screen, reader = phone
    page, game = screen.page, screen.start("Ann", "Ben")
    page.goto(f"{game}/decks")
    page.get_by_label("Name of the deck").fill("Ours")
    page.get_by_label("Photos of the deck").set_input_files([PHOTO] * 3)
    reader.sees = CannotRead("Photo 2: The photo is too dark.")
    page.get_by_role("button", name="Teach this deck").click()
    page.get_by_text("Photo 2: The photo is too dark.").wait_for()
    assert page.get_by_label("Photos of the deck").evaluate("input => input.files.length") == 3
    reader.sees = []
    page.get_by_role("button", name="Teach this deck").click()
    page.get_by_text("The deck is taught.").wait_for()
    assert page.url.endswith("/decks/1")
    page.go_back()
    page.get_by_role("heading", name="Decks for photos").wait_for()


def test_a_photo_that_the_phone_cannot_draw_is_read_and_others_show_their_places(
    phone: tuple[EntryScreen, StandIn],
) -> None:
    screen, reader = phone
    open_with_deck(screen, "Ann’s deck")
    undrawn = {"name": "a.heic", "mimeType": "image/heic", "buffer": b"a HEIC"}
    panel = screen.page.locator("[data-panel][open]")
    for photos, drawn in (([undrawn, make_large_photo()], 1), ([undrawn], 0)):
        take_photo(screen, photos)
        panel.locator(".sightings").wait_for()
        shown = panel.get_by_text("See them in the photo")
        expect(shown).to_have_count(drawn)
        expect(panel.locator("canvas")).to_have_count(drawn)
        assert len(reader.asked[-1][2]) == len(photos)
        panel.get_by_role("button", name="Back").tap()


def test_a_photo_in_a_race_gives_whoever_stopped_cards_chaff_and_the_month_by_the_chosen_deck(
    phone: tuple[EntryScreen, StandIn],
) -> None:
    screen, reader = phone
    page = screen.page
    open_with_deck(screen, "One", "Two", game="koikoi-modern", **{"fields-of": "koikoi-modern"})
    # Nobody has stopped yet: whose cards are they?
    expect(page.locator("label:has([data-photo])")).to_be_hidden()
    screen.tap('label.end:has([value="1"])')
    screen.open_menu()
    deck = page.get_by_label("Deck of the photos")
    deck.select_option("One")
    screen.tap("[data-more] summary")
    reader.sees = [see(card) for card in ("pine-crane", "pine-ribbon", "pine-chaff-1", "pine-chaff-2")]
    take_photo(screen)
    screen.tap("[data-panel][open] .sightings__do button")
    facts = ["captured/pine-crane", "captured/pine-ribbon", "chaff/1", "all_four/pine"]
    read = "(names) => names.map((name) => document.querySelector('main form').elements[name].value)"
    assert page.evaluate(read, facts) == ["1", "1", "2", "yes"]
    assert deck.evaluate("select => select.selectedOptions[0].text") == "One"
    screen.tap("[data-undo]")
    assert page.evaluate(read, facts) == ["", "", "", ""]


def test_of_three_a_photo_gives_its_cards_to_the_chosen_side_and_double_chaff_counts_as_two(
    phone: tuple[EntryScreen, StandIn],
) -> None:
    screen, reader = phone
    page = screen.page
    players = ("Ann", "Ben", "Cho")
    open_with_deck(screen, "One", players=players, game="go-stop", **{"fields-of": "go-stop"})
    expect(page.locator("label:has([data-photo])")).to_be_hidden()
    screen.tap('label.end:has([value="1"])')
    reader.sees = [see(card) for card in ("plum-warbler", "pine-chaff-1", "willow-lightning")]
    take_photo(screen)
    screen.tap("[data-panel][open] .sightings__do button")
    # Cho lost, and the photo of that pile is Cho's.
    screen.tap('[data-piles] [data-owner="2"]')
    reader.sees = [see(card) for card in ("pine-crane", "paulownia-chaff-1")]
    take_photo(screen)
    screen.tap("[data-panel][open] .sightings__do button")
    facts = ["captured/plum-warbler", "chaff/1", "captured/pine-crane", "chaff/2"]
    read = "(names) => names.map((name) => document.querySelector('main form').elements[name].value)"
    assert page.evaluate(read, facts) == ["1", "3", "2", "2"]


BUSY_PAGE = "<h1>Please try again</h1><p>Other photos are being read. Please try again in a moment.</p>"
BUSY, UNREACHED = ("is busy. Please wait a little", 40), ("cannot be reached", 5)
# What a server may answer, or nothing, and what the phone says then; two after each other differ.
NO_PLACE: list[tuple[dict[str, Any] | None, tuple[str, int]]] = [
    ({"status": 503, "content_type": "text/plain", "body": "Too many files arrive just now."}, BUSY),
    (None, UNREACHED),
    ({"status": 503, "content_type": "text/html", "body": BUSY_PAGE}, BUSY),
    (None, UNREACHED),
    ({"status": 429, "content_type": "text/html", "body": BUSY_PAGE}, BUSY),
]


def refuse_photos(screen: EntryScreen, *answers: dict[str, Any] | None) -> list[dict[str, Any] | None]:
    """Answers the first photos like this, and lets later ones through; a list of what is still to come."""
    left = list(answers)

    def answer(route: Route) -> None:
        if not left:
            route.continue_()
        elif found := left.pop(0):
            route.fulfill(**found, headers={"Retry-After": "40", "Content-Type": found["content_type"]})
        else:
            route.abort("connectionreset")

    screen.page.route("**/photo?*", answer)
    screen.page.route("**/photo", answer)
    return left


def test_a_photo_that_found_no_place_is_kept_and_sent_again_by_itself(
    phone: tuple[EntryScreen, StandIn],
) -> None:
    screen, reader = phone
    open_with_deck(screen, "One")
    reader.sees = [see("pine-crane")]
    left = refuse_photos(screen, *(answer for answer, _ in NO_PLACE))
    take_photo(screen)
    panel = screen.page.locator("[data-panel][open]")
    for tries, (_, (why, wait)) in enumerate(NO_PLACE, 1):
        words = f"The server {why}. The photo is kept here, and sent again by itself in {wait} seconds."
        expect(panel.get_by_role("status")).to_have_text(words)
        assert len(left) == len(NO_PLACE) - tries
        screen.page.clock.fast_forward(wait * 1_000)
    expect(panel.locator(".sightings__do button")).to_have_text("Give this card to Ann")


def test_a_kept_photo_waits_for_a_press_in_the_end_and_goes_when_its_sheet_is_closed(
    phone: tuple[EntryScreen, StandIn],
) -> None:
    screen, reader = phone
    page = screen.page
    open_with_deck(screen, "One")
    left = refuse_photos(screen, *[NO_PLACE[0][0]] * 14)
    take_photo(screen)
    status = page.locator("[data-panel][open]").get_by_role("status")
    for tries in range(13, 2, -1):
        expect(status).to_contain_text("sent again by itself")
        assert len(left) == tries
        with page.expect_response("**/photo?*"):
            page.clock.fast_forward(40_000)
    expect(status).to_contain_text("The photo is still here")
    page.get_by_role("button", name="Send the photo again").tap()
    expect(status).to_contain_text("sent again by itself")
    assert len(left) == 1
    page.keyboard.press("Escape")
    page.clock.fast_forward(400_000)
    page.wait_for_timeout(200)
    assert len(left) == 1
    assert [asked[0] for asked in reader.asked] == ["learn"]
