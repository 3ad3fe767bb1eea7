"""The colours and sizes that paper shares with the screen, read from the pages' own tokens.

Only the first rule of `static/css/tokens.css` counts: paper is light.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

TOKENS = Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css"
COLOUR = re.compile(r"(--[a-z0-9-]+):\s*(#[0-9a-fA-F]{3,8})\s*;")


@cache
def get_paper_tokens() -> str:
    """A rule with every colour of the pages."""
    text = re.sub(r"/\*.*?\*/", "", TOKENS.read_text(encoding="utf-8"), flags=re.S)
    first_rule = text[: text.index("}")]
    return ":root{" + "".join(f"{name}:{value};" for name, value in COLOUR.findall(first_rule)) + "}"
