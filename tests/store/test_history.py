"""Every change can be undone. One function makes a game of it, for pages, imports and backups alike."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import text

from companion.cards import DECK_STYLES, DeckStyle
from companion.errors import CompanionError, NotAllowedHere
from companion.rules import EnteredGame, Options, Seating, score_game, stop_game
from companion.store import (
    StaleRound,
    Store,
    change_deck,
    change_options,
    correct_round,
    end_game,
    find_step,
    get_round,
    list_changes,
    remove_round,
    replace_links,
    score_kept_game,
    undo_or_redo,
)
from companion.store import changes as changes_module
from companion.store.changes import apply, begin, plan
from companion.store.kinds import KINDS
from companion.store.models import Game
from tests.store.evenings import play_everything
from tests.store.tables import RULES, SIDES, Table, ann_points, lay_table, new_key, often, options, points


def test_the_evenings_of_the_tests_make_every_kind_of_change(store: Store) -> None:
    play_everything(store)
    with store.reading() as session:
        made = session.connection().execute(text("SELECT DISTINCT kind FROM journal")).scalars().all()
    assert sorted(KINDS.keys() - made) == [], "Let play_everything in tests/store/evenings.py make it once."


def test_an_undo_says_what_it_would_take_back_and_redo_what_it_would_do_again(table: Table) -> None:
    assert table.ask(find_step, "undo") is None
    table.record(10)
    recorded = table.record(150)
    ten, entered, corrected = (points(ann).document() for ann in (10, 150, 160))
    rows: list[tuple[tuple[Any, ...], dict[str, Any], tuple[Any, ...]]] = [
        ((correct_round, recorded.version, points(160)), {}, ("correct", 2, entered, corrected)),
        ((remove_round, table.ask(get_round, 1).version), {}, ("remove", 1, ten, None)),
        ((change_options, options(target=500)), {"for_all_rounds": True}, ("options-for-all", None)),
        ((end_game,), {}, ("end", None)),
    ]
    for given, named, expected in rows:
        table.do(*given, **named)
        change = table.ask(find_step, "undo")
        told = (change.kind, change.number, change.before, change.after)
        assert told[: len(expected)] == expected
    undone = table.do(undo_or_redo, "undo")
    assert (undone.kind, undone.of_kind, undone.number) == ("undo", "end", None)
    assert table.ask(find_step, "redo").kind == "end"
    redone = table.do(undo_or_redo, "redo")
    assert (redone.kind, redone.of_kind, table.ask(find_step, "redo")) == ("redo", "end", None)


def test_nothing_is_erased_by_an_edit(table: Table) -> None:
    recorded = table.record(10)
    table.do(correct_round, recorded.version, points(20))
    table.do(remove_round, table.ask(get_round, 1).version)
    table.do(undo_or_redo, "undo")
    table.do(undo_or_redo, "undo")
    told = [(change.kind, change.before, change.after) for change in table.ask(list_changes)][::-1]
    ten, twenty = points(10).document(), points(20).document()
    assert told == [
        ("start", None, None),
        ("add", None, ten),
        ("correct", ten, twenty),
        ("remove", twenty, None),
        ("undo", None, twenty),
        ("undo", twenty, ten),
    ]


def test_an_undo_or_redo_pressed_twice_is_done_once_and_not_of_something_else(table: Table) -> None:
    for ann in (10, 20, 30):
        table.record(ann)
    for way, left in (("undo", [10, 20]), ("redo", [10, 20, 30])):
        seen = table.ask(find_step, way).sequence
        done = [table.do(undo_or_redo, way, seen=str(seen)) for _ in range(2)]
        assert ([each is None for each in done], table.points()) == ([False, True], left)
    seen = table.ask(find_step, "undo").sequence
    table.record(40)
    assert "meanwhile" in table.refuse(undo_or_redo, "undo", seen=str(seen)).message
    table.do(undo_or_redo, "undo")
    assert "meanwhile" in table.refuse(undo_or_redo, "redo", seen="1").message
    assert table.points() == [10, 20, 30]


def test_the_journal_is_read_page_by_page_and_cannot_fill_the_disk(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.record_many(10)
    pages = [table.ask(list_changes, limit=4)]
    while pages[-1]:
        pages.append(table.ask(list_changes, limit=4, below=pages[-1][-1].sequence))
    assert [change.sequence for page in pages for change in page] == list(range(11, 0, -1))
    table.do(undo_or_redo, "undo")
    with table.store.reading() as session:
        held = session.connection().execute(text("SELECT sum(length(before) + length(after)) FROM journal"))
        counted = session.connection().execute(text("SELECT journal_bytes FROM game")).scalar_one()
        assert held.scalar_one() == counted
    monkeypatch.setattr(changes_module, "MAX_JOURNAL_BYTES", counted + 20)
    assert "history of this game is full" in table.refuse(undo_or_redo, "redo").message
    monkeypatch.setattr(changes_module, "MAX_CHANGES", 12)
    assert "no more fit" in table.refuse(undo_or_redo, "redo").message
    assert len(table.points()) == 9


@dataclass(frozen=True)
class State:
    """The plain model of a game: what stands, by serial, and from which serial on which options count."""

    standing: tuple[tuple[int, int], ...] = ()
    changes_of_options: tuple[tuple[int, Options], ...] = ((0, options()),)
    ended: bool = False
    deck: DeckStyle = RULES.deck

    def get_options(self, serial: int) -> Options:
        return [chosen for first, chosen in self.changes_of_options if first <= serial][-1]


@dataclass
class Model:
    """A game as a list of states: what undo means, without any journal."""

    past: list[State] = field(default_factory=list)
    now: State = field(default_factory=State)
    future: list[State] = field(default_factory=list)
    revision: int = 1
    entered: list[int] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def change(self, state: State) -> None:
        if state != self.now:
            self.past.append(self.now)
            self.now, self.future = state, []
            self.revision += 1

    def step(self, source: list[State], other: list[State]) -> None:
        """The state that a list had last is that of now; the other list takes the former one."""
        if source:
            other.append(self.now)
            self.now = source.pop()
            self.revision += 1


TARGETS = st.sampled_from([100, 200, 300])
METHODS = st.sampled_from(["A", "B"])
ANN = st.integers(0, 48).map(lambda fives: 5 * fives)
PICK = st.integers(0, 10_000)


class Evening(RuleBasedStateMachine):
    """One game played, corrected, undone and changed, beside its plain model."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.table = lay_table(store)
        self.model = Model()

    @rule(ann=ANN)
    def add(self, ann: int) -> None:
        key = new_key()
        if self.model.now.ended:
            with pytest.raises(NotAllowedHere):
                self.table.record(ann, key)
            return
        self.table.record(ann, key)
        self.model.entered.append(ann)
        self.model.keys.append(key)
        serial = len(self.model.entered)
        self.model.change(replace(self.model.now, standing=(*self.model.now.standing, (serial, ann))))

    @precondition(lambda self: self.model.keys)
    @rule(pick=PICK)
    def post_again(self, pick: int) -> None:
        index = pick % len(self.model.keys)
        stands = index + 1 in dict(self.model.now.standing)
        with nullcontext() if stands else pytest.raises(StaleRound, match="and removed since"):
            assert self.table.record(self.model.entered[index], self.model.keys[index]).serial == index + 1

    @precondition(lambda self: self.model.now.standing)
    @rule(pick=PICK, ann=ANN)
    def correct(self, pick: int, ann: int) -> None:
        place = pick % len(self.model.now.standing)
        self.table.do(correct_round, self.table.ask(get_round, place + 1).version, points(ann))
        standing = list(self.model.now.standing)
        standing[place] = (standing[place][0], ann)
        self.model.change(replace(self.model.now, standing=tuple(standing)))

    @precondition(lambda self: self.model.now.standing)
    @rule(pick=PICK)
    def remove(self, pick: int) -> None:
        place = pick % len(self.model.now.standing)
        self.table.do(remove_round, self.table.ask(get_round, place + 1).version)
        standing = self.model.now.standing
        self.model.change(replace(self.model.now, standing=standing[:place] + standing[place + 1 :]))

    @rule()
    def undo(self) -> None:
        assert (self.table.do(undo_or_redo, "undo") is None) == (not self.model.past)
        self.model.step(self.model.past, self.model.future)

    @rule()
    def redo(self) -> None:
        assert (self.table.do(undo_or_redo, "redo") is None) == (not self.model.future)
        self.model.step(self.model.future, self.model.past)

    @rule(goal=TARGETS, method=METHODS, for_all=st.booleans())
    def choose_options(self, goal: int, method: str, for_all: bool) -> None:
        chosen, before = options(target=goal, method=method), self.table.get().revision
        self.table.do(change_options, chosen, for_all_rounds=for_all)
        now, next_serial = self.model.now, len(self.model.entered) + 1
        if self.table.get().revision > before:
            former = () if for_all else now.changes_of_options
            changes = (*former, (0 if for_all else next_serial, chosen))
            self.model.change(replace(now, changes_of_options=changes))
        else:
            played = range(1 if for_all else next_serial, next_serial + 1)
            assert {now.get_options(serial) for serial in played} == {chosen}

    @rule(ended=st.booleans())
    def end_or_go_on(self, ended: bool) -> None:
        self.table.do(end_game, ended=ended)
        self.model.change(replace(self.model.now, ended=ended))

    @rule(deck=st.sampled_from(DECK_STYLES))
    def choose_deck(self, deck: DeckStyle) -> None:
        self.table.do(change_deck, deck)
        self.model.change(replace(self.model.now, deck=deck))

    @rule()
    def new_links(self) -> None:
        self.table.token = self.table.do(replace_links)
        self.model.revision += 1

    def tell(self, state: State) -> Any:
        """What a reader would see of a state of the model."""
        rounds = [(ann, state.get_options(serial)) for serial, ann in state.standing]
        return rounds, state.changes_of_options[-1][1], state.ended, state.deck

    @invariant()
    def the_game_is_what_the_model_says(self) -> None:
        game, rounds = self.table.get(), self.table.rounds()
        played = [(ann_points(kept), kept.options) for kept in rounds]
        assert (played, game.options, game.ended, game.deck) == self.tell(self.model.now)
        assert [kept.number for kept in rounds] == list(range(1, len(rounds) + 1))
        assert [kept.serial for kept in rounds] == [serial for serial, _ in self.model.now.standing]
        assert game.round_count == len(rounds)
        assert game.revision == self.model.revision

    @invariant()
    def the_scores_are_those_of_the_rounds_that_stand(self) -> None:
        state = self.model.now
        played = tuple((points(ann), state.get_options(serial)) for serial, ann in state.standing)
        expected = score_game(
            EnteredGame(RULES, state.changes_of_options[-1][1], SIDES, played, Seating(SIDES, 2))
        )
        if state.ended:
            expected = stop_game(expected)
        breakdown = self.table.ask(score_kept_game)
        assert (breakdown.totals, breakdown.winners, breakdown.won_in, breakdown.next_dealer) == (
            expected.totals,
            expected.winners,
            expected.won_in,
            expected.next_dealer,
        )
        assert len(breakdown.rounds) == len(state.standing)

    def teardown(self) -> None:
        with self.table.store.reading() as session:
            lines = session.connection().execute(
                text("SELECT count(*) FROM journal WHERE game_id = :id"), {"id": self.table.get().id}
            )
            assert lines.scalar_one() == self.model.revision


def play_evenings(make: Callable[[], Evening], *, thorough: int, normal: int) -> None:
    phases = [phase for phase in Phase if phase is not Phase.explain]
    chosen = settings(
        max_examples=often(thorough, normal), stateful_step_count=30, phases=phases, deadline=None
    )
    run_state_machine_as_test(make, settings=chosen)


def test_anything_can_be_undone(store: Store, record_property: Callable[[str, object], None]) -> None:
    play_evenings(lambda: Evening(store), thorough=2_000, normal=25)
    record_property("figure", f"{often(2_000, 25):,} evenings")


# --- Without a database ----------------------------------------------------------------------------


class Memory:
    """A game in memory; no round of it stands."""

    def __init__(self) -> None:
        self.game, first = begin(RULES, options(), players=SIDES, sides=SIDES, first_dealer=0, at_ms=0)
        self.lines = [first]

    def make(self, kind: str, **entered: Any) -> Game:
        top = self.game.redo_top if kind == "redo" else self.game.undo_top
        reverted = None if top is None else self.lines[top - 1]
        change = {"kind": kind, "at_ms": 0, "reverted": reverted, "stored": {}, **entered}
        step = plan(self.game, change)
        apply(self.game, step)
        self.lines.append(step.line)
        return self.game

    def list_parts(self) -> dict[str, Any]:
        """What undo gives back: all columns but those that every change sets."""
        counters = {"revision", "undo_top", "redo_top", "journal_bytes"}
        return self.game.model_dump(exclude=counters)


@pytest.mark.parametrize(
    ("before", "change", "message"),
    [
        ([], {"kind": "undo"}, "There is nothing to undo."),
        ([], {"kind": "redo"}, "There is nothing to redo."),
        ([{"kind": "end"}], {"kind": "recover"}, "There is nothing to recover."),
        ([{"kind": "end"}], {"kind": "add", "entry": {}}, "This game has ended."),
        ([{"kind": "players"}], {"kind": "add", "entry": {}}, "This game went on with other players."),
        ([], {"kind": "names", "names": [["Ann"], ["Ann"]]}, "This game has 2 players, not 1."),
        ([], {"kind": "seats", "seatings": [[1, [0, 0], 0]]}, "Each player sits in one place."),
        ([], {"kind": "seats", "seatings": [[2, [1, 0], 0]]}, "begin at a round that does not exist"),
        ([], {"kind": "deck", "deck": "Chinese"}, "Chinese"),
    ],
)
def test_a_change_that_cannot_be_is_refused_and_the_game_stays(
    before: list[dict[str, Any]], change: dict[str, Any], message: str
) -> None:
    memory = Memory()
    for each in before:
        memory.make(**each)
    was = memory.game.model_dump()
    with pytest.raises(CompanionError, match=message):
        memory.make(**change)
    assert memory.game.model_dump() == was


def test_undo_gives_the_parts_back_and_redo_sets_them_again() -> None:
    memory = Memory()
    first = memory.list_parts()
    for change in (
        {"kind": "end"},
        {"kind": "names", "names": [["Anna", "Ben"], ["Anna", "Ben"]]},
        {"kind": "seats", "seatings": [[1, [1, 0], 1]]},
        {"kind": "deck", "deck": "japanese"},
        {"kind": "archive"},
    ):
        memory.make(**change)
    last = memory.list_parts()
    for _ in range(5):
        memory.make("undo")
    assert memory.list_parts() == first
    for _ in range(5):
        memory.make("redo")
    assert memory.list_parts() == last
    assert memory.make("names", names=[["Ann", "Ben"], ["Ann", "Ben"]]).names is None


def test_new_links_are_passed_over_by_undo() -> None:
    memory = Memory()
    memory.make("end")
    memory.make("links")
    assert memory.make("undo").ended is False
