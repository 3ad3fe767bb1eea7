"""A round by cards: an owner for each card with points, and who has all four of a month."""

from __future__ import annotations

from typing import Any

from companion.cards import SUITS, Card, CardSet, get_suit_cards
from companion.rules import CapturedEntry, RuleSet, and_list
from companion.web.filters import isolate, plural
from companion.web.rounds.shapes.reading import NOBODY, RoundFields, Shown

TABLE = "table"


def read_captured(form: RoundFields) -> dict[str, Any]:
    """The document of the card fields."""
    piles, unplaced = read_piles(form)
    point_cards = form.rule_set.point_cards
    document: dict[str, Any] = {}
    if unplaced == point_cards:
        form.fail("cards", "No card was given to anybody yet.")
        return document
    if unplaced:
        form.ask(
            "unplaced",
            f"{plural(len(unplaced), 'card was', 'cards were')} given to nobody: "
            f"{and_list([card.english for card in unplaced])}. Left on the table?",
            "cards",
        )
    for number, side in enumerate(form.sides):
        if not piles[number]:
            form.ask(f"nothing-{number}", f"{isolate(side)} has no card with points: is that right?", "cards")
    # Empty says that it was asked: then nothing on the pages wonders about it any more.
    document["all_four"] = read_all_four(form, piles)
    gaji = form.read_gaji(is_needed=sum(map(len, piles)) < len(point_cards))
    if gaji and form.rule_set.gaji:
        piles[form.sides.index(gaji["gaji"]["by"])] |= form.rule_set.gaji.card
    captured = {side: list(pile.ids) for side, pile in zip(form.sides, piles, strict=True)}
    return document | gaji | {"captured": captured}


def read_piles(form: RoundFields) -> tuple[list[CardSet], CardSet]:
    """The pile of each side, and the cards that were given to nobody; the rest goes to its side."""
    picked = form.rule_set.picked
    owners = {str(number): number for number in range(len(form.sides))}
    piles: list[list[Card]] = [[] for _ in form.sides]
    unplaced: list[Card] = []
    for card in picked:
        given = form.get_all(f"card-{card.id}")
        if len(set(given)) > 1:
            form.fail("cards", f"{card.english} was given to two; a card has one owner.")
        elif not given:
            unplaced.append(card)
        elif given[0] in owners:
            piles[owners[given[0]]].append(card)
        elif given[0] != TABLE:
            form.fail("cards", f"{card.english}: “{given[0][:40]}” is no side of this game.")
    for name in form.fields_typed:
        if name.startswith("card-") and name[5:] not in picked.ids:
            form.fail("cards", f"There is no card “{name[5:45]}” with points.")
    rest = form.get("rest-to")
    if rest in owners:
        piles[owners[rest]] += unplaced
        unplaced = []
    elif rest == TABLE:
        unplaced = []
    elif rest:
        form.fail("rest-to", "The rest goes to one of the sides, or stays on the table.")
    return [CardSet.of(pile) for pile in piles], CardSet.of(unplaced)


def read_all_four(form: RoundFields, piles: list[CardSet]) -> dict[str, str]:
    """Who has all four of which suit, asked where one side holds all cards of it that are picked."""
    found = {}
    gaji_by, took = form.get("gaji-by"), form.get("gaji-took")
    wild = form.rule_set.gaji if form.has_gaji and gaji_by not in ("", NOBODY) else None
    for suit in form.month_suits:
        field = f"all-four-{suit.id}"
        answer = form.get(field)
        picked = get_suit_cards(suit) & form.rule_set.picked
        holder = next((n for n, pile in enumerate(piles) if picked <= pile), None)
        is_taken = took in get_suit_cards(suit).ids and str(holder) != gaji_by
        if wild and (wild.suit == suit or (is_taken and holder is not None)):
            # The lightning and what it took lie with whoever used it, so that nothing is left to be asked.
            if answer == "yes" and holder is not None and str(holder) != gaji_by:
                what = "the lightning" if wild.suit == suit else "what the Gaji took"
                form.fail(field, f"All four of {suit.english}: {what} is with whoever used it.")
        elif answer == "yes" and holder is None:
            names = and_list([card.english for card in picked])
            form.fail(field, f"All four of {suit.english}: no side has {names}.")
        elif answer == "yes" and holder is not None:
            found[suit.id] = form.sides[holder]
        elif holder is not None and answer != "no":
            names = and_list([card.english for card in picked])
            form.fail(field, f"{isolate(form.sides[holder])} has {names}: all four of {suit.english}?")
    return found


def find_captured_fields(form: RoundFields) -> dict[str, str]:
    """The field of each path of keys in the document."""
    return {"captured": "cards"} | {f"all_four/{suit.id}": f"all-four-{suit.id}" for suit in form.month_suits}


def show_captured(entry: CapturedEntry, rule_set: RuleSet) -> Shown:
    """The card fields of a round, and whether four of a month lie together."""
    owner_of = {card: str(number) for number, pile in enumerate(entry.piles) for card in pile}
    shown: Shown = {f"card-{card.id}": owner_of.get(card, TABLE) for card in rule_set.point_cards}
    for suit in SUITS:
        is_one_pile = any(get_suit_cards(suit) <= pile for pile in entry.piles)
        shown[f"all-four-{suit.id}"] = "yes" if is_one_pile else "no"
    return shown
