"""The fonts of the sheets, cut to the characters in use.

`Kwado Sans` is Noto Sans CJK (kanji, kana, Hangul, Latin with macrons) cut to the characters of the sheets
and rule sets themselves, once, and stored in a folder: 20 KB instead of 16 MB. Only names with other
characters are set in Noto as it is, or in DejaVu Sans. An emoji that neither has is named (`keep_set`);
a name with a letter that they lack is a line to write on.

A PDF refers to glyphs by number, and some readers take that number for a CID. Cutting keeps Noto's CIDs, so
the glyphs get new ones: otherwise MuPDF, Firefox and Ghostscript draw no digits.

Sources: the packages noto-cjk-sans-jp-regular and -bold (OFL); the system's DejaVu Sans, if installed.
"""

import hashlib
import io
import tempfile
import unicodedata
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from textwrap import shorten
from typing import Any

from companion.cards import SUITS, Kind
from companion.paths import ROOT, find_instance_folder, write_whole
from companion.rules import LETTER_LIMIT, RULE_SET_IDS, get_rule_set, show_skeleton

FONTS_OF_THE_SYSTEM = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
PRINTABLES = ROOT / "printables"
# A folder has room to print if it has room for the fonts.
ROOM_BYTES = 1024 * 1024
WEIGHTS = ("regular", "bold")
# Latin-1 and Latin Extended-A, dashes, quotes, arithmetic, and the signs that sheets put before a yaku.
_RANGES = ((0x20, 0x7E), (0xA0, 0x17F), (0x2010, 0x2027), (0x2460, 0x2473), (0x24B6, 0x24CF))
_SINGLE = "−×÷±○◯●□■→✂…′″"
_FEATURES = ["ccmp", "kern", "mark", "mkmk", "locl"]
# What the name table keeps: copyright, trademark and licence.
_KEPT_NAMES = [0, 7, 13, 14]
# Joiners, control characters and spaces.
_NOT_DRAWN = ("Cf", "Cc", "Zs", "Zl", "Zp")


def has_room(folder: Path) -> bool:
    """Whether the folder takes a file. Makes the folder if missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM_BYTES))
    except OSError:
        return False
    return True


def find_fonts_folder() -> Path:
    """The folder for the cut fonts: the app's own, or a temporary one if that is not writable."""
    folder = find_instance_folder() / "print"
    return folder if has_room(folder) else Path(tempfile.gettempdir()) / "kwado-print"


@cache
def get_own_characters() -> frozenset[str]:
    """Every character of the sheets' own texts, of the rule sets, and of the cards' names."""
    texts = ["".join(map(chr, range(first, last + 1))) for first, last in _RANGES]
    texts += [suit.japanese + suit.korean + suit.romaji + suit.romaja for suit in SUITS]
    texts += ["".join(kind.also) for kind in Kind]
    texts += [get_rule_set(rule_set_id).text for rule_set_id in RULE_SET_IDS]
    texts += [path.read_text(encoding="utf-8") for path in PRINTABLES.rglob("*.html")]
    return frozenset(one for one in {*_SINGLE}.union(*texts) if one.isprintable())


def set_up_fonts(folder: Path) -> Path:
    """The fontconfig file for these fonts, Noto and DejaVu only. Cuts the fonts if needed.

    The file is written last: where it is, all is there. Two processes that cut at once write the same.
    """
    setting = find_setting(folder)
    if not setting.is_file():
        for weight in WEIGHTS:
            write_whole(setting.parent / f"kwado-sans-{weight}.otf", cut_font(weight))
        fonts = [setting, *map(find_noto, WEIGHTS), *find_dejavu()]
        lines = "".join(f"<dir>{font.parent}</dir>" for font in fonts)
        written = (
            "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'>"
            f"<fontconfig>{lines}<cachedir>{setting.parent / 'cache'}</cachedir></fontconfig>"
        )
        write_whole(setting, written.encode())
    return setting


def find_setting(folder: Path) -> Path:
    """The path of the fontconfig file.

    A hash of the characters, of this code and of Noto's place is in it: changed code must not find old fonts.
    """
    way = Path(__file__).read_bytes() + f"{version('fonttools')} {find_noto(WEIGHTS[0])}".encode()
    name = hashlib.sha256(way + "".join(sorted(get_own_characters())).encode()).hexdigest()[:16]
    return folder / f"fonts-{name}" / "fonts.conf"


def find_dejavu() -> list[Path]:
    """The path of the system's DejaVu Sans, or none."""
    return [path for place in FONTS_OF_THE_SYSTEM for path in sorted(place.rglob("DejaVuSans.ttf"))][:1]


def _open_font(source: Any) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(source, lazy=True, recalcTimestamp=False)


def find_noto(weight: str) -> Path:
    """The file of Noto Sans CJK."""
    return Path(import_module(f"noto_cjk_sans_jp_{weight}").FONT_PATH)


def cut_font(weight: str) -> bytes:
    """Noto Sans CJK with our own characters only, as `Kwado Sans`."""
    from fontTools import subset

    cutter = subset.Subsetter(
        subset.Options(layout_features=_FEATURES, notdef_outline=True, name_IDs=_KEPT_NAMES)
    )
    cutter.populate(text="".join(get_own_characters()))
    style = weight.capitalize()
    names = {1: "Kwado Sans", 2: style, 4: f"Kwado Sans {style}", 6: f"Kwado-Sans-{style}"}
    cut = io.BytesIO()
    with _open_font(find_noto(weight)) as font:
        cutter.subset(font)
        for number, text in names.items():
            font["name"].setName(text, number, 3, 1, 0x409)
        font.save(cut)
    return _number_cids(cut.getvalue())


def _number_cids(content: bytes) -> bytes:
    """The same font with the number of each glyph as its CID."""
    kept = io.BytesIO()
    with _open_font(io.BytesIO(content)) as font:
        cff = font["CFF "].cff.topDictIndex[0]
        glyphs = cff.CharStrings.charStrings
        numbered = [".notdef", *(f"cid{number:05}" for number in range(1, len(cff.charset)))]
        cff.CharStrings.charStrings = {
            new: glyphs[old] for old, new in zip(cff.charset, numbered, strict=True)
        }
        cff.charset = numbered
        font.save(kept)
    return kept.getvalue()


@cache
def get_characters() -> frozenset[int]:
    """The characters that Noto Sans CJK or the system's DejaVu Sans has a glyph for."""
    found: set[int] = set()
    for path in (find_noto("regular"), *find_dejavu()):
        with _open_font(path) as font:
            found |= set(font.getBestCmap())
    return frozenset(found)


def find_unset(text: str) -> str:
    """The characters of a text that no font of the sheets has; variation selectors and spaces need none."""
    return "".join(
        one
        for one in sorted({*text} - get_own_characters())
        if unicodedata.category(one) not in _NOT_DRAWN
        and not 0xFE00 <= ord(one) <= 0xFE0F
        and ord(one) not in get_characters()
    )


def keep_set(name: str) -> str:
    """A name as our fonts can set it, with words for emoji that they lack; empty where they lack a letter.

    Marks of an emoji, such as its tone of skin, have no words. Words that are too long are left out or cut.

    >>> keep_set("Ann \\U0001f338")
    'Ann (cherry blossom)'
    """
    unset = {one: unicodedata.category(one) for one in find_unset(name)}
    if any(category[0] in "LN" for category in unset.values()):
        return ""
    words = {one: f" ({unicodedata.name(one).lower()})" * (kind == "So") for one, kind in unset.items()}
    said = show_skeleton("".join(words.get(one, one) for one in name))
    said = said.replace(") (", ", ") if unset else name
    # Rather without the words than without the letters behind them.
    bare = show_skeleton("".join(one for one in name if one not in unset))
    return said if len(said) <= LETTER_LIMIT else bare or shorten(said, LETTER_LIMIT, placeholder="…")
