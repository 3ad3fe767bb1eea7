"""The chart of the sums that decide by round, as SVG. Each side has a dash pattern and a letter."""

from itertools import pairwise

from markupsafe import Markup

from companion.rules import GameBreakdown

WIDTH, HEIGHT = 600.0, 190.0
LEFT, RIGHT, TOP, FOOT = 34.0, 16.0, 10.0, 20.0
LETTER_GAP = 9.0
DASHES = ("", "7 3", "2 2.5", "10 3 2 3", "4 2", "1 3", "12 4")
INK = "#1c1815"
COLOURS = ("#2c4a86", "#8a2f5d", "#4c6420", "#8d5208", "#0f6a6a", "#4b4f58", "#7a3b22")


def draw_chart(game: GameBreakdown, target: int | None, *, ink_saving: bool = False) -> Markup:
    """The totals after every round, or the victories where these decide, with a line at 0; in one colour to
    save ink.
    """
    colours = (INK,) * len(COLOURS) if ink_saving else COLOURS
    tallies = game.list_tallies(game.decider)
    series = [list(line) for line in zip(game.start_tallies, *tallies, strict=True)]
    rounds = len(game.rounds)
    low = min(0, *(min(line) for line in series))
    high = max(1, *(max(line) for line in series), target or 0)
    step = find_step(high - low)

    def at(number: int, value: int) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * number / rounds
        y = TOP + (HEIGHT - TOP - FOOT) * (high - value) / (high - low)
        return round(x, 1), round(y, 1)

    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{game.decider.head if game.decider else 'Totals'} by round</title>"
        '<g font-size="9" font-family="Kwado Sans" fill="#5f554a">'
    ]
    for value in range(-(-low // step) * step, high + 1, step):
        _, y = at(0, value)
        shade, width = ("#5f554a", 0.8) if value == 0 and low < 0 else ("#d9cdb5", 0.6)
        parts.append(f'<path d="M{LEFT:g} {y}H{WIDTH - RIGHT:g}" stroke="{shade}" stroke-width="{width}"/>')
        label = str(value).replace("-", "−")
        parts.append(f'<text x="{LEFT - 5:g}" y="{y + 3}" text-anchor="end">{label}</text>')
    every = max(1, -(-rounds // 20))
    for number in range(every, rounds + 1, every):
        x, _ = at(number, 0)
        parts.append(f'<text x="{x}" y="{HEIGHT - 6:g}" text-anchor="middle">{number}</text>')
    parts.append("</g>")
    if target:
        _, y = at(0, target)
        parts.append(
            f'<path d="M{LEFT:g} {y}H{WIDTH - RIGHT:g}" stroke="{INK}" stroke-width="0.8"'
            ' stroke-dasharray="1 3"/>'
        )
    if game.won_in and game.rounds_after_end:
        x, _ = at(game.won_in, 0)
        parts.append(f'<path d="M{x} {TOP:g}V{HEIGHT - FOOT:g}" stroke="{INK}" stroke-width="0.6"/>')
        parts.append(
            f'<text x="{x - 3:g}" y="{TOP + 7:g}" text-anchor="end" font-size="9" font-family="Kwado Sans"'
            f' fill="{INK}">won</text>'
        )
    letters = spread([at(rounds, line[-1])[1] for line in series], LETTER_GAP, HEIGHT - FOOT)
    for side, line in enumerate(series):
        points = "L".join(f"{x} {y}" for x, y in (at(number, value) for number, value in enumerate(line)))
        dash = f' stroke-dasharray="{DASHES[side]}"' if DASHES[side] else ""
        parts.append(
            f'<path d="M{points}" fill="none" stroke="{colours[side]}" stroke-width="1.8"'
            f' stroke-linejoin="round"{dash}/>'
        )
        parts.append(
            f'<text x="{WIDTH - RIGHT + 4:g}" y="{letters[side] + 3:g}" font-size="10"'
            f' font-family="Kwado Sans" font-weight="700" fill="{colours[side]}">'
            f"{'ABCDEFG'[side]}</text>"
        )
    return Markup("".join(parts) + "</svg>")  # noqa: S704


def spread(heights: list[float], gap: float, lowest: float) -> list[float]:
    """The heights of the letters at the ends of the lines: a gap apart, and none below the lowest."""
    placed = list(heights)
    order = sorted(range(len(heights)), key=lambda side: heights[side])
    for above, side in pairwise(order):
        placed[side] = max(placed[side], placed[above] + gap)
    for side in reversed(order):
        placed[side] = min(placed[side], lowest)
        lowest = placed[side] - gap
    return [round(height, 1) for height in placed]


def find_step(span: int) -> int:
    """The step between at most six grid lines: 1, 2 or 5 times a power of ten."""
    step = 1
    while span / step > 6:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step
