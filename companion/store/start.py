"""Checks of what a game has before its first change: players, sides, their seats and the deck."""

from collections.abc import Sequence

from companion.cards import DeckStyle, parse_deck
from companion.errors import CompanionError, FaultList, NotAllowedHere, NotPossible, raise_all
from companion.rules import Name, Reader, RuleSet, Seating, find_doubled_names


def check_table(
    rule_set: RuleSet, players: Sequence[str], sides: Sequence[str] | None, first_dealer: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of players and sides in normal form; raises every fault at once."""
    faults = FaultList()
    reader = Reader(faults)
    names = reader.read_rows(Name, list(players), ("players",))
    faults += _find_doubled(names, "players", "players")
    try:
        counts = rule_set.get_sides(len(names))
    except CompanionError as error:
        faults.append(error.at("players"))
    # Teams and dealer depend on the players.
    raise_all(faults)
    chosen = names if sides is None else tuple(sides)
    if len(chosen) not in counts:
        message = f"{len(names)} players do not form {len(chosen)} teams in {rule_set.name}."
        faults.append(NotAllowedHere(message, ("sides",)))
    elif sides is not None:
        chosen = reader.read_rows(Name, list(sides), ("sides",))
        faults += _find_doubled(chosen, "sides", "teams")
    if not 0 <= first_dealer < len(names):
        faults.append(NotPossible("The first dealer must be one of the players.", ("first_dealer",)))
    raise_all(faults)
    return names, chosen


def _find_doubled(names: Sequence[str | None], where: str, who: str) -> list[NotPossible]:
    return [
        NotPossible(f"Two {who} are called {name}; give each another name.", (where, place))
        for place, name in find_doubled_names([name or "" for name in names])
    ]


def check_order(order: Sequence[int], dealer: int, seating: Seating) -> None:
    """Raises `NotPossible` if not everybody sits once, partners sit together or nobody is the dealer."""
    if sorted(order) != list(range(len(seating.players))):
        raise NotPossible("Each player sits in one place.", ("order",))
    sides = [seating.get_side(seat) for seat in order]
    turn = sides[: seating.side_count]
    if len(set(turn)) < len(turn) or any(side != turn[place % len(turn)] for place, side in enumerate(sides)):
        raise NotPossible("Teams take turns round the table: partners do not sit together.", ("order",))
    if dealer not in order:
        raise NotPossible("The dealer must be one of the players.", ("dealer",))


def name_deck(rule_set: RuleSet, deck: object) -> DeckStyle | None:
    """The deck as a game keeps it, None for that of its rules. Raises `NotUnderstood` for what is no deck."""
    return None if deck is None or parse_deck(deck) == rule_set.deck else parse_deck(deck)
