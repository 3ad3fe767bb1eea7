"""The search as JSON, for a phone without a server: the entries as they were read, and what each word weighs.

`static/js/site_search/` answers with it as `search` does.

    >>> document = make_search_document(lambda entry: {})
    >>> document["games"]["kwado"][0], document["numbers"]["hit_limit"], document["entries"][0]["lines"][1]
    ('kwado-1985', 20, 'flower of each month')

Sources: the entries name theirs.
"""

from collections.abc import Callable
from typing import Any

from companion.reference import search, search_text
from companion.reference.rulings import GAMES
from companion.reference.search_entries import KIND_SHARES, SearchEntry
from companion.rules import RULE_SET_IDS, get_rule_set


def make_search_document(show: Callable[[SearchEntry], dict[str, str]]) -> dict[str, Any]:
    """All that a search needs; `show` gives what is shown of an entry beside its title and summary."""
    searcher, reader = search.load_searcher(), search_text.load_reader()
    constants = {**vars(search_text), **vars(search)}
    rule_sets = [get_rule_set(rule_set_id) for rule_set_id in RULE_SET_IDS]
    return {
        "numbers": {
            name.lower(): value
            for name, value in constants.items()
            if name.isupper() and (isinstance(value, int | float) or name == "TABLE_WORDS_NEAR")
        },
        "kind_shares": KIND_SHARES,
        "score": search.SCORE.pattern,
        "any_score": search.ANY_SCORE,
        "games": GAMES,
        "rule_sets": {rules.id: {"name": rules.name, "gaji": rules.gaji is not None} for rules in rule_sets},
        "naming": {
            "games": reader.games,
            "game_words": sorted(search.GAME_WORDS),
            "shared": search.SHARED_NAME,
            "forms": {form: sorted(words) for form, words in searcher.form_words.items()},
            "yaku": sorted(searcher.yaku_words),
            "asking": sorted(search.ASKING),
            "elsewhere": sorted(reader.elsewhere),
        },
        "reader": {
            "phrases": {" ".join(phrase): said for phrase, said in reader.phrases.items()},
            "signs": reader.signs,
            "stop": sorted(reader.stop),
            "quiet": sorted(reader.quiet),
            "asking": sorted(reader.asking),
            "languages": [
                {
                    "phrases": {" ".join(phrase): said for phrase, said in language.phrases.items()},
                    "beginnings": language.beginnings,
                }
                for language in search_text.load_languages()[0]
            ],
        },
        "entries": [
            {
                "kind": entry.kind,
                "elsewhere": entry.is_elsewhere,
                "games": [game for game in GAMES if game in searcher.games[number]],
                "named_by": search.count_naming(entry),
                "lines": [" ".join(line) for line in searcher.read_lines(entry)],
                "told": " ".join(searcher.read_told(number)),
                "kin": [
                    {"title": one.title, "summary": one.summary, "rule_sets": one.rule_sets, **show(one)}
                    for one in searcher.kin[number]
                ],
            }
            for number, entry in enumerate(searcher.entries)
        ],
        # In the order in which the terms of the entries are met, each sorted within its line.
        "weights": list(searcher.weights.values()),
    }
