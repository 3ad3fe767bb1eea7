import functools
import json
import operator
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cards import POINT_CARDS
from companion.errors import CompanionError, NotUnderstood
from companion.rules import parse_entry
from companion.store import (
    MAX_IMPORT_BYTES,
    Store,
    change_deck,
    export_game,
    find_step,
    keep_game,
    read_copy,
    record_round,
    score_kept_game,
    undo_or_redo,
)
from companion.store.models import digest_json
from tests.store.evenings import export_all, play_everything, read_tables
from tests.store.tables import RULES, SIDES, Table, lay_table, new_key, often, sqlite_store
from tests.store.test_history import Evening, play_evenings

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.in.json"))


def bring_in(store: Store, exported: str) -> Table:
    with store.writing() as session:
        return Table(store, keep_game(session, read_copy(exported)).token)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_a_scoring_document_comes_to_the_same_as_a_kept_game(store: Store, path: Path) -> None:
    expected = json.loads(path.with_name(path.name.replace(".in.", ".expected.")).read_text(encoding="utf-8"))
    table = bring_in(store, path.read_text(encoding="utf-8"))
    scored = table.ask(score_kept_game)
    assert dict(zip(scored.sides, scored.totals, strict=True)) == expected["totals"]


def tell(table: Table) -> list[Any]:
    """What a game is for those who play it: rounds, rules, scores, and what comes next."""
    game, scored = table.get_even_deleted(), table.ask(score_kept_game)
    rounds = [(each.entry, each.breakdown, each.totals, each.dealer, each.month) for each in scored.rounds]
    told = [game.players, game.side_names, game.deck, game.date, game.time_zone, game.starts, game.options]
    return [*told, rounds, scored.totals, scored.winners, scored.next_dealer, scored.seating]


def bring_back(table: Table) -> str:
    """The export of a game, which brings in the same game."""
    exported: str = table.ask(export_game)
    imported = bring_in(table.store, exported)
    assert tell(imported) == tell(table)
    assert imported.token != table.token
    return exported


def test_a_game_exported_and_imported_is_the_same_game_and_holds_no_link(store: Store) -> None:
    for table in play_everything(store):
        exported = bring_back(table)
        assert [word for word in (table.token, table.view, "hash") if word in exported] == []


def test_a_chosen_deck_travels_with_its_game_and_what_was_undone_stays_behind(store: Store) -> None:
    table = lay_table(store)
    table.record(100)
    assert "deck" not in json.loads(table.ask(export_game))
    table.do(change_deck, "japanese")
    table.record(120)
    table.do(undo_or_redo, "undo")
    imported = bring_in(store, table.ask(export_game))
    assert (imported.get().deck, imported.points(), imported.kinds()) == ("japanese", [100], ["add", "start"])
    assert imported.ask(find_step, "redo") is None
    imported.record(140)
    imported.do(undo_or_redo, "undo")
    imported.do(undo_or_redo, "undo")
    assert (imported.points(), table.points()) == ([], [100])


class Travelling(Evening):
    """An evening at whose end the game is exported and imported."""

    def teardown(self) -> None:
        super().teardown()
        bring_back(self.table)


def test_any_evening_exported_and_imported_is_the_same(
    store: Store, record_property: Callable[[str, object], None]
) -> None:
    play_evenings(lambda: Travelling(store), thorough=500, normal=8)
    record_property("figure", f"{often(500, 8)} evenings, 0 differences")


def test_a_long_game_fits_into_what_can_be_imported(store: Store) -> None:
    """A thousand rounds entered card by card: seconds, for each is checked three times."""
    table = lay_table(store)
    cards = [card.id for card in POINT_CARDS]
    chance = random.Random(48)

    def record_all(session: Any, game: Any) -> None:
        for _ in range(1_000):
            chance.shuffle(cards)
            document = {"captured": {"Ann": cards[:12], "Ben": cards[12:]}}
            record_round(session, game, parse_entry(document, RULES, SIDES), new_key())

    table.do(record_all)
    assert len(bring_back(table).encode()) < MAX_IMPORT_BYTES


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A store and the export of a full game, for tests that try many damaged files."""
    store = sqlite_store(tmp_path_factory.mktemp("lasting"))
    yield store, play_everything(store)[0].ask(export_game)
    store.close()


def is_refused(store: Store, file: str) -> bool:
    """Whether a file cannot be read or kept, and a sentence says so."""
    try:
        bring_in(store, file)
    except CompanionError as refusal:
        return str(refusal).endswith((".", "?"))
    return False


def refuse(store: Store, *damaged: str) -> None:
    before = read_tables(store)
    assert [file[:200] for file in damaged if not is_refused(store, file)] == []
    assert read_tables(store) == before


OTHERS: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 0.5, 2**70, 1e300, "", "x", "Ann", "rest", "0", "\ud800", "# \ud800",
    [], [[]], ["A"], [["A"]], [0], [None], [1, 2, 3], [[1, [0, 1], 0]], {}, {"a": 1}, {"Ann": "rest"}, [{}],
)  # fmt: skip


def list_paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from list_paths(value[key], (*path, key))


def sign(document: dict[str, Any]) -> str:
    """The file of a document that was changed by hand, with the right digest."""
    document.pop("digest", None)
    return json.dumps(document | {"digest": digest_json(document)}, separators=(",", ":"))


def list_damaged(documents: list[dict[str, Any]], count: int) -> Iterator[str]:
    """The documents with one value replaced by others, signed anew: each kind of value once."""
    chance, kinds = random.Random(1985), dict[tuple[str, ...], Any]()
    for document in documents:
        document.pop("digest")
        for path in list(list_paths(document))[1:]:
            shape = tuple("#" if isinstance(key, int) else key for key in path)
            kinds.setdefault(shape, (document, path))
    for document, (*above, last) in kinds.values():
        holder = functools.reduce(operator.getitem, above, document)
        own = holder[last]
        for holder[last] in chance.sample(OTHERS, count):
            yield sign(document)
        holder[last] = own


def test_a_file_with_any_value_of_another_kind_is_refused_or_is_a_game(
    lasting: tuple[Store, str], record_property: Callable[[str, object], None]
) -> None:
    """With the right digest. What is refused changes nothing, and what is read is exported and read again."""
    store, _ = lasting
    documents = [*map(json.loads, export_all(store))]
    before, counts = read_tables(store), Counter[str]()
    for damaged in list_damaged(documents, often(len(OTHERS), 8)):
        with store.writing() as session:
            try:
                exported = export_game(session, keep_game(session, read_copy(damaged)))
                assert export_game(session, keep_game(session, read_copy(exported))) == exported
                counts["read"] += 1
            except CompanionError:
                counts["refused"] += 1
            session.rollback()
    assert read_tables(store) == before
    assert min(counts["read"], counts["refused"]) > 5
    record_property("figure", f"{counts['refused']} files refused, {counts['read']} read, no other error")


def change(exported: str, wrong: str) -> str:
    """The file with one thing made wrong."""
    document = json.loads(exported)
    WRONG[wrong](document)
    return sign(document)


def test_a_refused_file_names_the_part_that_is_wrong(lasting: tuple[Store, str]) -> None:
    rows = {
        "players are null": (("players",), ": “players” must be a list, not None"),
        "round is null": (("rounds", 5), "rounds 6: A round is an object"),
        "time is no number": (("started_at_ms",), "“started_at_ms” is a whole number from 0 to"),
        "round beyond": (("periods", 0, 0), "periods 1"),
    }
    for wrong, (where, said) in rows.items():
        with pytest.raises(NotUnderstood, match=said) as refusal:
            bring_in(lasting[0], change(lasting[1], wrong))
        assert refusal.value.where == where


def test_everything_that_cannot_be_read_in_a_file_is_told_at_once_with_its_path(
    lasting: tuple[Store, str],
) -> None:
    """A key that no such document has is told too."""
    document = json.loads(lasting[1])
    for written, places in (
        (
            document | {"first_dealer": True, "luck": 1, "starts": [[0, "1"]]},
            ["“first_dealer” must", "starts 1: A start is", "unknown key “luck”"],
        ),
        (
            document | {"started_at_ms": -1, "deck": "french", "rounds": None},
            ["“started_at_ms” is", "deck: ", "“rounds” must be a list"],
        ),
    ):
        with pytest.raises(NotUnderstood) as refusal:
            bring_in(lasting[0], sign(written))
        assert [place for place in places if place not in refusal.value.message] == []


def test_a_file_that_was_changed_by_hand_is_refused(lasting: tuple[Store, str]) -> None:
    store, exported = lasting
    refuse(store, exported.replace("Ben", "Bob", 1), exported[:-20])


WRONG: dict[str, Any] = {
    "no periods": lambda document: document.update(periods=[]),
    "periods are a word": lambda document: document.update(periods="add"),
    "period without options": lambda document: document["periods"][0].pop(),
    "round beyond": lambda document: document["periods"][0].__setitem__(0, 2_000),
    "round 0": lambda document: document["periods"][0].__setitem__(0, 0),
    "round is no object": lambda document: document["rounds"].append(7),
    "round is null": lambda document: document["rounds"].append(None),
    "too many rounds": lambda document: document.update(rounds=document["rounds"][:1] * 1_001),
    "seats of nobody": lambda document: document.update(seatings=[[1, [0, 2], 0]]),
    "seats backwards": lambda document: document.update(seatings=[[2, [0, 1], 0], [1, [1, 0], 0]]),
    "seats of no round": lambda document: document.update(seatings=[[900, [0, 1], 0]]),
    "dealer of nobody": lambda document: document.update(seatings=[[1, [0, 1], 7]]),
    "start of one side": lambda document: document.update(starts=[[10, 10]]),
    "over is a word": lambda document: document.update(is_over="yes"),
    "time is true": lambda document: document.update(started_at_ms=True),
    "time before 1970": lambda document: document.update(started_at_ms=-1),
    "time beyond the years": lambda document: document.update(started_at_ms=2**63),
    "time is no number": lambda document: document.update(started_at_ms="now"),
    "entry of strangers": lambda document: document["rounds"][1].update(points={"Eve": {}}),
    "entry missing": lambda document: document["rounds"].insert(0, {}),
    "option unknown": lambda document: document["periods"][0].__setitem__(1, {"luck": 1}),
    "target 0": lambda document: document["periods"][0].__setitem__(1, {"target": 0}),
    "deck unknown": lambda document: document.update(deck="french"),
    "deck is a number": lambda document: document.update(deck=1),
    "rules damaged": lambda document: document.update(rule_set="id = 1"),
    "rules missing": lambda document: document.pop("rule_set"),
    "rules are a number": lambda document: document.update(rule_set=7),
    "name with NUL": lambda document: document.update(players=["A\0nn", "Ben"]),
    "one player": lambda document: document.update(players=["Ann"]),
    "name is a number": lambda document: document.update(players=[1, 2]),
    "players are null": lambda document: document.update(players=None),
    "dealer is true": lambda document: document.update(first_dealer=True),
    "dealer is huge": lambda document: document.update(first_dealer=2**40),
    "dealer is a fraction": lambda document: document.update(first_dealer=0.5),
    "sides are lists": lambda document: document.update(sides=[["Ann"], ["Ben"]]),
    "rules with half a letter": lambda document: document.update(rule_set=document["rule_set"] + "# \ud800"),
    "sides missing": lambda document: document.update(sides=[]),
}


def test_a_file_made_by_hand_that_cannot_be_a_game_changes_nothing(lasting: tuple[Store, str]) -> None:
    """With the right digest, so that each fault is found by what it is."""
    store, exported = lasting
    before = read_tables(store)
    assert [wrong for wrong in WRONG if not is_refused(store, change(exported, wrong))] == []
    assert read_tables(store) == before


def test_what_is_no_game_or_beyond_the_limit_changes_nothing(lasting: tuple[Store, str]) -> None:
    store, exported = lasting
    document = json.loads(exported)
    document["rounds"] *= 300
    files = ["", "{}", "[]", "null", "0", '"x"', '{"format": 1}', '{"a":NaN}', "\0", "[" * 100_000]
    refuse(store, *files, "x" * 2_000_000, exported + " " * MAX_IMPORT_BYTES, sign(document))


def test_a_file_that_nests_too_deep_is_refused_wherever_the_depth_is_met(
    lasting: tuple[Store, str],
) -> None:
    """Just below the depth of JSON that can be read there are some which only a later step cannot follow."""
    store, exported = lasting
    document, most, nested, files = json.loads(exported), sys.getrecursionlimit(), list[Any](), []
    sys.setrecursionlimit(3 * most)
    try:
        for depth in range(most):
            nested = [nested]
            if depth > most // 2:
                files.append(sign(document | {"rule_set": nested}))
    finally:
        sys.setrecursionlimit(most)
    refuse(store, *files)


NAME = 'name = "Kwa-Dō (1985)"'
WRONG_RULES = (
    (NAME, 'name = "' + "A" * 41 + '"'),
    (NAME, 'name = "Kwa\\u202eDo"'),
    ("sides = [2]", "sides = [2, 0]"),
    ("sides = [2]", "sides = [2]\n" + ".".join(["a"] * 20_000) + " = 1"),
    ("sides = [2]", "sides = [2]\n# " + "x" * 100_000),
)


def test_rules_that_are_brought_in_are_checked_like_what_is_typed(lasting: tuple[Store, str]) -> None:
    """And at once, whatever their length: each is read in milliseconds."""
    store, document = lasting[0], json.loads(lasting[1])
    rules = document["rule_set"]
    assert [old for old, _ in WRONG_RULES if old not in rules] == []
    files = [sign(document | {"rule_set": rules.replace(old, new, 1)}) for old, new in WRONG_RULES]
    began = time.process_time()
    refuse(store, *files)
    assert time.process_time() - began < 2 * len(files)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This is no game that can be brought in."),
        ("Ann,Ben\n5,3\n", "can be, and a scoring document (JSON); a table of scores cannot."),
        ('{"game": ', "This is not JSON"),
        ('{"game": "poker", "sides": ["Ann", "Ben"]}', "There is no game “poker”"),
        ('{"format": "kwado-companion game, 1"}', "Files can be brought in from release 0.5 on"),
        ('{"format": "other"}', "This file is not a game exported by this program."),
    ],
)
def test_what_is_no_game_is_refused_with_a_sentence(store: Store, text: str, said: str) -> None:
    with pytest.raises(CompanionError) as refusal:
        bring_in(store, text)
    assert said in refusal.value.message
