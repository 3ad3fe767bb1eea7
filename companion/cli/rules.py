"""`companion rules`: searches rulings, cards, yaku and rules."""

import json

import click

from companion.reference import find_hits, search_nearest
from companion.rules import RULE_SET_IDS

SHOWN = 5


# A word may begin with a minus sign: “-120” is no option.
@click.command("rules", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Write the answers as JSON, best first.")
@click.option(
    "--game", "rule_set_id", type=click.Choice(RULE_SET_IDS), help="Only what concerns this rule set."
)
def rules(words: tuple[str, ...], as_json: bool, rule_set_id: str | None) -> None:
    """Look up WORDS: a question, a card, a yaku. In English, German, Spanish, French, Japanese or Korean."""
    query = " ".join(words)
    hits = find_hits(query, rule_set_id=rule_set_id)
    if as_json:
        rows = [
            {"kind": one.kind, "id": one.id, "title": one.title, "verdict": one.summary, "url": one.address}
            for one in hits
        ]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    if not hits:
        hits = search_nearest(query)
        click.echo("Nothing found. All rulings are at /rulings, the words of the games at /glossary.")
        click.echo("\nNearest to it:\n" if hits else "")
    for one in hits[:SHOWN]:
        click.echo(f"{one.title}\n  {one.summary}\n  {one.kind} · {one.address}\n")
