"""An evening of four phones beside a plain model: what one feature keeps, no other may lose, double or move.

Phones post forms as pages without scripts do; rounds that wait are posted as data, as the script of the line
does. The app's answer to each is known beforehand from the model, and so is what stands afterwards.

`KWADO_TEST_EVENINGS=2000` plays so many evenings, others at every run.
"""

import copy
import io
import itertools
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from werkzeug.test import TestResponse

from companion.rules import Start, get_rule_set, get_scorer, parse_options
from companion.store import back_up, get_game, list_rounds, make_view_token, restore
from tests.web.conftest import MakeApp, Reused, close, start_anew
from tests.web.games.evening import Game, Pile, Round, State, Step
from tests.web.table import (
    drop_layout,
    drop_terms,
    read_faults,
    read_fields,
    read_notices,
    read_summary,
    read_totals,
)

EVENINGS = int(os.environ.get("KWADO_TEST_EVENINGS", "0"))
STEPS = 40 if EVENINGS else 30
NAMES = ("Ann", "Ben", "Cem", "Dee")
OTHERS = ("Eve", "Fay", "Gil", "Hal", "Ida", "Jan", "Kim", "Leo", "Mia", "Noa", "Oda", "Pia")
POOL = ("pine-crane", "susuki-moon", "clover-boar", "maple-deer", "peony-butterflies", "plum-ribbon")
TABLE = "table"
GONE = (404, 410)
# Pages that the press makes (tests/web/paper/).
PRESSED = ("printing.game_picture", "printing.preview_game_sheet")
# Games with their numbers of players and of sides.
TABLES = (
    ("kwado-1985", 2, 2), ("kwado-1985", 3, 3), ("kwado-1985", 4, 4), ("kwado-1985", 4, 2),
    ("by-points", 2, 2), ("by-points", 3, 3), ("by-points", 4, 2), ("koikoi-modern", 2, 2), ("go-stop", 3, 3),
)  # fmt: skip
# What phones do, each as often as it stands here: one rule, for of several Hypothesis switches some off.
ACTS = (
    *("hand_in",) * 7, *("open_pile",) * 2, *("open_entry",) * 3, *("save",) * 8, *("lose_the_answer",) * 2,
    *("send_again",) * 3, *("wait",) * 3, *("come_back",) * 3, *("open_correction",) * 2, *("correct",) * 3,
    *("remove",) * 2, *("undo_or_redo",) * 5, "open_undo", *("undo_on_an_old_page",) * 2, *("agree",) * 4,
    *("share",) * 2, *("keep",) * 3,
)  # fmt: skip
# Bits: of numbers Hypothesis now and then takes one that stands in a module that a worker has imported.
SEED = st.lists(st.booleans(), min_size=32, max_size=32).map(
    lambda bits: sum(bit << place for place, bit in enumerate(bits))
)


class PlainClient(FlaskClient):
    """A client that reads pages without their layout, and takes no failure of the app."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        assert response.status_code < 500, f"{response.status_code} at {response.request.path}"
        if response.mimetype == "text/html" and response.status_code not in (301, 302, 303, 307, 308):
            response.set_data(drop_terms(drop_layout(response.get_data(as_text=True))))
        return response


@dataclass
class Draft:
    """A round on a phone: its form as it was opened, and what that page had seen of the game."""

    uid: int
    token: str
    era: int
    number: str
    fields: dict[str, Any]
    seen: frozenset[str]
    was_won: bool
    offered: frozenset[int]
    # Of a correction the round that was opened, and its version.
    of: tuple[str, int] = ("", 0)
    round: Round | None = None

    @property
    def key(self) -> str:
        return str(self.fields["key"][0])


@dataclass
class Phone:
    """A phone with the pages that it has open, and the rounds that wait on it."""

    client: FlaskClient
    token: str = ""
    draft: Draft | None = None
    unsure: Draft | None = None
    correction: Draft | None = None
    waiting: list[Draft] = field(default_factory=list)
    # The game, and what its form says of the round before.
    pile: tuple[int, dict[str, Any]] = (0, {})
    # The game, its era, the change that the button names, and the field of the button.
    undo: tuple[int, int, int, str] | None = None

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, f"{answer.status_code} at {path}"
        return str(answer.text)

    def post(self, path: str, fields: Mapping[str, Any], **more: Any) -> TestResponse:
        if not self.token:
            self.token = re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', self.get("/join"))[0]
        return self.client.post(path, data={"csrf_token": self.token, **fields}, **more)


class Evening(RuleBasedStateMachine):
    """Four phones and a server, beside the model."""

    def __init__(self, reused: Reused, make_app: MakeApp, folder: Path) -> None:
        super().__init__()
        start_anew(reused.app, reused.database)
        self.app, self.make_app, self.file = reused.app, make_app, folder / "evening.backup"
        self.numbers = itertools.count(1)
        self.games: list[Game] = []
        self.backup: list[Game] | None = None
        self.era = 0
        self.other: Any = None
        self.phones = [Phone(PlainClient(self.app, use_cookies=True)) for _ in range(4)]
        self.phone = self.phones[0]
        self.touched: set[int] = set()

    @initialize(seed=SEED)
    def begin(self, seed: int) -> None:
        """Two phones on one game, with a round each."""
        self.dice = Random(f"{seed} {next(self.numbers)}")
        self.start(self.dice.choice(TABLES))
        for phone in self.phones[:2]:
            self.phone = phone
            self.save()
        self.look()

    @rule(seed=SEED)
    def act(self, seed: int) -> None:
        self.dice = Random(f"{seed} {next(self.numbers)}")
        self.phone = self.dice.choice(self.phones)
        act = self.dice.choice(ACTS)
        note(f"{act} on phone {self.phones.index(self.phone) + 1}")
        getattr(self, act)()
        self.look()

    # --- Short words ---

    def pick(self, *, with_rounds: bool = False) -> Game | None:
        games = [each for each in self.games if not each.deleted and (each.now.rounds or not with_rounds)]
        return self.touch(self.dice.choice(games)) if games else None

    def find(self, uid: int) -> Game | None:
        """The game, if it is there still."""
        found = [each for each in self.games if each.uid == uid and not each.deleted]
        return self.touch(found[0]) if found else None

    def touch(self, game: Game) -> Game:
        """What was touched is looked at after the step, and everything after the evening."""
        self.touched.add(game.uid)
        return game

    def count_changes(self, game: Game) -> int:
        with self.app.extensions["kwado-store"].reading() as session:
            return get_game(session, game.token, to="edit", even_deleted=True).revision

    def change(self, game: Game, kind: str, state: State, path: str, fields: Mapping[str, Any]) -> str:
        """Where it leads, if the app makes a change of the game; then the model has it, too."""
        before = self.count_changes(game)
        answer = self.phone.post(path, fields)
        if self.count_changes(game) == before:
            return ""
        if state != game.now:
            game.change(next(self.numbers), kind, state)
        return self.lead(answer)

    def lead(self, answer: TestResponse) -> str:
        assert answer.status_code == 302, read_faults(answer.text)
        return urlsplit(answer.location).path

    def add(self, path: str, *args: Any, **more: Any) -> Game:
        game = Game(next(self.numbers), path.split("/")[2], *args, era=self.era, **more)
        self.games.append(game)
        return self.touch(game)

    def start(self, table: tuple[str, int, int]) -> None:
        name, players, sides = table
        rules, names = get_rule_set(name), NAMES[:players]
        fields = {f"player-{seat}": name for seat, name in enumerate(names)} | {"table": "new"}
        fields |= {"game": name, "fields-of": name, "preset": "none", "method": rules.methods[0].id}
        fields |= {"sides": "alone" if sides == players else str(sides)}
        path = self.lead(self.phone.post("/games/new", fields))
        chosen = parse_options(rules, {"yaku": "none"} if rules.presets else {})
        if chosen.target is None and chosen.rounds is None:
            chosen = replace(chosen, target=rules.methods[0].propose(sides))
        self.add(path, rules, sides, State(names, ((0, chosen),)))

    # --- Piles ---

    def open_pile(self) -> None:
        """My pile lies open on a phone."""
        if game := self.pick():
            page = self.phone.get(f"/g/{game.token}/pile?player={self.dice.randrange(len(game.now.names))}")
            self.phone.pile = (game.uid, {"after": read_fields(page).get("after", [str(game.last)])})

    def hand_in(self) -> None:
        """Hands in a pile, changes it, or takes it back by one without cards."""
        uid, fields = self.phone.pile
        self.phone.pile = (0, {})
        if not (game := self.find(uid) or self.pick()):
            return
        fields = dict(fields) if game.uid == uid else {"after": [str(game.last)]}
        player = self.dice.randrange(len(game.now.names))
        cards = frozenset(self.dice.sample(POOL, self.dice.randrange(4)) if game.rules.has_cards else ())
        points, is_sure = self.dice.randint(-3, 12), self.dice.random() < 0.8
        fields |= {"card": sorted(cards)} if game.rules.has_cards else {"count": str(points)}
        fields |= {"empty": "yes"} if is_sure else {}
        path = f"/g/{game.token}/pile?player={player}"
        answer = self.phone.post(path, fields)
        is_empty = game.rules.has_cards and not cards and not is_sure
        takes = fields["after"] == [str(game.last)] and not game.is_over and not is_empty
        assert (answer.status_code == 302) == takes, (
            f"a pile is taken: {not takes}, {fields} after {game.last}"
        )
        if takes:
            game.piles[player] = Pile(game.last, cards, points, next(self.numbers))

    # --- Rounds ---

    def open_entry(self) -> None:
        if game := self.pick():
            self.phone.draft = self.open(game)

    def open(self, game: Game, number: str = "new") -> Draft:
        fields = read_fields(self.phone.get(f"/g/{game.token}/rounds/{number}"))
        if number == "new":
            claims = game.claim()
            alone = {path: list(by.values()) for path, by in claims.items() if len(by) == 1}
            filled = {
                path: texts
                for path, texts in fields.items()
                if path.startswith(("captured/", "points/")) and texts[0] not in ("", TABLE)
            }
            assert filled == alone, f"a form has {filled}, handed in were {claims}"
        offered = frozenset(pile.made for pile in game.list_piles().values())
        won = bool(game.score().winners)
        return Draft(game.uid, game.token, game.era, number, fields, game.keys, won, offered)

    def fill(self, draft: Draft, game: Game) -> None:
        """Enters the round: what the piles do not say, now and then whose a disputed card is."""
        dice, fields, sides = self.dice, draft.fields, range(game.side_count)
        sure = ("unplaced", "left", "holder/dragon", *(f"nothing/{side}" for side in sides))
        fields |= {f"sure/{each}": ["yes"] for each in sure} | {"gaji/by": ["nobody"]}
        fields |= {f"all_four/{suit}": ["no"] for suit in ("iris", "maple", "willow")}
        numbers: list[Any] = [5 * dice.randint(0, 12) for _ in sides]
        winner = None
        if game.rules.race is not None:
            winner, fields["way"] = dice.choice(sides), ["points"]
            numbers = [each + 7 if side == winner else None for side, each in enumerate(numbers)]
            fields |= {"winner": [str(winner)], f"calls/{winner}": ["0"]}
        elif game.rules.has_cards and dice.random() < 0.6:
            fields["way"] = ["cards"]
            if dice.random() < 0.5:
                for path, by in game.claim().items():
                    fields.setdefault(path, [dice.choice([*by.values(), TABLE])])
            owner = dice.choice([*map(str, sides), *([TABLE] if "captured" in str(fields) else ())])
            fields["rest"] = [owner]
            owners = {
                card: fields.get(f"captured/{card}", [owner])[0] for card in game.rules.counting.picked.ids
            }
            numbers = [frozenset(card for card, by in owners.items() if by == str(side)) for side in sides]
            fields |= {"captured": [""]} if not any(numbers) else {}
        elif game.rules.has_cards:
            fields["way"] = ["points"]
        else:
            typed = [fields[f"points/{side}"][0] for side in sides]
            numbers = [int(typed[side] or numbers[side]) for side in sides]
            if game.side_count > 2 and dice.random() < 0.3:
                numbers[0], fields["sits_out"] = None, ["0"]
        if fields.get("way") != ["cards"]:
            fields |= {f"points/{side}": [str(numbers[side])] for side in sides if numbers[side] is not None}
        draft.round = Round(draft.key, tuple(numbers), winner)

    def foresee(self, draft: Draft, game: Game | None) -> str:
        """What the app will say to a new round."""
        assert draft.round is not None
        if game is None or draft.token != game.token:
            return "gone"
        if draft.key in game.first:
            stands = draft.key in game.keys and game.first[draft.key].sides == draft.round.sides
            return "saved" if stands else "asked"
        disputed = [path for path, by in game.claim().items() if len(by) > 1 and path not in draft.fields]
        is_nothing = draft.fields.get("way") == ["cards"] and not any(draft.round.sides)
        if not game.is_open or is_nothing or (draft.fields.get("way") == ["cards"] and disputed):
            return "refused"
        unseen = game.keys if draft.era != game.era else game.keys - draft.seen
        is_won = bool(game.score().winners) and (draft.era != game.era or not draft.was_won)
        return "asked" if unseen or is_won else "saved"

    def send(self, draft: Draft, **more: Any) -> TestResponse:
        """Sends the form, and presses Save on the summary where there is one."""
        path = f"/g/{draft.token}/rounds/{draft.number}"
        answer = self.phone.post(path, draft.fields, **more)
        if answer.status_code == 422 and (shown := read_summary(answer.text)):
            draft.fields = shown
            answer = self.phone.post(path, shown, **more)
        return answer

    def send_new(self, draft: Draft, **more: Any) -> TestResponse:
        """Sends a new round; the answer is what the model says, and what is saved stands in it."""
        game = self.find(draft.uid)
        due = self.foresee(draft, game)
        answer = self.send(draft, **more)
        came = {302: "saved", 200: "saved", 404: "gone", 410: "gone", 409: "asked", 422: "refused"}
        said = (read_faults(answer.text), read_notices(answer.text)[-200:], draft, game and game.keys)
        assert came[answer.status_code] == due, f"a round is {came[answer.status_code]}, not {due}: {said}"
        if due == "saved" and game and draft.round and draft.key not in game.first:
            game.serial += 1
            kept = replace(draft.round, key=draft.key, serial=game.serial)
            game.first[draft.key] = kept
            for player, pile in game.list_piles().items():
                if pile.made in draft.offered:
                    del game.piles[player]
            game.change(next(self.numbers), "add", replace(game.now, rounds=(*game.now.rounds, kept)))
        return answer

    def take_up(self) -> tuple[Draft, Game] | None:
        """The round that the phone has open, else one that it opens."""
        draft, self.phone.draft = self.phone.draft, None
        if draft is None:
            draft = self.open(game) if (game := self.pick()) else None
        game = draft and self.find(draft.uid)
        if draft and game:
            self.fill(draft, game)
        return (draft, game) if draft and game else None

    def save(self) -> None:
        """Saves a round; where the app asks, the person may say that it is the next one."""
        if not (taken := self.take_up()):
            return
        draft, game = taken
        answer = self.send_new(draft)
        if answer.status_code != 409 or self.dice.random() < 0.3:
            return
        forms = re.findall(
            r'<form method="post"((?:(?!</form>).)*)<button[^>]*>(?:Next|Save as)', answer.text
        )
        if draft.key not in game.first and forms:
            draft.fields = read_fields(forms[0])
            draft.seen, draft.was_won, draft.era = game.keys, bool(game.score().winners), game.era
            self.send_new(draft)

    def lose_the_answer(self) -> None:
        if taken := self.take_up():
            self.send_new(taken[0])
            self.phone.unsure = taken[0]

    def send_again(self) -> None:
        if unsure := next((each for each in self.phones if each.unsure), None):
            self.phone = unsure
            assert unsure.unsure is not None
            self.send_new(unsure.unsure)
            unsure.unsure = unsure.unsure if self.dice.random() < 0.4 else None

    def wait(self) -> None:
        """Saves without network: the round waits on the phone, with what its page had seen."""
        if len(self.phone.waiting) < 3 and (taken := self.take_up()):
            self.phone.waiting.append(taken[0])
            self.phone.draft = copy.deepcopy(taken[0])
            self.phone.draft.fields |= {"key": [f"waits-{next(self.numbers):06}"]}

    def come_back(self) -> None:
        """Rounds that wait are sent one after another by the link of the page, until one is asked about."""
        self.phone = next((each for each in self.phones if each.waiting), self.phone)
        sent: tuple[Any, ...] = ()
        while self.phone.waiting:
            draft = self.phone.waiting.pop(0)
            game = self.find(draft.uid)
            draft.token = game.token if game and self.dice.random() < 0.8 else draft.token
            if sent and draft.uid == sent[0] and draft.era == sent[2]:
                draft.fields["seen"], draft.seen, draft.was_won = [sent[1]], sent[3], False
            answer = self.send_new(draft, headers={"Accept": "application/json"})
            if answer.status_code != 200:
                break
            assert answer.json
            assert answer.json["saved"] == draft.key
            if game:
                sent = (game.uid, answer.json["seen"], game.era, game.keys)

    def open_correction(self) -> None:
        if game := self.pick(with_rounds=True):
            place = self.dice.randrange(len(game.now.rounds))
            self.phone.correction = self.open(game, str(place + 1))
            key = game.now.rounds[place].key
            self.phone.correction.of = (key, game.versions[key])

    def correct(self) -> None:
        self.phone = next((each for each in self.phones if each.correction), self.phone)
        draft, self.phone.correction = self.phone.correction, None
        if draft is None:
            return
        game, (key, version) = self.find(draft.uid), draft.of
        if game is None or game.token != draft.token:
            assert self.send(draft).status_code in GONE
            return
        draft.fields = {path: text for path, text in draft.fields.items() if path != "sits_out"}
        draft.fields |= {f"points/{side}": [""] for side in range(game.side_count)}
        self.fill(draft, game)
        assert draft.round is not None
        before, status = self.count_changes(game), self.send(draft).status_code
        stands = key in game.keys and game.versions[key] == version and draft.era == game.era
        is_nothing = draft.fields.get("way") == ["cards"] and not any(draft.round.sides)
        due = (404, 409) if draft.era != game.era else (302,) if stands else (409,)
        assert status in ((422,) if is_nothing else due), f"a correction: {status}, not {due}"
        if self.count_changes(game) > before:
            rounds = [
                replace(each, sides=draft.round.sides, winner=draft.round.winner) if each.key == key else each
                for each in game.now.rounds
            ]
            game.change(next(self.numbers), "correct", replace(game.now, rounds=tuple(rounds)))

    def remove(self) -> None:
        if game := self.pick(with_rounds=True):
            place = self.dice.randrange(len(game.now.rounds))
            path = f"/g/{game.token}/rounds/{place + 1}"
            rounds = game.now.rounds[:place] + game.now.rounds[place + 1 :]
            fields = {"version": read_fields(self.phone.get(f"{path}/why"))["version"]}
            self.change(game, "remove", replace(game.now, rounds=rounds), f"{path}/remove", fields)
            assert game.now.rounds == rounds, "a round was not removed"

    # --- Undo ---

    def find_button(self, game: Game, way: str) -> str:
        """The field of the button, nothing without one."""
        text = self.phone.get(f"/g/{game.token}")
        found = re.findall(rf'/{way}">(?:(?!</form>).)*?name="seen" value="([\d-]+)"', text, re.DOTALL)
        return found[0] if found else ""

    def undo_or_redo(self) -> None:
        if game := self.pick():
            way = self.dice.choice(("undo", "undo", "redo"))
            source = game.past if way == "undo" else game.future
            seen = self.find_button(game, way)
            # Continue stands in the place of what undoes End.
            is_end = way == "undo" and bool(source) and source[-1].kind == "end"
            assert bool(seen) == bool(source) or is_end, f"{way} is offered: {bool(seen)}"
            if seen:
                self.press(game, way, seen, is_same=True)

    def press(self, game: Game, way: str, seen: str, *, is_same: bool) -> None:
        source, other = (game.past, game.future) if way == "undo" else (game.future, game.past)
        step, before = source[-1] if source else Step(0, "", game.now), self.count_changes(game)
        later = next((each for each in self.games if each.uid == game.next_uid), None)
        later = later if step.kind == "players" else None
        self.phone.post(f"/g/{game.token}/{way}", {"seen": seen})
        is_kept = way == "undo" and later is not None and not later.deleted and bool(later.now.rounds)
        due = is_same and not is_kept
        assert (self.count_changes(game) > before) == due, f"{way} of {step.kind}: {due} expected"
        if due:
            game.step(source, other)
            if later:
                later.deleted = way == "undo"
                later.token = later.token

    def open_undo(self) -> None:
        """The page of a game lies open with its button Undo."""
        if (game := self.pick()) and (seen := self.find_button(game, "undo")):
            self.phone.undo = (game.uid, game.era, game.past[-1].made, seen)

    def undo_on_an_old_page(self) -> None:
        """Takes back what the page names, or nothing."""
        self.phone = next((each for each in self.phones if each.undo), self.phone)
        undo, self.phone.undo = self.phone.undo, None
        if undo and (game := self.find(undo[0])):
            is_top = bool(game.past) and (game.era, game.past[-1].made) == undo[1:3]
            self.press(game, "undo", undo[3], is_same=is_top)

    # --- What changes now and then ---

    def agree(self) -> None:
        """What the table agrees, and who plays."""
        if game := self.pick():
            acts = (self.change_options, self.end, self.end, self.rename, self.sit, self.go_on, self.rematch)
            self.dice.choice(acts)(game)

    def change_options(self, game: Game) -> None:
        path, chosen, length = f"/g/{game.token}/house-rules", game.now.options, self.dice.choice((3, 6, 12))
        for_all = self.dice.random() < 0.5
        fields = read_fields(self.phone.get(path)) | {"reach": ["for-all" if for_all else "from-now-on"]}
        if game.rules.length is None:
            chosen = replace(chosen, target=100 * length, method="A" if length == 6 else "B")
            fields |= {"target": [str(chosen.target)], "method": [chosen.method]}
        else:
            chosen = replace(chosen, rounds=length, target=None)
            offered = length in game.rules.length.offered
            fields |= {
                "length": [str(length) if offered else "rounds"],
                "rounds": [str(length)],
                "target": [""],
            }
        serial = game.serial + 1
        former = () if for_all else tuple(each for each in game.now.periods if each[0] < serial)
        state = replace(game.now, periods=(*former, (serial if former else 0, chosen)))
        self.change(game, "options", state, path, fields)

    def end(self, game: Game) -> None:
        ends = self.dice.random() < 0.5
        path = f"/g/{game.token}/{'end' if ends else 'resume'}"
        self.change(game, "end" if ends else "resume", replace(game.now, ended=ends), path, {})

    def rename(self, game: Game) -> None:
        names = list(game.now.names)
        names[self.dice.randrange(len(names))] = next(each for each in OTHERS if each not in names)
        self.post_players(game, replace(game.now, names=tuple(names)), "names", {})

    def sit(self, game: Game) -> None:
        """The players sit the other way round."""
        if not game.is_over:
            count, dealer = len(game.now.names), self.dice.randrange(len(game.now.names))
            order = tuple(reversed((game.score().seating or game.seating).places))
            seats = tuple(each for each in game.now.seats if each[0] <= game.serial)
            state = replace(game.now, seats=(*seats, (game.serial + 1, order, dealer)))
            places = {f"place-{seat}": [str(order.index(seat) + 1)] for seat in range(count)}
            self.post_players(game, state, "seats", {**places, "dealer": [str(dealer)]})

    def post_players(self, game: Game, state: State, part: str, more: Mapping[str, Any]) -> str:
        path = f"/g/{game.token}/players"
        fields = read_fields(self.phone.get(path))
        usual = {name: text for name, text in fields.items() if re.fullmatch(r"(team|place)-\d", name)}
        typed = {f"name-{seat}": [name] for seat, name in enumerate(state.names)} | usual | {"dealer": ["0"]}
        return self.change(
            game, part, state, path, typed | more | {"part": [part], "known": fields["known"][:1]}
        )

    def go_on(self, game: Game) -> None:
        """The last player leaves and another joins, as the next game of the table."""
        if game.is_over or game.side_count < len(game.now.names) or len(self.games) > 5:
            return
        scored, points = game.score(), 5 * self.dice.randrange(4)
        order = scored.seating.places if scored.seating else tuple(range(len(game.now.names)))
        stay, joins = order[:-1], next(each for each in OTHERS if each not in game.now.names)
        decider = get_scorer(game.rules, game.now.options).settlement.decider
        sums = zip(game.now.names, scored.totals, scored.add_up(decider), strict=True)
        left = sum(each for _, each in scored.carried)
        starts = {name: Start(total, tally, left) for name, total, tally in sums}
        starts[joins] = Start(points, 0 if decider else points)
        names = (*(game.now.names[seat] for seat in stay), joins)
        chosen = game.now.options
        if chosen.rounds is not None:
            chosen = replace(chosen, rounds=max(1, chosen.rounds - len(scored.rounds)))
        more = {"stays": list(map(str, stay)), "join-0": [joins], "points-0": [str(points)]}
        if path := self.post_players(game, replace(game.now, continued=True), "players", more):
            dealer = 0 if scored.next_dealer not in stay else stay.index(scored.next_dealer)
            brought = tuple(starts[name] for name in names)
            state = State(names, ((0, chosen),))
            game.next_uid = self.add(
                path, game.rules, len(names), state, first_dealer=dealer, starts=brought
            ).uid

    def rematch(self, game: Game) -> None:
        if len(self.games) <= 5:
            path, dealer = f"/g/{game.token}/again", game.score().next_dealer
            path = self.lead(self.phone.post(path, read_fields(self.phone.get(path))))
            state = State(game.now.names, ((0, game.now.options),))
            first = game.first_dealer if dealer is None else dealer
            self.add(path, game.rules, game.side_count, state, first_dealer=first)

    def share(self) -> None:
        """Links, codes, files, another game."""
        if game := self.pick():
            acts = (
                self.replace_links,
                self.replace_links,
                self.join,
                self.view,
                self.bring_in,
                self.begin_other,
            )
            self.dice.choice(acts)(game)

    def begin_other(self, _game: Game) -> None:
        if len(self.games) <= 3:
            self.start(self.dice.choice(TABLES))

    def replace_links(self, game: Game) -> None:
        old = game.table
        new = self.lead(self.phone.post(f"/g/{game.token}/links", {})).split("/")[2].partition("~")[0]
        for each in self.games:
            if each.table == old:
                self.touch(each).token = each.token.replace(old, new)
        assert self.phone.client.get(f"/g/{old}").status_code == 404, "a link that was replaced opens"

    def join(self, game: Game) -> None:
        link = self.dice.choice(("edit", "view"))
        letters = self.lead(self.phone.post(f"/g/{game.token}/codes", {"link": link})).rpartition("/")[2]
        way = f"/g/{game.token}/pile" if link == "edit" else f"/v/{make_view_token(game.token)}"
        assert self.lead(self.phones[3].post("/join", {"code": letters})) == way

    def view(self, game: Game) -> None:
        """All that a phone may try with the link for viewers."""
        parts = [
            "pile?player=0",
            "rounds/new",
            "rounds/1",
            "rounds/1/remove",
            "undo",
            "redo",
            "end",
            "resume",
        ]
        parts += ["links", "codes", "house-rules", "players", "delete"]
        for access, part in itertools.product("gv", parts):
            fields = {"after": "0", "card": POOL[0], "count": "5", "points/0": "9", "points/1": "8"}
            path = f"/{access}/{make_view_token(game.token)}/{part}"
            answer = self.phone.post(path, fields | {"key": "view-0001", "way": "points", "version": "1-2"})
            assert answer.status_code in (404, 405), path

    def bring_in(self, game: Game) -> None:
        if len(self.games) <= 4:
            text = self.phone.get(f"/g/{game.token}/copies/game.json")
            answer = self.phone.post("/games/bring-in", {"file": (io.BytesIO(text.encode()), "game.json")})
            copied = replace(copy.deepcopy(game), uid=next(self.numbers), piles={}, next_uid=0)
            copied.token = self.lead(answer).split("/")[2]
            self.games.append(self.touch(copied))

    def keep(self) -> None:
        """The keeper's part: a backup, its restore while people play, a server that starts again."""
        act = self.dice.choice(("back up", "restore", "restore", "start"))
        url = self.app.config["DATABASE_URL"]
        if act == "start":
            self.app.extensions["kwado-store"].close()
            self.other = self.other or self.make_app(Path(self.app.config["INSTANCE_PATH"]))
            self.app, self.other = self.other, self.app
            for phone in self.phones:
                phone.client.application = self.app
        elif act == "restore" and self.backup is not None:
            restore(url, self.file)
            self.era += 1
            self.games, self.backup = self.backup, None
            for game in self.games:
                game.era = self.era
        else:
            back_up(url, self.file)
            self.backup = copy.deepcopy(self.games)

    # --- What holds after each step ---

    def look(self) -> None:
        """The games that were touched are those of the model."""
        for game in self.games:
            if game.uid in self.touched and not game.deleted:
                self.look_at(game, f"/g/{game.token}")
        self.touched.clear()

    def look_at(self, game: Game, way: str) -> None:
        expected = list(game.score().final.tallies)
        totals = read_totals(self.phones[0].get(way))
        assert totals == expected, f"totals are {totals}, {expected} expected"
        with self.app.extensions["kwado-store"].reading() as session:
            stored = [
                each.document for each in list_rounds(session, get_game(session, game.token, to="edit"))[::-1]
            ]
        names = game.seating.get_side_names()
        due = [each.write(game.rules, names) for each in game.now.rounds]
        for entered, kept in itertools.zip_longest(stored, due):
            assert entered is not None
            assert kept is not None
            for part in ("captured", "points", "winner", "sits_out"):
                assert sort(entered.get(part)) == sort(kept.get(part)), f"{entered} stands, {kept} expected"
        claims: dict[str, dict[int, str]] = {}
        for pile in self.phones[0].client.get(f"/g/{game.token}/piles").json["piles"]:  # type: ignore[index]
            for path, text in pile["fields"].items():
                claims.setdefault(path, {})[pile["side"]] = text
        assert claims == game.claim(), f"piles are {claims}, {game.piles} expected"

    def teardown(self) -> None:
        """All games are as they should be; every page of them answers, and changes nothing."""
        try:
            for game in self.games:
                if not game.deleted and not self.touched:
                    self.open_every_page(game)
                    self.look_at(game, f"/v/{make_view_token(game.token)}")
        finally:
            if self.other:
                close(self.other)

    def open_every_page(self, game: Game) -> None:
        known = {"number": len(game.now.rounds), "access": "g"}
        for each in self.app.url_map.iter_rules():
            needs = each.arguments - {"token"} - set(each.defaults or ())
            if "token" in each.arguments and "GET" in each.methods and needs <= known.keys():
                if each.endpoint in PRESSED or ("number" in needs and not game.now.rounds):
                    continue
                own = {"g": game.token, "v": make_view_token(game.token), "t": game.table}
                for access in "gv" if "access" in needs else each.rule[1]:
                    values = known | {"token": own[access], "access": access}
                    _, path = each.build(values | (each.defaults or {}), append_unknown=False)
                    assert self.phones[1].client.get(path).status_code == 200, path


def sort(said: Any) -> Any:
    """Without order, and without what is nobody's."""
    if isinstance(said, dict):
        return {key: sort(each) for key, each in said.items() if each not in ([], "rest")}
    return sorted(said) if isinstance(said, list) else said


def test_an_evening_keeps_what_it_was_told(reused: Reused, make_app: MakeApp, tmp_path: Path) -> None:
    chosen = settings(
        max_examples=EVENINGS or 6, stateful_step_count=STEPS, derandomize=not EVENINGS, deadline=None,
        suppress_health_check=list(HealthCheck), database=None,
        phases=[Phase.generate] if EVENINGS else [Phase.generate, Phase.shrink],
    )  # fmt: skip
    run_state_machine_as_test(lambda: Evening(reused, make_app, tmp_path), settings=chosen)
