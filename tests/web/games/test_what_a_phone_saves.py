"""What the phone lets be saved the server takes: right rounds and wrong ones, on the real page.

A round is entered by the buttons, chips and fields that a person has, and Save is pressed; what the sheet
only wants to be confirmed is confirmed, and all else stays open. Short in a normal run, many rounds with
`KWADO_TEST_THOROUGH=1`.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser

from companion.errors import CompanionError
from companion.rules import Options, RuleSet, parse_game, parse_options, score_game
from companion.rules.form.fields import write_fields
from companion.web.serving.access import editing
from tests.rules.relations.entered import change_round, claim, leave_out_chaff, list_lacks, number_chaff, tick
from tests.rules.relations.plays import NAMES, THOROUGH, Document, play_round, read_rules
from tests.web.games.test_possible import OWN
from tests.web.phone import entry_screen

ROUNDS = 100 if THOROUGH else 6
WAYS = ("cards", "counts", "points")
# Most rounds have a few faults, some none.
FAULTS = (0, 1, 1, 2, 3)
# Three of a pool that chaff is in, with further cards, one that a card of its own spoils.
MIXED: dict[str, Any] = {
    "name": "Mixed",
    "yaku": {
        "pick": {
            "name": "Pick",
            "points": 7,
            "at_least": {"n": 3, "of": ["pine-chaff-1", "plum-chaff-1", "pine-ribbon", "clover-boar"]},
            "extra": {"points": 2, "of": ["maple-deer", "plum-chaff-2", "iris-bridge"]},
            "unless": ["willow-rain-man"],
        },
        "nest": {"name": "Nest", "points": 9, "all_of": ["pine-crane", "pine-chaff-2"]},
    },
}


class Case(NamedTuple):
    """A game of so many sides, by rules of the table, with these options."""

    game: str
    sides: int = 2
    own: dict[str, Any] | None = None
    options: tuple[tuple[str, str], ...] = ()

    @property
    def fields(self) -> dict[str, str]:
        """The form of a new game."""
        chosen = {f"option_{name}": value for name, value in self.options}
        rules = {"own_of": self.game, "own": json.dumps(self.own)} if self.own else {}
        preset = {"preset": "month"} if self.game.startswith("kwado") else {}
        return {"game": self.game, "fields_of": self.game, **rules, **preset, **chosen}


CASES = {
    "kwado": Case("kwado-1985", 3),
    "kwado gaji": Case("kwado-1985", 2, options=(("gaji", "kwado"),)),
    "kwado own": Case("kwado-1985", 2, OWN),
    "kwado mixed": Case("kwado-1985", 2, MIXED),
    "1982": Case("kwado-1982", 4),
    "min-hwatu": Case("min-hwatu", 4),
    "sakura": Case("sakura", 3),
    "hana-awase": Case("hana-awase", 3),
    "mushi": Case("mushi"),
    "roppyakken": Case("roppyakken"),
    "koikoi-modern": Case("koikoi-modern"),
    "koikoi-nintendo": Case("koikoi-nintendo"),
    "koikoi-compendium": Case("koikoi-compendium"),
    "koikoi-hu": Case("koikoi-hu"),
    "koikoi own": Case("koikoi-modern", 2, OWN),
    "koikoi mixed": Case("koikoi-compendium", 2, MIXED),
    "go-stop": Case("go-stop", 3),
    "go-stop mixed": Case("go-stop", 2, MIXED),
    "go-stop-pmang": Case("go-stop-pmang", 3),
    "go-stop-calculator": Case("go-stop-calculator", 4),
}

# The page paints at once. The server answers what is sent, and the page is told that it was refused: so it
# stays.
AT_ONCE = """() => {
  window.requestAnimationFrame = (act) => setTimeout(act);
  const send = window.fetch;
  window.sent = null;
  window.fetch = async (address, options) => {
    if (options?.method !== "POST" || !options.body?.has?.("key")) return send(address, options);
    const response = await send(address, options);
    window.sent = { status: response.status, ...(await response.json()), key: options.body.get("key") };
    return Response.json({ errors: ["Kept open."] }, { status: 422 });
  };
}"""

ENTER = """async (facts) => {
  const form = document.querySelector("form[data-round]");
  const sheet = form.querySelector("[data-summary]");
  const paint = () => new Promise((resolve) => setTimeout(() => setTimeout(() => setTimeout(resolve))));
  const all = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
  const of = (path, type) => Object.entries(facts).flatMap(([name, values]) => (
    name.startsWith(path) ? all(name).filter((one) => one.type === type).map((one) => [one, values]) : []
  ));
  window.sent = null;
  if (sheet.open) sheet.close();
  all("way").find(({ value }) => value === facts.way[0]).click();
  form.querySelector("[data-restart]").click();
  for (const [one, values] of of("", "radio")) {
    one.checked = values.includes(one.value);
  }
  form.dispatchEvent(new Event("change", { bubbles: true }));
  for (const select of form.querySelectorAll("select")) select.value = facts[select.name]?.[0] ?? "";
  for (const [field, [value]] of [...of("", "text"), ...of("", "hidden")]) {
    const [key, side, group] = field.name.split("/");
    if (["key", "version", "seen", "csrf_token", "further"].includes(key)) continue;
    const row = key === "counts" && form.querySelector(`[data-chips="${group}"]`);
    if (row) {
      form.querySelector(`[data-owner="${side}"]`).click();
      const chip = row.querySelectorAll("button")[value];
      if (chip && !chip.disabled) chip.click();
    } else {
      field.value = value ?? "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  form.elements["points/0"].dispatchEvent(new Event("input", { bubbles: true }));
  await paint();
  for (const [tick, values] of of("", "checkbox")) {
    if (!values.includes(tick.value) || tick.checked || tick.disabled || tick.closest("[inert]")) continue;
    tick.click();
    await paint();
    const [key, side] = tick.name.split("/");
    const further = key === "yaku" && form.elements[`further/${side}/${tick.value}`];
    for (let n = Number(facts[further?.name]?.[0]); further && n > 0; n -= 1) {
      further.parentElement.nextElementSibling.click();
    }
  }
  await paint();
  await paint();
  form.querySelector("[data-save-words]").closest("button").click();
  await paint();
  for (let n = 0; n < 9 && sheet.open; n += 1) {
    const right = [...sheet.querySelectorAll('[data-act="right"]')].find((one) => one.checkVisibility());
    const save = sheet.querySelector("[data-summary-save]");
    if (right) right.click();
    else if (!save.hidden && save.ariaDisabled !== "true") save.click();
    else break;
    await paint();
  }
  if (sheet.open) return { asks: sheet.innerText };
  while (!window.sent || form.classList.contains("is-saving")) await paint();
  return { ...window.sent, shown: [...new FormData(form)].filter(([name, value]) => (
    value !== "" && !["csrf_token", "key", "seen", "order"].includes(name)
  )).map((fact) => fact.join(" ")).join(", ") };
}"""


@pytest.fixture(autouse=True)
def _nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server saves a round and forgets it, so that the page of the next one is still open."""

    @contextmanager
    def editing_for_nothing(token: str) -> Iterator[Any]:
        with editing(token) as (session, game):
            yield session, game
            session.rollback()

    monkeypatch.setattr("companion.web.games.rounds.views.editing", editing_for_nothing)
    monkeypatch.setattr("companion.rules.documents.document.get_own_rule_set", read_rules)


def write_round(dice: Random, case: Case, rules: RuleSet, options: Options, way: str) -> dict[str, list[str]]:
    """The fields of a round that people can have played; none where this way cannot say it."""
    sides = list(NAMES[: case.sides])
    round_ = play_round(dice, rules, options, sides)
    document: Document = {
        "game": case.game,
        "sides": sides,
        "options": options.document(),
        "rounds": [round_],
    }
    document |= {"rules": case.own} if case.own else {}
    try:
        game = score_game(parse_game(document))
        scored = game.rounds[0].breakdown
        if rules.race and "captured" in round_:
            typed = {"points": {side.side: side.bonus for side in scored.sides if side.bonus}}
            said = {"cards": {}, "counts": {"ticked": tick(game)}, "points": typed}[way]
            if way == "cards":
                document = number_chaff(game, document)
            else:
                document = change_round(document, "captured", **said)
            if rules.race.counts == "winner" and dice.random() < 0.5:
                document = change_round(document, lacks=list_lacks(scored, 7, round_["captured"]))
        elif not rules.race and way == "cards":
            document = leave_out_chaff(game, document)
        elif not rules.race:
            rows = claim(rules, options, scored, by_counts=way == "counts")
            document = change_round(document, "captured", "gaji", **{way: rows})
        found = score_game(parse_game(document)).rounds[0]
    except CompanionError:
        return {}
    return write_fields(found.entry, found.breakdown) | {"way": [way]}


def spoil(dice: Random, fields: dict[str, list[str]], places: dict[str, list[str]]) -> None:
    """Change one field: another number, another owner, a tick more or less."""
    path = dice.choice([each for each in places if each != "way"])
    if path.startswith("captured/") and dice.random() < 0.6:
        path = dice.choice([each for each in places if not each.startswith("captured/")] or [path])
    if path == "way":
        return
    held, values = fields.get(path, []), places[path]
    if values == ["number"]:
        number = int(held[0]) if held and held[0].isdigit() else 0
        fields[path] = [str(max(0, number + dice.randint(-4, 4)))]
    elif values[0] == "ticks":
        fields[path] = [*{*held} ^ {dice.choice(values[1:])}]
        for each in fields[path]:
            fields[f"further/{path[5:]}/{each}"] = [str(dice.choice((0, 0, 1, 2, 5)))]
    else:
        fields[path] = [dice.choice(values)]


# Every field of the form, with what it can hold.
PLACES = """() => {
  const found = {};
  const isApart = /^(|csrf_token|key|version|seen|shown|order|show|note|photo-deck|further.*|sure.*|rest)$/;
  for (const { name, type, value } of document.querySelector("form[data-round]").elements) {
    if (isApart.test(name)) continue;
    if (type === "radio") (found[name] ??= []).push(value);
    else if (type === "checkbox") (found[name] ??= ["ticks"]).push(value);
    else if (type === "text" || type === "hidden") found[name] = ["number"];
  }
  for (const name of Object.keys(found)) {
    const sides = [...document.querySelectorAll('[name^="points/"]').keys()].map(String);
    if (name.startsWith("captured/")) found[name] = [...sides, "", "table"];
  }
  return found;
}"""


# Every other one in a normal run.
@pytest.mark.parametrize("name", [*CASES][:: 1 if THOROUGH else 2])
def test_what_the_phone_lets_be_saved_the_server_takes(browser: Browser, live_server: str, name: str) -> None:
    case = CASES[name]
    rules = read_rules(case.game, case.own)
    dice, refused = Random(name), []
    with entry_screen(browser, live_server) as screen:
        screen.start_round(*NAMES[: case.sides], **case.fields)
        places = screen.page.evaluate(PLACES)
        screen.page.evaluate(AT_ONCE)
        preset = {"yaku": "month"} if case.game.startswith("kwado") else {}
        options = parse_options(rules, dict(case.options) | preset)
        for number in range(ROUNDS):
            fields = write_round(dice, case, rules, options, WAYS[number % 3])
            for _ in range(dice.choice(FAULTS)):
                spoil(dice, fields, places)
            fields["way"] = [WAYS[number % 3]]
            answer = screen.page.evaluate(ENTER, fields)
            is_taken = answer.get("saved") == answer.get("key")
            if not is_taken and "asks" not in answer:
                refused.append((answer["status"], answer["errors"], answer["shown"]))
    assert not refused, "\n".join(map(str, refused))
