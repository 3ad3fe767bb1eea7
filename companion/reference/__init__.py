"""The rules as text: rulings, pages, words, sources, and the search over all of them.

Numbers come from the rule sets; the sentences are ours. Nothing here knows kept games or pages.

Sources: each record names its own; `sources` says what they are.
"""

from companion.reference.comparing import compare_editions, compare_games
from companion.reference.figures import (
    get_example,
    list_changed_figures,
    score_example,
    try_example,
)
from companion.reference.glossary import Word, find_terms, get_word, load_glossary, mark_languages
from companion.reference.lessons import LESSONS, find_lesson, load_history, load_lesson
from companion.reference.pages import load_page
from companion.reference.rulings import (
    GAMES,
    RULINGS_PAGE,
    SECTIONS,
    Ruling,
    adopt,
    find_game,
    find_rulings,
    get_chosen,
    get_readings,
    get_ruling,
    is_in_force,
    list_elsewhere,
    list_newest_rule_sets,
    load_rulings,
    name_game,
    say_address,
    say_meanwhile,
)
from companion.reference.search import QUERY_LIMIT, find_hits, search_nearest
from companion.reference.search_entries import load_entries
from companion.reference.sources import get_source, load_sources
from companion.reference.yaku_names import (
    find_homes,
    list_exclusions,
    list_further,
    list_homes,
    list_parts,
    name_forms,
    name_fully,
    name_further,
    say_further,
    say_worth,
)

__all__ = [
    "GAMES",
    "LESSONS",
    "QUERY_LIMIT",
    "RULINGS_PAGE",
    "SECTIONS",
    "Ruling",
    "Word",
    "adopt",
    "compare_editions",
    "compare_games",
    "find_game",
    "find_hits",
    "find_homes",
    "find_lesson",
    "find_rulings",
    "find_terms",
    "get_chosen",
    "get_example",
    "get_readings",
    "get_ruling",
    "get_source",
    "get_word",
    "is_in_force",
    "list_changed_figures",
    "list_elsewhere",
    "list_exclusions",
    "list_further",
    "list_homes",
    "list_newest_rule_sets",
    "list_parts",
    "load_entries",
    "load_glossary",
    "load_history",
    "load_lesson",
    "load_page",
    "load_rulings",
    "load_sources",
    "mark_languages",
    "name_forms",
    "name_fully",
    "name_further",
    "name_game",
    "say_address",
    "say_further",
    "say_meanwhile",
    "say_worth",
    "score_example",
    "search_nearest",
    "try_example",
]
