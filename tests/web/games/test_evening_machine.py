"""An evening of four phones beside a plain model: what one feature keeps, no other may lose, double or move.

Phones post forms as pages without scripts do; rounds that wait are posted as data, as the script of the line
does. What the app answers to each is known beforehand from the model, and so is what stands afterwards.

`KWADO_TEST_THOROUGH=1` plays 300 evenings, others at every run; `KWADO_TEST_EVENINGS=2000` so many.
"""

import itertools
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from werkzeug.test import TestResponse

from companion.rules import Start, get_rule_set, get_scorer, parse_options
from companion.store import back_up, get_game, make_view_token, restore, score_kept_game
from tests.web.conftest import Reused, find_token, start_anew
from tests.web.games.evening import Game, Pile, Round, State
from tests.web.table import drop_layout, drop_terms, read_faults, read_fields, read_summary, read_totals

THOROUGH = "300" if os.environ.get("KWADO_TEST_THOROUGH") == "1" else "0"
EVENINGS = int(os.environ.get("KWADO_TEST_EVENINGS", THOROUGH))
NAMES = ("Ann", "Ben", "Cem", "Dee")
OTHERS = ("Eve", "Fay", "Gil", "Hal", "Ida", "Jan", "Kim", "Leo", "Mia", "Noa", "Oda", "Pia")
POOL = ("pine-crane", "susuki-moon", "clover-boar", "maple-deer", "peony-butterflies", "plum-ribbon")
# What a person confirms when asked.
SURE = {"gaji/by": "nobody", "sure/unplaced": "yes", "sure/left": "yes", "sure/holder/dragon": "yes"}
SURE |= {f"sure/nothing/{side}": "yes" for side in range(4)}
SURE |= {f"all_four/{suit}": "no" for suit in ("iris", "maple", "willow")}
TABLE = "table"
# Games with their numbers of players and of sides.
TABLES = (
    ("kwado-1985", 2, 2), ("kwado-1985", 3, 3), ("kwado-1985", 4, 4), ("kwado-1985", 4, 2),
    ("by-points", 2, 2), ("by-points", 3, 3), ("by-points", 4, 2), ("koikoi-modern", 2, 2), ("go-stop", 3, 3),
)  # fmt: skip
# What phones do, as often as it stands here: one rule, for of several Hypothesis switches some off.
ACTS = (
    *("hand_in",) * 8, *("open_entry",) * 3, *("save",) * 10,
    *("send_again",) * 3, *("wait",) * 3, *("come_back",) * 3, *("open_correction",) * 2, *("correct",) * 3,
    *("remove",) * 2, *("undo_or_redo",) * 5, "open_undo", *("press_undo",) * 2, *("agree",) * 4,
    *("replace_links",) * 2, "try_the_view_link", *("keep",) * 3,
)  # fmt: skip
# Bits: of numbers Hypothesis now and then takes one that stands in a module that a worker has imported.
SEED = st.lists(st.booleans(), min_size=32, max_size=32).map(
    lambda bits: sum(bit << place for place, bit in enumerate(bits))
)


@dataclass
class Draft:
    """A round on a phone: its form, and the game as that page showed it; `of` is the key of one corrected."""

    game: Game
    number: str
    fields: dict[str, Any]
    of: str = ""
    round: Round = field(default_factory=lambda: Round("", ()))

    @property
    def way(self) -> str:
        return f"/g/{self.game.token}/rounds/{self.number}"


@dataclass
class Phone:
    """A phone with its form token, the pages that it has open, and the rounds that wait on it."""

    client: FlaskClient
    token: str = ""
    pages: dict[str, Any] = field(default_factory=dict)
    waiting: list[Draft] = field(default_factory=list)

    def read(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, f"{answer.status_code} at {path}"
        return drop_terms(drop_layout(answer.text))

    def post(self, path: str, fields: Mapping[str, Any], **more: Any) -> TestResponse:
        answer = self.client.post(path, data={"csrf_token": self.token, **fields}, **more)
        assert answer.status_code < 500, f"{answer.status_code} at {path}"
        return answer


class Evening(RuleBasedStateMachine):
    """Four phones and a server, beside the model."""

    def __init__(self, reused: Reused, folder: Path) -> None:
        super().__init__()
        start_anew(reused.app, reused.database)
        self.app, self.file = reused.app, folder / "evening.backup"
        self.numbers, self.era = itertools.count(1), 0
        self.games: list[Game] = []
        self.phones = [Phone(FlaskClient(self.app, self.app.response_class, use_cookies=True)) for _ in NAMES]
        for self.phone in self.phones:  # noqa: B020
            self.phone.token = find_token(self.phone.read("/join"))

    @initialize(seed=SEED)
    def begin(self, seed: int) -> None:
        """Two phones on one game, with a round each."""
        self.dice = Random(seed)
        game, players, sides = self.dice.choice(TABLES)
        rules, names = get_rule_set(game), NAMES[:players]
        fields = {f"player-{seat}": name for seat, name in enumerate(names)}
        fields |= {"table": "new", "game": game, "fields-of": game, "preset": "none"}
        fields |= {"method": rules.methods[0].id, "sides": "alone" if sides == players else str(sides)}
        token = lead(self.phone.post("/games/new", fields)).split("/")[2]
        chosen = parse_options(rules, {"yaku": "none"} if rules.presets else {})
        if chosen.target is None and chosen.rounds is None:
            chosen = replace(chosen, target=rules.methods[0].propose(sides))
        self.games = [Game(next(self.numbers), token, rules, sides, State(names, ((0, chosen),)))]
        for phone in self.phones[:2]:
            self.do("save", phone)

    @rule(seed=SEED)
    def act(self, seed: int) -> None:
        self.dice = Random(f"{seed} {next(self.numbers)}")
        self.do(self.dice.choice(ACTS), self.dice.choice(self.phones))

    def do(self, act: str, phone: Phone) -> None:
        note(f"{act} on phone {self.phones.index(phone) + 1}")
        self.phone = phone
        getattr(self, act)()
        for game in self.games:
            if not game.deleted:
                self.look_at(game)
                self.open_a_page(game)

    # --- Short words ---

    def pick(self) -> Game:
        """The first is never gone."""
        return self.dice.choice([each for each in self.games if not each.deleted])

    def find(self, uid: int) -> Game | None:
        """The game, if it is there still."""
        return next((each for each in self.games if each.uid == uid and not each.deleted), None)

    def find_phone(self, page: str) -> Any:
        """What lies open on a phone, taken up by it."""
        self.phone = next((each for each in self.phones if page in each.pages), self.phone)
        return self.phone.pages.pop(page, None)

    def change(self, game: Game, kind: str, state: State, act: Callable[[], Any]) -> Any:
        """The answer, if the app makes a change of the game; then the model has it, too."""
        before, answer = self.count(game), act()
        is_changed = self.count(game) > before
        if is_changed and state != game.now:
            game.change(next(self.numbers), kind, state)
        return answer if is_changed else None

    def count(self, game: Game) -> int:
        with self.app.extensions["kwado-store"].reading() as session:
            return get_game(session, game.token, to="edit").revision

    # --- Piles ---

    def hand_in(self) -> None:
        """Some hand in a pile, change it, or take it back by one without cards; a page may be an old one."""
        game = self.pick()
        for player in self.dice.sample(range(len(game.now.names)), self.dice.randint(1, len(game.now.names))):
            after = game.last if self.dice.random() < 0.8 else self.dice.randint(0, game.serial)
            cards = frozenset(self.dice.sample(POOL, self.dice.randrange(4)) if game.rules.has_cards else ())
            points, fields = self.dice.randint(-3, 12), {"empty": "yes"} if self.dice.random() < 0.8 else {}
            fields |= {} if game.rules.has_cards else {"count": str(points)}
            path = f"/g/{game.token}/pile?player={player}"
            status = self.phone.post(path, {**fields, "after": str(after), "card": list(cards)}).status_code
            takes = after == game.last and not game.is_over and bool(cards or fields)
            assert (status == 302) == takes, f"a pile is taken: {not takes}, {cards} {fields} after {after}"
            if takes:
                game.piles = {**game.piles, player: Pile(after, cards, points, next(self.numbers))}

    # --- Rounds ---

    def open_entry(self) -> None:
        self.phone.pages["draft"] = self.open(self.pick())

    def open(self, game: Game, number: str = "new", of: str = "") -> Draft:
        fields = {
            path: texts[0]
            for path, texts in read_fields(self.phone.read(f"/g/{game.token}/rounds/{number}")).items()
        }
        alone = {path: next(iter(by.values())) for path, by in game.claim().items() if len(by) == 1}
        if game.rules.has_cards and game.rules.race is None and fields["way"] == "points":
            alone |= game.count_claims()
        filled = {
            path: text
            for path, text in fields.items()
            if re.match("captured/|points/", path) and text not in ("", TABLE)
        }
        assert of or filled == alone, f"a form has {filled}, handed in were {game.claim()}"
        return Draft(replace(game), number, fields, of)

    def fill(self, draft: Draft, game: Game) -> None:
        """Enters the round: what the piles do not say, now and then whose a disputed card is."""
        dice, fields, sides, winner = self.dice, draft.fields, range(game.side_count), None
        fields |= SURE
        numbers: list[Any] = [5 * dice.randint(0, 12) for _ in sides]
        if game.rules.race is not None:
            winner, fields["way"] = dice.choice(sides), "points"
            numbers = [each + 7 if side == winner else None for side, each in enumerate(numbers)]
            fields |= {"winner": str(winner), f"calls/{winner}": "0"}
        elif game.rules.has_cards and dice.random() < 0.6:
            claims = game.claim().items() if dice.random() < 0.5 else ()
            fields |= {path: dice.choice([*by.values(), TABLE]) for path, by in claims if path not in fields}
            # Somebody has a card.
            rest = (
                [TABLE]
                if any(text.isdigit() for path, text in fields.items() if path in game.claim())
                else []
            )
            fields |= {"way": "cards", "rest": dice.choice([*map(str, sides), *rest])}
            owners = {
                card: fields.get(f"captured/{card}", fields["rest"])
                for card in game.rules.counting.picked.ids
            }
            numbers = [frozenset(card for card, by in owners.items() if by == str(side)) for side in sides]
        elif game.rules.has_cards:
            fields["way"] = "points"
        else:
            numbers = [int(fields[f"points/{side}"] or numbers[side]) for side in sides]
            if game.side_count > 2 and dice.random() < 0.3:
                numbers[0], fields["sits_out"] = None, "0"
        if fields.get("way") != "cards":
            fields |= {f"points/{side}": str(numbers[side]) for side in sides if numbers[side] is not None}
        draft.round = Round(fields["key"], tuple(numbers), winner)

    def foresee(self, draft: Draft, game: Game | None) -> str:
        """What the app will say to a new round."""
        was, key = draft.game, draft.fields["key"]
        if game is None or was.token != game.token:
            return "gone"
        if key in game.first:
            return "saved" if key in game.keys and game.first[key].sides == draft.round.sides else "asked"
        disputed = [path for path, by in game.claim().items() if len(by) > 1 and path not in draft.fields]
        if not game.is_open or (draft.fields.get("way") == "cards" and disputed):
            return "refused"
        is_same = was.era == game.era
        is_won = game.score().winners and not (is_same and was.score().winners)
        return "asked" if is_won or (game.keys - was.keys if is_same else game.keys) else "saved"

    def send(self, draft: Draft, **more: Any) -> TestResponse:
        """Sends the form, and presses Save on the summary where there is one."""
        answer = self.phone.post(draft.way, draft.fields, **more)
        shown = read_summary(drop_layout(answer.text))
        return self.phone.post(draft.way, shown, **more) if shown else answer

    def send_new(self, draft: Draft, **more: Any) -> TestResponse:
        """Sends a new round; the answer is what the model says, and what is saved stands in it."""
        game, key = self.find(draft.game.uid), draft.fields["key"]
        due, answer = self.foresee(draft, game), self.send(draft, **more)
        came = {302: "saved", 200: "saved", 404: "gone", 410: "gone", 409: "asked", 422: "refused"}[
            answer.status_code
        ]
        assert came == due, f"a round is {came}, not {due}: {read_faults(answer.text)} {draft.fields}"
        if due == "saved" and game and key not in game.first:
            game.serial += 1
            kept = replace(draft.round, key=key, serial=game.serial)
            had = {
                player
                for player, pile in game.list_piles().items()
                if pile in draft.game.list_piles().values()
            }
            game.piles = {player: pile for player, pile in game.piles.items() if player not in had}
            game.first = {**game.first, key: kept}
            game.change(next(self.numbers), "add", replace(game.now, rounds=(*game.now.rounds, kept)))
        return answer

    def take_up(self) -> Draft | None:
        """A round that lies open on a phone, else one that it opens, filled in."""
        draft: Draft = self.find_phone("draft") or self.open(self.pick())
        if game := self.find(draft.game.uid):
            self.fill(draft, game)
        return draft if game else None

    def save(self) -> None:
        """Saves a round; the answer may be lost, and a person who is asked says that it is the next one."""
        if not (draft := self.take_up()):
            return
        answer, game = self.send_new(draft), self.find(draft.game.uid)
        form = r'<form method="post"((?:(?!</form>).)*)<button[^>]*>\s*(?:Next|Save as)'
        asked = re.search(form, answer.text, re.DOTALL) if answer.status_code == 409 else None
        if self.dice.random() < 0.3:
            self.phone.pages["unsure"] = draft
        elif asked and game and draft.fields["key"] not in game.first:
            draft.fields = {path: texts[0] for path, texts in read_fields(drop_layout(asked[1])).items()}
            # It has seen all but piles that came later.
            shown = draft.game.list_piles().values()
            draft.game = replace(game, piles={n: each for n, each in game.piles.items() if each in shown})
            self.send_new(draft)

    def send_again(self) -> None:
        if draft := self.find_phone("unsure"):
            self.send_new(draft)
            self.phone.pages |= {"unsure": draft} if self.dice.random() < 0.4 else {}

    def wait(self) -> None:
        """Saves without network: the round waits on the phone, and the next is entered on the same page."""
        if len(self.phone.waiting) < 3 and (draft := self.take_up()):
            self.phone.waiting.append(draft)
            fields = draft.fields | {"key": f"waits-{next(self.numbers):06}"}
            self.phone.pages["draft"] = replace(draft, fields=fields)

    def come_back(self) -> None:
        """Rounds that wait are sent one after another by the link of the page, until one is asked about."""
        self.phone = next((each for each in self.phones if each.waiting), self.phone)
        seen: tuple[Game, str] | None = None
        while self.phone.waiting:
            draft = self.phone.waiting.pop(0)
            game = self.find(draft.game.uid)
            if game and self.dice.random() < 0.8:
                draft.game = replace(draft.game, token=game.token)
            if seen and (draft.game.uid, draft.game.era) == (seen[0].uid, seen[0].era):
                draft.fields["seen"] = seen[1]
                draft.game = replace(draft.game, now=replace(seen[0].now, ended=False))
            answer = self.send_new(draft, headers={"Accept": "application/json"})
            if answer.status_code != 200:
                break
            assert answer.json
            assert answer.json["saved"] == draft.fields["key"]
            # The rest has seen the game up to there; whether it was won is what the page said.
            said = re.sub(r"^\d*", answer.json["seen"].partition("-")[0], draft.fields["seen"])
            seen = (replace(game), said) if game and draft.game.era == game.era else None

    def open_correction(self) -> None:
        if (game := self.pick()).now.rounds:
            place = self.dice.randrange(len(game.now.rounds))
            self.phone.pages["correction"] = self.open(game, str(place + 1), game.now.rounds[place].key)

    def correct(self) -> None:
        if not (draft := self.find_phone("correction")):
            return
        was, game = draft.game, self.find(draft.game.uid)
        if game is None or game.token != was.token:
            assert self.send(draft).status_code in (404, 410), "a correction by a link that was replaced"
            return
        draft.fields |= {f"points/{side}": "" for side in range(game.side_count)}
        draft.fields.pop("sits_out", None)
        self.fill(draft, game)
        is_there = draft.of in game.keys and (game.era, game.versions[draft.of]) == (
            was.era,
            was.versions[draft.of],
        )
        sides, winner = draft.round.sides, draft.round.winner
        state = replace(
            game.now,
            rounds=tuple(
                replace(each, sides=sides, winner=winner) if each.key == draft.of else each
                for each in game.now.rounds
            ),
        )
        is_saved = self.change(game, "correct", state, lambda: self.send(draft).status_code == 302)
        assert not is_saved or is_there, "a correction of another round"
        assert game.now == state or not is_there, "a correction is lost"

    def remove(self) -> None:
        if (game := self.pick()).now.rounds:
            place = self.dice.randrange(len(game.now.rounds))
            path = f"/g/{game.token}/rounds/{place + 1}"
            state = replace(game.now, rounds=game.now.rounds[:place] + game.now.rounds[place + 1 :])
            fields = {"version": read_fields(self.phone.read(f"{path}/why"))["version"]}
            self.change(game, "remove", state, lambda: self.phone.post(f"{path}/remove", fields))
            assert game.now == state, "a round was not removed"

    # --- Undo ---

    def open_undo(self) -> None:
        """The page of a game lies open with its button Undo or Redo."""
        game, way = self.pick(), self.dice.choice(("undo", "undo", "redo"))
        steps, text = game.steps[way], self.phone.read(f"/g/{game.token}")
        seen = re.search(rf'/{way}">(?:(?!</form>).)*?name="seen" value="([\d-]+)"', text, re.DOTALL)
        # Continue stands in the place of what undoes End.
        is_end = way == "undo" and bool(steps) and steps[-1][1] == "end"
        assert bool(seen) == bool(steps) or is_end, f"{way} is offered: {bool(seen)}"
        if seen:
            self.phone.pages["undo"] = (game.uid, way, (game.era, steps[-1][0]), seen[1])

    def undo_or_redo(self) -> None:
        self.open_undo()
        self.press_undo()

    def press_undo(self) -> None:
        """Takes back what the page names, or nothing."""
        uid, way, named, seen = self.find_phone("undo") or (0, "", (), "")
        if game := self.find(uid):
            steps, before = game.steps[way], self.count(game)
            later = self.find(game.next_uid) if steps and steps[-1][1] == "players" else None
            is_kept = way == "undo" and later is not None and bool(later.now.rounds)
            due = bool(steps) and (game.era, steps[-1][0]) == named and not is_kept
            self.phone.post(f"/g/{game.token}/{way}", {"seen": seen})
            assert (self.count(game) > before) == due, f"{way} is done: {not due}"
            if due:
                game.step(way, "redo" if way == "undo" else "undo")
                for each in self.games:
                    if each.uid == game.next_uid:
                        each.deleted = not game.now.continued

    # --- What changes now and then ---

    def agree(self) -> None:
        """What the table agrees, and who plays."""
        self.dice.choice((self.change_options, self.end, self.end, self.sit, self.go_on, self.adjust))(
            self.pick()
        )

    def change_options(self, game: Game) -> None:
        path, options = f"/g/{game.token}/house-rules", game.now.periods[-1][1]
        reach = self.dice.choice(("for-all", "from-now-on"))
        chosen = replace(
            options, rounds=None, target=100 * self.dice.randint(1, 9), method=self.dice.choice("AB")
        )
        typed = {"target": str(chosen.target), "method": chosen.method, "reach": reach}
        former = [each for each in game.now.periods if each[0] <= game.serial and reach == "from-now-on"]
        periods = (*former, (game.serial + 1 if former else 0, chosen))
        if game.rules.length is None and len(game.rules.methods) > 1:
            fields = read_fields(self.phone.read(path)) | typed
            self.change(
                game, "options", replace(game.now, periods=periods), lambda: self.phone.post(path, fields)
            )

    def end(self, game: Game) -> None:
        way = self.dice.choice(("end", "resume"))
        state = replace(game.now, ended=way == "end")
        self.change(game, way, state, lambda: self.phone.post(f"/g/{game.token}/{way}", {}))

    def adjust(self, game: Game) -> None:
        """Points beside a round."""
        if not game.now.rounds:
            return
        number = self.dice.randint(1, len(game.now.rounds))
        path, adjusted = f"/g/{game.token}/rounds/{number}/points", game.now.adjustments
        fields = read_fields(self.phone.read(path).split('action=""')[1]) | {"reason": "tea"}
        points = tuple(self.dice.choice((-20, 0, 15)) for _ in range(game.side_count))
        row = (game.now.rounds[number - 1].serial, points)
        fields |= {f"points-{place}": str(each) for place, each in enumerate(points)}
        state = replace(game.now, adjustments=(*adjusted, row))
        self.change(game, "adjust", state, partial(self.phone.post, path, fields))

    def sit(self, game: Game) -> None:
        """The players sit the other way round."""
        if not game.is_over:
            dealer, order = self.dice.randrange(len(game.now.names)), game.score().seating.places[::-1]  # type: ignore[union-attr]
            seats = tuple(each for each in game.now.seats if each[0] <= game.serial)
            state = replace(game.now, seats=(*seats, (game.serial + 1, order, dealer)))
            places = {f"place-{seat}": str(place + 1) for place, seat in enumerate(order)}
            self.post_players(game, state, "seats", places | {"dealer": str(dealer)})

    def post_players(self, game: Game, state: State, part: str, more: Mapping[str, Any]) -> Any:
        path = f"/g/{game.token}/players"
        fields = read_fields(self.phone.read(path))
        typed = {name: text for name, text in fields.items() if re.fullmatch(r"(team|place)-\d", name)}
        typed |= {f"name-{seat}": name for seat, name in enumerate(state.names)} | {"dealer": "0", **more}
        typed |= {"part": part, "known": fields["known"][0]}
        return self.change(game, part, state, lambda: self.phone.post(path, typed))

    def go_on(self, game: Game) -> None:
        """The last player leaves and another joins, as the next game of the table."""
        if game.is_over or game.side_count < len(game.now.names) or len(self.games) > 3:
            return
        scored, points, chosen = game.score(), 5 * self.dice.randrange(4), game.now.periods[-1][1]
        stay, joins = scored.seating.places[:-1], next(each for each in OTHERS if each not in game.now.names)  # type: ignore[union-attr]
        decider = get_scorer(game.rules, chosen).settlement.decider
        left = sum(each for _, each in scored.carried)
        sums = zip(scored.totals, scored.add_up(decider), strict=True)
        starts = [Start(total, tally, left) for total, tally in sums]
        more = {"stays": list(map(str, stay)), "join-0": joins, "points-0": str(points)}
        if answer := self.post_players(game, replace(game.now, continued=True), "players", more):
            rounds = chosen.rounds and max(1, chosen.rounds - len(scored.rounds))
            names = (*(game.now.names[seat] for seat in stay), joins)
            state = State(names, ((0, replace(chosen, rounds=rounds)),))
            brought = (*(starts[seat] for seat in stay), Start(points, 0 if decider else points))
            dealer = stay.index(scored.next_dealer) if scored.next_dealer in stay else 0
            game.next_uid = next(self.numbers)
            token = lead(answer).split("/")[2]
            self.games.append(
                Game(game.next_uid, token, game.rules, len(names), state, dealer, brought, era=self.era)
            )

    def replace_links(self) -> None:
        game = self.pick()
        old = game.token.partition("~")[0]
        new = lead(self.phone.post(f"/g/{game.token}/links", {})).split("/")[2].partition("~")[0]
        for each in self.games:
            each.token = each.token.replace(old, new)
        assert self.phone.client.get(f"/g/{old}").status_code == 404, "a link that was replaced opens"

    def try_the_view_link(self) -> None:
        game = self.pick()
        fields = {"after": str(game.last), "card": POOL[0], "count": "5", "points/0": "9", "key": "view-0001"}
        for access, part in itertools.product("gv", ("pile?player=0", "rounds/new", "undo", "end", "links")):
            answer = self.phone.post(f"/{access}/{make_view_token(game.token)}/{part}", fields)
            assert answer.status_code in (404, 405), f"a view link does {part}"

    def keep(self) -> None:
        """A backup, and its restore while people play: their pages are of what is no more."""
        back_up(self.app.config["DATABASE_URL"], self.file)
        kept = [replace(each) for each in self.games]
        for act in self.dice.choices(("save", "open_entry", "open_correction", "open_undo", "hand_in"), k=4):
            getattr(self, act)()
        restore(self.app.config["DATABASE_URL"], self.file)
        self.era += 1
        self.games = [replace(each, era=self.era) for each in kept]
        for act in self.dice.choices(("save", "correct", "press_undo", "remove"), k=3):
            getattr(self, act)()

    # --- What holds after each step ---

    def look_at(self, game: Game) -> None:
        """Totals, rounds and piles are those of the model."""
        way = self.dice.choice((f"/g/{game.token}", f"/v/{make_view_token(game.token)}"))
        scored, totals = game.score(), read_totals(self.phones[0].read(way))
        assert totals == list(scored.final.tallies), f"totals are {totals}, {scored.final.tallies} expected"
        with self.app.extensions["kwado-store"].reading() as session:
            stored = score_kept_game(session, get_game(session, game.token, to="edit"))
        stands, stand = (
            [[(side.score, side.pile) for side in each.breakdown.sides] for each in found.rounds]
            for found in (stored, scored)
        )
        assert stands == stand, f"{stands} stands, {stand} expected"
        told: Any = self.phones[0].client.get(f"/g/{game.token}/piles").json
        claims = {
            (path, pile["side"]): text for pile in told["piles"] for path, text in pile["fields"].items()
        }
        due = {(path, side): text for path, by in game.claim().items() for side, text in by.items()}
        assert claims == due, f"piles are {claims}, {game.piles} expected"

    def open_a_page(self, game: Game) -> None:
        """Every page answers, and changes nothing."""
        tokens = {"g": game.token, "v": make_view_token(game.token), "t": game.token.partition("~")[0]}
        each = self.dice.choice([one for one in self.app.url_map.iter_rules() if is_page(one, game)])
        access = each.rule[1] if each.rule[1] in tokens else self.dice.choice("gv")
        values = {"token": tokens[access], "access": access, "number": len(game.now.rounds)}
        path = each.build({**(each.defaults or {}), **values}, append_unknown=False)[1]
        assert self.phones[1].client.get(path).status_code == 200, path


def is_page(each: Any, game: Game) -> bool:
    """Whether the game has such a page; the press makes some of them (tests/web/paper/)."""
    needs = each.arguments - {
        "access",
        "token",
        *(("number",) if game.now.rounds else ()),
        *(each.defaults or ()),
    }
    is_made = each.endpoint in ("printing.game_picture", "printing.preview_game_sheet")
    return "token" in each.arguments and "GET" in each.methods and not needs and not is_made


def lead(answer: TestResponse) -> str:
    """Where an answer leads."""
    assert answer.status_code == 302, read_faults(answer.text)
    return str(answer.location)


def test_an_evening_keeps_what_it_was_told(reused: Reused, tmp_path: Path) -> None:
    chosen = settings(
        max_examples=EVENINGS or 6, stateful_step_count=40 if EVENINGS else 30, derandomize=not EVENINGS,
        deadline=None, suppress_health_check=list(HealthCheck), database=None,
        phases=[Phase.generate] if EVENINGS else [Phase.generate, Phase.shrink],
    )  # fmt: skip
    run_state_machine_as_test(lambda: Evening(reused, tmp_path), settings=chosen)
