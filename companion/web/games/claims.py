"""What players have handed in for the next round, by sides and in the fields of its form."""

from collections.abc import Sequence, Set
from typing import Any

from companion.cards import CardSet, get_card
from companion.rules import and_list, count_pile, group, isolate
from companion.rules.entries.claimed import sum_counts
from companion.rules.form.fields import CARD, WAYS, write_pile
from companion.rules.text.numbers import read_number
from companion.store import Game, HandedPile

Claim = dict[str, Any]
# Also what the script of the entry screen says.
DISPUTED = "{card}: {names} have it. Who has it?"


def list_claims(game: Game, piles: Sequence[HandedPile], way: str = WAYS[0]) -> list[Claim]:
    """What the players of each side have handed in: partners' cards lie together, their numbers are added up.

    `at` is another number with each new pile, `by` says of one that was counted how; one is `whole` once each
    partner has handed in. What `way` and partners count is there of every pile of the side, where it can be
    known, but for cards that several sides have.
    """
    handed = {pile.player for pile in piles}
    waits = {game.seating.get_side(each) for each in range(len(game.players)) if each not in handed}
    by_side = group((game.seating.get_side(pile.player), pile) for pile in piles)
    holders = group((card, side) for side, its in by_side.items() for pile in its for card in pile.cards)
    disputed = {card for card, sides in holders.items() if len(set(sides)) > 1}
    claims = []
    for side, its in by_side.items():
        ways = {way, *(pile.numbers.get("way", WAYS[0]) for pile in its)}
        numbers = [(pile.cards, count_otherwise(game, pile, ways, disputed)) for pile in its]
        written = [write_pile(game.rule_set, side, *each) for each in numbers]
        texts = group(field for each in written for field in each.items())
        fields = {path: join_texts(path, each) for path, each in texts.items()}
        by = next((f" {said}" for pile in its if (said := say_way(game, pile))), "")
        at, whole = max(pile.at_ms for pile in its), side not in waits
        claims.append({"side": side, "at": at, "whole": whole, "by": by, "fields": fields})
    return claims


def join_texts(path: str, texts: Sequence[str]) -> str:
    """What a field has of all partners: the sum of their numbers, all their yaku."""
    if len(texts) == 1 or path.startswith(CARD):
        return texts[0]
    if path.startswith("yaku/"):
        return ",".join(dict.fromkeys(",".join(texts).split(",")))
    return str(sum(read_number(text) or 0 for text in texts))


def count_otherwise(game: Game, pile: HandedPile, ways: Set[str], disputed: Set[str]) -> dict[str, str]:
    """The numbers of a pile, with those of these ways: of its cards counts and points, of its counts points.

    Nobody can know the others; in a race the yaku of the winner are asked, and need more than the pile.
    """
    rule_set, typed, own = game.rule_set, pile.numbers, pile.numbers.get("way", WAYS[0])
    wanted = ways & set(WAYS[(*WAYS, own).index(own) + 1 :])
    if not wanted or not rule_set.has_cards or rule_set.race:
        return typed
    held = CardSet.from_ids(set(pile.cards) - disputed)
    counts = {}
    for each in rule_set.counting.point_groups:
        key = "count" if each.is_numbered and own == WAYS[0] else f"counts/{each.id}"
        counts[each.id] = len(each.cards & held) + int(read_number(typed.get(key, "")) or 0)
    found = [score.yaku.id for score in count_pile(rule_set, game.options, held).yaku]
    made = {"points": sum_counts(rule_set, counts)} | {f"counts/{key}": counts[key] for key in counts}
    return {
        **typed,
        **{key: str(number) for key, number in made.items() if key.partition("/")[0] in wanted},
        "yaku": ",".join([*found, *filter(None, [typed.get("yaku")])]),
    }


def say_way(game: Game, pile: HandedPile) -> str:
    """How a pile was counted that names no cards: “by counts”."""
    way = pile.numbers.get("way", "")
    return f"by {'yaku' if way == 'counts' and game.rule_set.race else way}" if way else ""


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


def tell_piles(claims: Sequence[Claim], filled: Sequence[Claim]) -> dict[str, Any]:
    """What the script of the entry screen is told of them (static/js/piles/).

    `filled` are the same claims as the form has them, with what its way counts of them.
    """
    carried = {
        path: text
        for own, one in zip(claims, filled, strict=True)
        for path, text in one["fields"].items()
        if path not in own["fields"]
    }
    disputes = {path.removeprefix(CARD): list(map(str, at)) for path, at in list_disputed(claims).items()}
    return {"piles": claims, "disputes": disputes, "rest": {}, "disputed": DISPUTED, "carried": carried}


def say_handed(game: Game, piles: Sequence[HandedPile]) -> str:
    """Who has handed in how much, or how: “Ann ✓ 12 · Ben ✓ by counts · Cem …”; empty while nobody has."""
    typed = {pile.player: pile.numbers.get("count", "") for pile in piles}
    if game.rule_set.has_cards:
        typed = {
            pile.player: str(len(pile.cards) + int(read_number(typed[pile.player]) or 0)) for pile in piles
        }
    typed |= {pile.player: said for pile in piles if (said := say_way(game, pile))}
    marks = [f"✓ {typed[player]}" if player in typed else "…" for player in range(len(game.players))]
    said = " · ".join(f"{isolate(name)} {mark}" for name, mark in zip(game.players, marks, strict=True))
    return said if typed else ""
