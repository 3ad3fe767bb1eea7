"""A round of a rule set with other value groups: rows, numbers and limits of the entry page follow."""

import itertools
import re

from flask import Flask

from companion.cards import DECK, Kind
from companion.rules import RuleSet, get_rule_set, parse_options, parse_rule_set
from companion.store import start_game
from tests.web.table import Table, read_faults, read_fields

TWENTIES = [card.id for card in DECK if card.kind is Kind.BRIGHT and card.id != "willow-rain-man"]
TENS = [card.id for card in DECK if card.kind is Kind.ANIMAL]
FIVES = [card.id for card in DECK if card.kind is Kind.RIBBON]
# 25 cards with points, one of them chaff; the rain man is a ten, so that no group is a kind.
GROUPS = {
    "twenties": ("twenty", TWENTIES, 20),
    "tens": ("ten", [*TENS, "willow-rain-man"], 10),
    "low-fives": ("low five", [*FIVES, "paulownia-chaff-1"], 5),
}
WORTHLESS = [card.id for card in DECK if card.kind is Kind.CHAFF and card.id != "paulownia-chaff-1"]
DECK_POINTS = 4 * 20 + 10 * 10 + 11 * 5


def make_rule_set() -> RuleSet:
    text = get_rule_set("kwado-1985").text
    groups = "".join(
        f'[[value]]\nid = "{group}"\nname = "{name}"\ncards = {cards}\npoints = {points}\n'
        'source = "KD85"\nlabel = "house"\n\n'
        for group, (name, cards, points) in {**GROUPS, "chaff": ("chaff", WORTHLESS, 0)}.items()
    )
    return parse_rule_set(text[: text.index("[[value]]")] + groups + text[text.index("[[method]]") :])


def start(app: Flask) -> str:
    """The address of a game of Ann and Ben that is kept with these rules."""
    rule_set = make_rule_set()
    with app.extensions["kwado-store"].writing() as session:
        started = start_game(
            session,
            rule_set=rule_set,
            options=parse_options(rule_set, {"yaku": "all"}),
            players=["Ann", "Ben"],
        )
    return f"/g/{started.token}"


def test_the_plain_page_asks_reads_and_shows_a_count_for_every_value_group(app: Flask, table: Table) -> None:
    game = start(app)
    text = table.get(f"{game}/rounds/new")
    cards = re.findall(r'data-card="([^"]+)"', text)
    # Group after group; on a phone: test_entry.py.
    groups = [next(group for group, (_, of, _) in GROUPS.items() if card in of) for card in cards]
    assert (len(cards), [group for group, _ in itertools.groupby(groups)]) == (25, list(GROUPS))
    titles = re.findall(r'picks__title"[^>]*>([^<]+)<', text)
    assert titles == ["Twenties, 20 each", "Tens, 10 each", "Low-fives, 5 each"]
    heads = re.findall(r'<th scope="col">([^<]+)<small>of (\d+)</small>', text)
    assert heads == [("Twenties", "4"), ("Tens", "10"), ("Low-fives", "11")]
    assert re.findall(r'name="(counts/0/[^"]+)"', text) == [f"counts/0/{group}" for group in GROUPS]
    counts = {"twenties": (4, 0), "tens": (4, 6), "low-fives": (0, 11)}
    typed = {f"counts/{n}/{group}": str(row[n]) for group, row in counts.items() for n in (0, 1)}
    for count, fault in (
        ("12", "The deck has 11 low-fives, not 12."),
        ("", "Ben: how many low-fives? Enter 0 for none."),
    ):
        refused = table.record(game, {"way": "counts", **typed, "counts/1/low-fives": count}, 422)
        assert fault in read_faults(refused.text)
    certain = ["sakura-6", "sakura-7", "sakura-8"]
    table.record(
        game, {"way": "counts", **typed, "yaku/0": "dragon", "yaku/1": certain, "undeclared": certain}
    )
    # Half the deck of 235 is a floor of 117: 120 and 115, and the Dragon.
    assert table.totals(game) == [3 + 25, 0]
    shown = read_fields(table.get(f"{game}/rounds/1"))
    assert shown | {field: [value] for field, value in typed.items()} == shown


def test_all_cards_with_points_are_given_by_hand_though_one_of_them_is_chaff(
    app: Flask, table: Table
) -> None:
    game = start(app)
    typed = {f"captured/{card}": "0" for _, cards, _ in GROUPS.values() for card in cards}
    typed |= {"way": "cards", "sure/nothing/1": "yes", "rest": "", "gaji/by": "nobody"}
    typed |= {f"all_four/{suit}": "no" for suit in ("iris", "maple", "willow")}
    table.record(game, typed)
    # Half the deck of 235 is a floor of 117; all yaku but the three months count.
    assert table.totals(game) == [DECK_POINTS - 117 + 100 + 25 + 8 * 30, 0]
