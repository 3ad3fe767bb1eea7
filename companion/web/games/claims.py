"""What players have handed in for the next round, by sides and in the fields of its form."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.cards import CardSet, get_card
from companion.rules import and_list, isolate
from companion.rules.entries.claimed import POINTS
from companion.rules.form.fields import CARD, name_number, write_pile
from companion.rules.text.numbers import read_number, write_number
from companion.store import Game, HandedPile

# Also what the script of the entry screen says.
DISPUTED = "{card}: {names} have it. Who has it?"


class Claim(NamedTuple):
    """What the players of a side have handed in, joined; `at` is another number with each new pile."""

    side: int
    at: int
    fields: dict[str, str]


def list_claims(game: Game, piles: Sequence[HandedPile]) -> list[Claim]:
    """Partners' cards lie together, their numbers are added up."""
    claims: dict[int, Claim] = {}
    for pile in piles:
        side = game.seating.get_side(pile.player)
        fields = write_pile(game.rule_set, side, pile.cards, pile.numbers)
        before = claims.get(side, Claim(side, 0, {}))
        summed = {
            path: write_number((read_number(text) or 0) + (read_number(fields[path]) or 0))
            for path, text in before.fields.items()
            if path in fields and not path.startswith(CARD)
        }
        claims[side] = Claim(side, max(before.at, pile.at_ms), before.fields | fields | summed)
    return sorted(claims.values())


def list_disputed(claims: Sequence[Claim]) -> dict[str, list[int]]:
    """The fields of the cards that several sides have handed in, and those sides."""
    owners: dict[str, list[int]] = {}
    for claim in claims:
        for path in claim.fields:
            owners.setdefault(path, []).append(claim.side)
    return {path: sides for path, sides in owners.items() if len(sides) > 1}


def find_disputes(game: Game, claims: Sequence[Claim]) -> dict[str, str]:
    """The fields of these cards, each with the question who has it."""
    return {
        path: say_dispute(path, [game.side_names[side] for side in sides])
        for path, sides in list_disputed(claims).items()
    }


def tell_piles(claims: Sequence[Claim]) -> dict[str, Any]:
    """What the script of the entry screen is told of them (static/js/piles/)."""
    disputes = {path.removeprefix(CARD): list(map(str, at)) for path, at in list_disputed(claims).items()}
    return {"piles": [claim._asdict() for claim in claims], "disputes": disputes, "disputed": DISPUTED}


def say_dispute(path: str, names: Sequence[str]) -> str:
    card = get_card(path.removeprefix(CARD)).english
    return DISPUTED.format(card=card, names=and_list(map(isolate, names)))


def fill_in(game: Game, claims: Sequence[Claim], way: str) -> dict[str, str]:
    """The fields of all sides; a card of several is nobody's. By counts or points they are counted, too."""
    disputes, counting = find_disputes(game, claims), game.rule_set.counting
    filled: dict[str, str] = {}
    for claim in claims:
        own = {path: text for path, text in claim.fields.items() if path not in disputes}
        cards = CardSet.from_ids(path.removeprefix(CARD) for path in own if path.startswith(CARD))
        if cards and game.rule_set.race is None and way == "counts":
            for group in counting.point_groups:
                filled[name_number(str(claim.side), group.id)] = str(cards.count(group.cards))
        elif cards and game.rule_set.race is None and way == "points":
            filled[name_number(str(claim.side), POINTS)] = str(sum(map(counting.get_points, cards)))
        filled |= own
    return filled


def say_handed(game: Game, piles: Sequence[HandedPile]) -> str:
    """Who has handed in how many cards or points: “Ann ✓ 12 · Ben ✓ 9 · Cem …”; empty while nobody has."""
    counts = {pile.player: say_count(game, pile) for pile in piles}
    said = (
        f"{isolate(name)} {f'✓ {counts[player]}' if player in counts else '…'}"
        for player, name in enumerate(game.players)
    )
    return " · ".join(said) if counts else ""


def say_count(game: Game, pile: HandedPile) -> str:
    count = pile.numbers.get("count", "")
    return str(len(pile.cards) + int(read_number(count) or 0)) if game.rule_set.has_cards else count
