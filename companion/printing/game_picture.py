"""The picture of a won game, to be sent: who won, by how much, the yaku that decided, and the final scores.

It is laid out as the sheets are and rendered by the child process. Colours and patterns are those of the
sides on the screen.
"""

from functools import cache
from typing import Any

from markupsafe import Markup

from companion.errors import NotPossible
from companion.printing.compose import make_html
from companion.printing.job import Job
from companion.printing.printed_game import PrintedGame
from companion.printing.words import say_goal, say_method
from companion.rules import (
    Victory,
    agree,
    and_list,
    find_victory,
    say_victory,
    write_number,
)

WIDTH_PX, HEIGHT_PX = 1080, 1350
# The strip at the foot.
FOOT_PX = 96
ROW_PX = {2: 92, 3: 82, 4: 72, 5: 64, 6: 58, 7: 54}
WEAVE_PX = 56
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
    sides = game.sides
    names = [sides[place] for place in victory.winners]
    title = f"{names[0]} {agree(names[0], 'wins')}" if len(names) == 1 else f"{and_list(names)} share the win"
    rows = _list_rows(game)
    row_px = ROW_PX[len(sides)]
    chip_px = min(58, row_px - 18)
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
        "chip_px": chip_px,
        "panel_px": HEIGHT_PX - FOOT_PX - row_px * len(rows) - 48,
        "places": victory.winners,
        "weave": [
            draw_weave(place, WIDTH_PX // len(victory.winners) + 1, WEAVE_PX) for place in victory.winners
        ],
        "chip": [draw_weave(place, chip_px, 16) for place in range(len(sides))],
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
    finals = game.breakdown.final.tallies
    ordered = sorted(range(len(finals)), key=lambda place: game.breakdown.rank(finals[place]))
    sums = [finals[place] for place in ordered]
    decider = game.breakdown.decider
    return [
        (
            sums.index(finals[place]) + 1,
            place,
            game.sides[place],
            write_number(finals[place]) + (f" {decider.get_noun(finals[place])}" if decider else ""),
        )
        for place in ordered
    ]


def _say_players(game: PrintedGame, victory: Victory) -> str:
    """The players of a team that won, where its name does not say them."""
    seating = game.breakdown.seating
    if seating is None or len(victory.winners) > 1:
        return ""
    place = victory.winners[0]
    players = [name for seat, name in enumerate(game.players) if seating.get_side(seat) == place]
    return and_list(players) if len(players) > 1 and " & ".join(players) != game.sides[place] else ""


@cache
def draw_weave(place: int, width: int, height: int) -> Markup:
    """The pattern of a side in white, as on its mark on the screen, as an SVG of this size in pixels."""
    lines, areas = "", ""
    match place:
        case 0:
            areas = "".join(f"M{x} 0h5v{height}h-5z" for x in range(0, width, 16))
        case 1:
            areas = "".join(f"M0 {y}h{width}v4h-{width}z" for y in range(3, height, 11))
        case 2:
            lines = "".join(f"M{x} {height}l{height} -{height}" for x in range(-height, width, 18))
        case 3:
            areas = "".join(
                f"M{x} {y}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"
                for y in range(8, height, 16)
                for x in range(8, width, 16)
            )
        case 4:
            rising = "".join(f"M{x} {height}l{height} -{height}" for x in range(-height, width, 18))
            lines = rising + "".join(f"M{x} 0l{height} {height}" for x in range(-height, width, 18))
        case 5:
            areas = "".join(
                f"M{x} {y}h9v9h-9z" for y in range(0, height, 9) for x in range(9 * (y // 9 % 2), width, 18)
            )
        case _:
            areas = f"M0 {height // 2 - 4}h{width}v8h-{width}z"
    return Markup(  # noqa: S704
        f'<svg class="weave" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<path d="{lines}" fill="none" stroke="#fff" stroke-width="5"/><path d="{areas}" fill="#fff"/></svg>'
    )
