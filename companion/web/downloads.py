"""Files to be saved, with tables as the browser's language writes numbers."""

from collections.abc import Iterable, Sequence

from flask import Response, request

from companion.store import Cell, write_csv

# Languages that write 1,5; spreadsheets then expect semicolons between cells.
_WITH_COMMA = (
    *("bg", "ca", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "id", "is", "it", "lt", "lv"),
    *("nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk", "vi"),
)
# In these countries Spanish writes 1.5.
_WITH_POINT = ("es-MX", "es-US")


def download(text: str, mimetype: str, name: str) -> Response:
    """A file to be saved."""
    answer = Response(
        text, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
    answer.vary.add("Accept-Language")
    return answer


def has_decimal_comma() -> bool:
    """Whether the browser's language writes 1,5 and not 1.5."""
    language = request.accept_languages.best or ""
    return language.partition("-")[0].lower() in _WITH_COMMA and language not in _WITH_POINT


def write_table(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV file for the spreadsheets of whoever asks for it."""
    return write_csv(heads, rows, decimal_comma=has_decimal_comma())
