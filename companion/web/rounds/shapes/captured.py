"""A round by cards: an owner for each card, how many of those that are counted, all four of a month."""

from typing import Any

from companion.cards import SUITS, CardSet, get_suit_cards
from companion.rules import CapturedEntry, RuleSet, and_list
from companion.web.filters import isolate, plural
from companion.web.rounds.shapes.claimed import name_field
from companion.web.rounds.shapes.reading import NOBODY, RoundFields, Shown

TABLE = "table"


def read_captured(form: RoundFields) -> dict[str, Any]:
    """The document of the card fields."""
    captured, unplaced = read_piles(form)
    piles = find_piles(form, captured)
    if unplaced == form.rule_set.picked:
        form.fail("cards", "No card was given to anybody yet.")
        return {}
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
    document: dict[str, Any] = {"captured": captured, "all_four": read_all_four(form, piles)}
    if group := form.rule_set.numbered:
        document["chaff"] = {
            side: form.read_amount(name_field(group.id, number), number, group.id)
            for number, side in enumerate(form.sides)
        }
    gaji = form.read_gaji(is_needed=sum(map(len, piles)) < len(form.rule_set.picked))
    if gaji and form.rule_set.gaji:
        captured.setdefault(gaji["gaji"]["by"] or "", []).extend(form.rule_set.gaji.card.ids)
    return document | gaji


def read_piles(form: RoundFields) -> tuple[dict[str, list[str]], CardSet]:
    """The card ids of each side, and the cards that were given to nobody; the rest goes to its side.

    What cannot be, such as a card with two owners or a side that does not play, `rules` refuses.
    """
    prefix, rest = "card-", form.get("rest-to")
    unplaced = CardSet.of(card for card in form.rule_set.picked if not form.has(prefix + card.id))
    given = [
        (name.removeprefix(prefix), owner)
        for name, owners in form.fields_typed.lists()
        if name.startswith(prefix)
        for owner in owners
    ]
    if rest:
        given += [(card_id, rest) for card_id in unplaced.ids]
    captured: dict[str, list[str]] = {side: [] for side in form.sides}
    for card_id, owner in given:
        if owner != TABLE:
            captured.setdefault(form.side_of.get(owner, owner), []).append(card_id)
    return captured, CardSet() if rest else unplaced


def find_piles(form: RoundFields, captured: dict[str, list[str]]) -> list[CardSet]:
    """The piles of the sides in their order, as far as they are cards that are picked."""
    return [
        CardSet.of(card for card in form.rule_set.picked if card.id in captured[side]) for side in form.sides
    ]


def read_all_four(form: RoundFields, piles: list[CardSet]) -> dict[str, str]:
    """Who has all four of a suit, asked where one side holds all cards of it that are picked."""
    found = {}
    gaji_by, took = form.get("gaji-by"), form.get("gaji-took")
    wild = form.rule_set.gaji if form.has_gaji and gaji_by not in ("", NOBODY) else None
    for suit in form.month_suits:
        field = f"all-four-{suit.id}"
        answer = form.get(field)
        picked = get_suit_cards(suit) & form.rule_set.picked
        names = and_list([card.english for card in picked])
        holder = next((n for n, pile in enumerate(piles) if picked <= pile), None)
        is_taken = took in get_suit_cards(suit).ids and str(holder) != gaji_by
        if wild and (wild.suit == suit or (is_taken and holder is not None)):
            # The lightning and what it took lie with whoever used it, so that nothing is left to be asked.
            if answer == "yes" and holder is not None and str(holder) != gaji_by:
                what = "the lightning" if wild.suit == suit else "what the Gaji took"
                form.fail(field, f"All four of {suit.english}: {what} is with whoever used it.")
        elif answer == "yes" and holder is None:
            form.fail(field, f"All four of {suit.english}: no side has {names}.")
        elif answer == "yes" and holder is not None:
            found[suit.id] = form.sides[holder]
        elif holder is not None and answer != "no":
            form.fail(field, f"{isolate(form.sides[holder])} has {names}: all four of {suit.english}?")
    return found


def show_captured(entry: CapturedEntry, rule_set: RuleSet) -> Shown:
    """The card fields of a round, and whether four of a month lie together."""
    owner_of = {card: str(number) for number, pile in enumerate(entry.piles) for card in pile}
    shown: Shown = {f"card-{card.id}": owner_of.get(card, TABLE) for card in rule_set.picked}
    for suit in SUITS:
        is_one_pile = any(get_suit_cards(suit) <= pile for pile in entry.piles)
        shown[f"all-four-{suit.id}"] = "yes" if is_one_pile else "no"
    if group := rule_set.numbered:
        unlisted = entry.unlisted or [0] * len(entry.piles)
        for number, pile in enumerate(entry.piles):
            shown[name_field(group.id, number)] = str(pile.count(group.cards) + unlisted[number])
    return shown
