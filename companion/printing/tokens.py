"""The colours that paper shares with the screen, read from `static/css/tokens.css`.

Only its first rule counts: paper is light. Values are filled in beforehand, because the renderer would look
up each name again for every cell of a table.
"""

import re
from pathlib import Path

TOKENS = Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css"
_COLOUR = re.compile(r"(--[a-z0-9-]+):\s*(#[0-9a-fA-F]{3,8})\s*;")
_USE = re.compile(r"var\((--[a-z0-9-]+)\)")


def fill_tokens(css: str) -> str:
    """The CSS with colours filled in; lengths keep their names."""
    text = re.sub(r"/\*.*?\*/", "", TOKENS.read_text(encoding="utf-8"), flags=re.S)
    colours = dict(_COLOUR.findall(text[: text.index("}")]))
    return _USE.sub(lambda use: colours.get(use[1], use[0]), css)
