"""What players have handed in for the next round, by sides and in the fields of its form."""

from collections.abc import Sequence
from typing import Any

from companion.cards import get_card
from companion.rules import and_list, group, isolate
from companion.rules.form.fields import CARD, write_pile
from companion.rules.text.numbers import read_number
from companion.store import Game, HandedPile

Claim = dict[str, Any]
# Also what the script of the entry screen says.
DISPUTED = "{card}: {names} have it. Who has it?"


def list_claims(game: Game, piles: Sequence[HandedPile]) -> list[Claim]:
    """What the players of each side have handed in: partners' cards lie together, their numbers are added up.

    `at` is another number with each new pile; one is `whole` once each partner has handed in.
    """
    claims: dict[int, Claim] = {}
    handed = {pile.player for pile in piles}
    waits = {game.seating.get_side(each) for each in range(len(game.players)) if each not in handed}
    for pile in piles:
        side = game.seating.get_side(pile.player)
        fields = write_pile(game.rule_set, side, pile.cards, pile.numbers)
        before = claims.get(side, {"at": 0, "fields": {}})
        summed = {
            path: str((read_number(text) or 0) + (read_number(fields[path]) or 0))
            for path, text in before["fields"].items()
            if path in fields and not path.startswith(CARD)
        }
        at = max(before["at"], pile.at_ms)
        whole = side not in waits
        claims[side] = {"side": side, "at": at, "whole": whole, "fields": before["fields"] | fields | summed}
    return list(claims.values())


def list_disputed(claims: Sequence[Claim]) -> dict[str, list[int]]:
    """The fields of the cards that several sides have handed in, and those sides."""
    claimed = group((path, claim["side"]) for claim in claims for path in claim["fields"])
    return {path: sides for path, sides in claimed.items() if len(sides) > 1}


def find_disputes(game: Game, claims: Sequence[Claim]) -> dict[str, str]:
    """The fields of these cards, each with the question who has it."""
    return {
        path: DISPUTED.format(
            card=get_card(path.removeprefix(CARD)).english,
            names=and_list(isolate(game.side_names[side]) for side in sides),
        )
        for path, sides in list_disputed(claims).items()
    }


def tell_piles(claims: Sequence[Claim]) -> dict[str, Any]:
    """What the script of the entry screen is told of them (static/js/piles/)."""
    disputes = {path.removeprefix(CARD): list(map(str, at)) for path, at in list_disputed(claims).items()}
    return {"piles": claims, "disputes": disputes, "rest": {}, "disputed": DISPUTED}


def say_handed(game: Game, piles: Sequence[HandedPile]) -> str:
    """Who has handed in how many cards or points: “Ann ✓ 12 · Ben ✓ 9 · Cem …”; empty while nobody has."""
    typed = {pile.player: pile.numbers.get("count", "") for pile in piles}
    if game.rule_set.has_cards:
        typed = {
            pile.player: str(len(pile.cards) + int(read_number(typed[pile.player]) or 0)) for pile in piles
        }
    marks = [f"✓ {typed[player]}" if player in typed else "…" for player in range(len(game.players))]
    said = " · ".join(f"{isolate(name)} {mark}" for name, mark in zip(game.players, marks, strict=True))
    return said if typed else ""
