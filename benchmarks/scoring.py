"""Scoring against a bare loop over thirteen integer masks."""

import random
from collections.abc import Iterator

from benchmarks.measure import Row, compare
from companion.cards import DECK, CardSet
from companion.rules import get_rule_set, get_scorer, parse_entry, parse_options, score_round

RULES = get_rule_set("kwado-1985")
OPTIONS = parse_options(RULES, {"declare": False})
DEALS = 200


def deal(sides: int, chance: random.Random) -> list[list[str]]:
    """The ids of 48 cards, divided at random among the sides."""
    piles: list[list[str]] = [[] for _ in range(sides)]
    for card in DECK:
        piles[chance.randrange(sides)].append(card.id)
    return piles


def rows() -> Iterator[Row]:
    """One pile; a round of two, four and six sides."""
    chance = random.Random(1959)
    # The bare thing: thirteen masks with names and points, five kinds of sums over plain integers.
    bit = {card.id: 1 << card.index for card in DECK}
    masks = [(sum(bit[card.id] for card in yaku.all_of), yaku.id, yaku.points) for yaku in RULES.yaku]
    kinds = [(sum(1 << card.index for card in group.cards), group.points) for group in RULES.counted]

    def score_bare(pile: int) -> tuple[int, list[tuple[str, int]]]:
        found = []
        for mask, name, points in masks:
            if pile & mask == mask:
                found.append((name, points))
        total = 0
        for mask, points in kinds:
            total += (pile & mask).bit_count() * points
        return total, found

    def score_bare_round(piles: list[int], floor: int) -> list[tuple[object, ...]]:
        result = []
        for pile in piles:
            total, found = score_bare(pile)
            bonus = 0
            for _, points in found:
                bonus += points
            net = max(0, total - floor)
            result.append((total, net, found, bonus, net + bonus))
        return result

    finder, counter = get_scorer(RULES, OPTIONS).finder, RULES.points
    piles = [CardSet.from_ids(deal(2, chance)[0]) for _ in range(DEALS)]
    bare_piles = [sum(bit[card.id] for card in pile) for pile in piles]
    for pile, bare_pile in zip(piles, bare_piles, strict=True):
        total, found = score_bare(bare_pile)
        assert total == counter.count(pile)
        assert found == [(score.yaku.id, score.points) for score in finder.find(pile)]

    def ours() -> None:
        for pile in piles:
            counter.count(pile)
            finder.find(pile)

    def bare() -> None:
        for pile in bare_piles:
            score_bare(pile)

    yield compare(f"score {DEALS} piles, names and points", ours, bare, 2.0)

    for sides in (2, 4, 6):
        names = [f"Side {number}" for number in range(sides)]
        deals = [deal(sides, chance) for _ in range(DEALS)]
        entries = [
            parse_entry({"captured": dict(zip(names, piles, strict=True))}, RULES, names) for piles in deals
        ]
        bare_deals = [[sum(bit[card_id] for card_id in pile) for pile in piles] for piles in deals]
        floor = 240 // sides
        for entry, bare_deal in zip(entries, bare_deals, strict=True):
            scored = score_round(RULES, OPTIONS, entry).sides
            assert [side.score for side in scored] == [row[-1] for row in score_bare_round(bare_deal, floor)]

        def ours_round(entries=entries) -> None:  # type: ignore[no-untyped-def]
            for entry in entries:
                score_round(RULES, OPTIONS, entry)

        def bare_round(deals=bare_deals, floor=floor) -> None:  # type: ignore[no-untyped-def]
            for piles in deals:
                score_bare_round(piles, floor)

        yield compare(f"score {DEALS} rounds of {sides} sides", ours_round, bare_round, 2.5)
    yield from race_rows()


def race_rows() -> Iterator[Row]:
    """A race of Koi-Koi: the stopper's pile, the best of each group, what multiplies it."""
    rules = get_rule_set("koikoi-modern")
    options = parse_options(rules, {"month-cards": False})
    chance = random.Random(1961)
    finder = get_scorer(rules, options).finder

    def to_mask(cards: CardSet) -> int:
        return sum(1 << card.index for card in cards)

    rows = [
        (
            yaku.id,
            to_mask(yaku.all_of),
            to_mask(yaku.at_least.of) if yaku.at_least else 0,
            yaku.at_least.n if yaku.at_least else 0,
            to_mask(yaku.extra.of) if yaku.extra else 0,
            yaku.extra.of.count(yaku.all_of) + (yaku.at_least.n if yaku.at_least else 0) if yaku.extra else 0,
            yaku.points,
            yaku.group,
        )
        for yaku in finder.yaku
    ]

    def score_bare_pile(pile: int) -> tuple[list[tuple[str, int, int]], int]:
        complete = []
        best: dict[str, int] = {}
        for name, needed, pool, least, further, required, points, group in rows:
            if pile & needed != needed or (pile & pool).bit_count() < least:
                continue
            if further:
                points += max(0, (pile & further).bit_count() - required)
            complete.append((name, points, pile & (needed | pool | further), group))
            if group and best.get(group, 0) < points:
                best[group] = points
        found = [
            (name, points, cards)
            for name, points, cards, group in complete
            if not group or best[group] == points
        ]
        base = 0
        for _, points, _ in found:
            base += points
        return found, base

    def score_bare(
        piles: tuple[int | None, ...], winner: int, calls: tuple[int, ...]
    ) -> list[tuple[object, ...]]:
        result: list[tuple[object, ...]] = []
        for side, pile in enumerate(piles):
            found, base = score_bare_pile(pile) if pile is not None else ([], 0)
            seven = called = 1
            if side == winner:
                seven = 2 if base >= 7 else 1
                called = 2 if sum(calls) - calls[side] > 0 else 1
            score = base * seven * called if side == winner else 0
            result.append((found, base, seven, called, seven * called, score, pile is not None))
        return result

    entries, bare = [], []
    while len(entries) < DEALS:
        pile = deal(2, chance)[0][:16]
        calls = chance.randrange(2)
        mask = to_mask(CardSet.from_ids(pile))
        if not score_bare_pile(mask)[1]:
            continue
        document = {"outcome": "shobu", "winner": "Ann", "captured": {"Ann": pile}, "calls": {"Ben": calls}}
        entries.append(parse_entry(document, rules, ("Ann", "Ben")))
        bare.append(((mask, None), 0, (0, calls)))
    for entry, race in zip(entries, bare, strict=True):
        side = score_round(rules, options, entry).sides[0]
        found, base, *_, score, _ = score_bare(*race)[0]
        assert (side.bonus, side.score) == (base, score)
        assert [(one.yaku.id, one.points) for one in side.yaku] == [
            (name, points) for name, points, _ in found
        ]

    def ours() -> None:
        for entry in entries:
            score_round(rules, options, entry)

    def theirs() -> None:
        for race in bare:
            score_bare(*race)

    yield compare(f"score {DEALS} races", ours, theirs, 2.5)
