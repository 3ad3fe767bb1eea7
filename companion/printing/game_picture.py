"""The picture of a won game, to be sent: who won, by how much, the yaku that decided, and the final scores.

It is laid out as the sheets are and rendered by the child process. Colours and patterns are those of the
sides on the screen.
"""

from typing import Any

from companion.errors import NotPossible
from companion.printing.compose import make_html
from companion.printing.job import Job
from companion.printing.orders import PrintedGame
from companion.printing.words import say_goal, say_method
from companion.rules import (
    Victory,
    agree,
    and_list,
    counted,
    find_victory,
    say_victory,
)

WIDTH_PX, HEIGHT_PX = 1080, 1350
# The strip at the foot.
FOOT_PX = 96
ROW_PX = {2: 92, 3: 82, 4: 72, 5: 64, 6: 58, 7: 54}
# Title, total and cards are as large as fits: the first that do. So many cards make the next ones likely.
SIZES_PX = (
    *((112, 270, 190), (100, 250, 170), (88, 240, 148), (80, 220, 132)),
    *((72, 200, 118), (64, 180, 104), (56, 160, 92), (48, 130, 80)),
)
CARDS_A_STEP = 4


def compose_picture(game: PrintedGame) -> Job:
    """The job for the picture. Raises `NotPossible` where nobody has won."""
    victory = find_victory(game.breakdown)
    if victory is None:
        raise NotPossible("This game has no winner yet: there is a picture once it is won.", ("sheet",))
    described = describe_picture(game, victory)
    cards = sum(len(each.cards) for each in described["yaku"])
    first, *smaller = (
        f":root{{--title:{title}px;--total:{total}px;--card:{card}px}}"
        for title, total, card in SIZES_PX[min(cards // CARDS_A_STEP, len(SIZES_PX) - 1) :]
    )
    return Job(
        html=make_html("game-picture/sheet.html", **described),
        style=f"@page{{size:{WIDTH_PX}px {HEIGHT_PX}px;margin:0}}{first}",
        tighter=tuple(smaller),
        page_limit=1,
        sheets=("common/page.css", "game-picture/style.css"),
        picture_px=(WIDTH_PX, HEIGHT_PX),
    )


def describe_picture(game: PrintedGame, victory: Victory) -> dict[str, Any]:
    """What the layout shows, with the sizes that depend on how much there is."""
    names = [game.sides[place] for place in victory.winners]
    title = f"{names[0]} {agree(names[0], 'wins')}" if len(names) == 1 else f"{and_list(names)} share the win"
    rows = _list_rows(game)
    row_px = ROW_PX[len(game.sides)]
    return {
        "game": game,
        "title": title,
        "victory": victory,
        "unit": victory.decider.get_noun(victory.best) if victory.decider else "",
        "words": say_victory(victory),
        "players": _say_players(game, victory),
        "yaku": victory.yaku,
        "yaku_round": victory.earlier_round,
        "deck": game.deck or game.rule_set.month_order,
        "rows": rows,
        "row_px": row_px,
        "chip_px": min(58, row_px - 18),
        "panel_px": HEIGHT_PX - FOOT_PX - row_px * len(rows) - 48,
        "places": victory.winners,
        "band_px": WIDTH_PX // len(victory.winners) + 1,
        "facts": " · ".join(
            filter(
                None,
                [
                    say_method(game.rule_set, game.options).partition(":")[0],
                    say_goal(game.options),
                    game.date,
                ],
            )
        ),
    }


def _list_rows(game: PrintedGame) -> list[tuple[int, int, str, str]]:
    """The final scores, best first: place in the game, place at the table, name, what the side has."""
    final = game.breakdown.final
    return [
        (rank, place, game.sides[place], counted(final.tallies[place], final.decider))
        for rank, place in final.list_ranks()
    ]


def _say_players(game: PrintedGame, victory: Victory) -> str:
    """The players of a team that won, where its name does not say them."""
    if len(victory.winners) > 1:
        return ""
    place = victory.winners[0]
    players = [game.players[seat] for seat in game.breakdown.seating.get_seats(place)]
    return and_list(players) if len(players) > 1 and " & ".join(players) != game.sides[place] else ""
