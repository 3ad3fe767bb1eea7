"""The fonts of the sheets, cut to the characters in use.

`Kwado Sans` is Noto Sans CJK (kanji, kana, Hangul, Latin with macrons) cut to the characters of the sheets
and rule sets themselves, once, and stored in a folder: 20 KB instead of 16 MB. Other characters of names
are cut when needed and kept in memory (`Kwado Names`). A name with a character that neither it nor DejaVu
Sans has is a line to write on (`find_unset`).

A PDF refers to glyphs by number, and some readers take that number for a CID. Cutting keeps Noto's CIDs, so
the glyphs get new ones: otherwise MuPDF, Firefox and Ghostscript draw no digits.

Sources: the packages noto-cjk-sans-jp-regular and -bold (OFL); the system's DejaVu Sans, if installed.
"""

import fcntl
import hashlib
import io
import shutil
import tempfile
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from companion.cards import SUITS, Kind
from companion.rules import RULE_SET_IDS, get_rule_set

FONTS_OF_THE_SYSTEM = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
PRINTABLES = Path(__file__).resolve().parents[2] / "printables"
WEIGHTS = {"regular": 400, "bold": 700}
# Latin-1 and Latin Extended-A, dashes, quotes, arithmetic, and the signs that sheets put before a yaku.
_RANGES = ((0x20, 0x7E), (0xA0, 0x17F), (0x2010, 0x2027), (0x2460, 0x2473), (0x24B6, 0x24CF))
_SINGLE = "−×÷±○◯●□■→✂…′″"
_FEATURES = ["ccmp", "kern", "mark", "mkmk", "locl"]


@cache
def get_own_characters() -> frozenset[str]:
    """Every character of the sheets' own texts, of the rule sets, and of the cards' names."""
    characters = {chr(code) for first, last in _RANGES for code in range(first, last + 1)} | set(_SINGLE)
    for suit in SUITS:
        characters |= set(suit.japanese + suit.korean + suit.romaji + suit.romaja)
    for kind in Kind:
        characters |= set("".join(kind.also))
    for rule_set_id in RULE_SET_IDS:
        characters |= set(get_rule_set(rule_set_id).text)
    for path in sorted(PRINTABLES.rglob("*.html")):
        characters |= set(path.read_text(encoding="utf-8"))
    return frozenset(character for character in characters if character.isprintable())


def set_up_fonts(folder: Path) -> Path:
    """The fontconfig file for these fonts and DejaVu only. Cuts the fonts if needed."""
    setting = find_setting(folder)
    if setting.is_file():
        return setting
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "cutting").open("w") as turn:
        # Wait if another process is cutting the fonts.
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not setting.is_file():
            _cut_kept_fonts(setting.parent)
    return setting


def find_setting(folder: Path) -> Path:
    """The path of the fontconfig file."""
    return folder / f"fonts-{_name_cut(_join_own_characters())}" / "fonts.conf"


def _join_own_characters() -> str:
    return "".join(sorted(get_own_characters()))


def _cut_kept_fonts(cut_folder: Path) -> None:
    characters = _join_own_characters()
    # Left by a killed process.
    for left in cut_folder.parent.glob("half-cut-*"):
        shutil.rmtree(left, ignore_errors=True)
    made = Path(tempfile.mkdtemp(prefix="half-cut-", dir=cut_folder.parent))
    try:
        for weight in WEIGHTS:
            content = cut_font(weight, characters, "Kwado Sans")
            (made / f"kwado-sans-{weight}.otf").write_bytes(content)
        _write_setting(made / "fonts.conf", cut_folder)
        made.rename(cut_folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def _name_cut(characters: str) -> str:
    """A hash of these characters and of this code: changed code must not find old fonts."""
    way = Path(__file__).read_bytes() + version("fonttools").encode()
    return hashlib.sha256(way + characters.encode()).hexdigest()[:16]


def _write_setting(path: Path, folder: Path) -> None:
    folders = [folder, *(place.parent for place in find_dejavu())]
    lines = "".join(f"<dir>{place}</dir>" for place in folders)
    path.write_text(
        "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'>"
        f"<fontconfig>{lines}<cachedir>{folder / 'cache'}</cachedir></fontconfig>",
        encoding="utf-8",
    )


def find_dejavu() -> list[Path]:
    """The path of the system's DejaVu Sans, or none."""
    for place in FONTS_OF_THE_SYSTEM:
        found = sorted(place.rglob("DejaVuSans.ttf"))
        if found:
            return found[:1]
    return []


def _open_noto(weight: str) -> Any:
    import noto_cjk_sans_jp_bold
    import noto_cjk_sans_jp_regular
    from fontTools.ttLib import TTFont

    package = {"regular": noto_cjk_sans_jp_regular, "bold": noto_cjk_sans_jp_bold}[weight]
    return TTFont(str(package.FONT_PATH), lazy=True)


def cut_font(weight: str, characters: Iterable[str], family: str) -> bytes:
    """Noto Sans CJK with these characters only, under this family name."""
    with _open_noto(weight) as font:
        return _number_cids(_cut(font, weight, characters, family))


def _cut(font: Any, weight: str, characters: Iterable[str], family: str) -> bytes:
    from fontTools import subset

    options = subset.Options(layout_features=_FEATURES, notdef_outline=True, name_IDs=["*"])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(character) for character in characters])
    cutter.subset(font)
    style = weight.capitalize()
    names = {1: family, 2: style, 4: f"{family} {style}", 6: f"{family}-{style}".replace(" ", "")}
    for record in list(font["name"].names):
        if record.nameID in (1, 2, 3, 4, 6, 16, 17):
            font["name"].removeNames(nameID=record.nameID)
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    font["CFF "].cff.topDictIndex[0].FamilyName = family
    kept = io.BytesIO()
    font.recalcTimestamp = False
    font.save(kept)
    return kept.getvalue()


def _number_cids(content: bytes) -> bytes:
    """The same font with the number of each glyph as its CID."""
    from fontTools.ttLib import TTFont

    with TTFont(io.BytesIO(content), recalcTimestamp=False) as font:
        cff = font["CFF "].cff.topDictIndex[0]
        glyphs = cff.CharStrings.charStrings
        numbered = [".notdef", *(f"cid{number:05}" for number in range(1, len(cff.charset)))]
        cff.CharStrings.charStrings = {
            new: glyphs[old] for old, new in zip(cff.charset, numbered, strict=True)
        }
        cff.charset = numbered
        kept = io.BytesIO()
        font.save(kept)
        return kept.getvalue()


@cache
def get_noto_characters() -> frozenset[int]:
    """The characters that Noto Sans CJK has a glyph for."""
    with _open_noto("regular") as font:
        return frozenset(font.getBestCmap())


@cache
def get_dejavu_characters() -> frozenset[int]:
    """The characters that the system's DejaVu Sans has a glyph for."""
    from fontTools.ttLib import TTFont

    found: set[int] = set()
    for path in find_dejavu():
        with TTFont(path, lazy=True) as font:
            found |= set(font.getBestCmap())
    return frozenset(found)


def _is_drawn(character: str) -> bool:
    """Whether a character needs a glyph. Joiners, variation selectors and spaces do not."""
    ignored = unicodedata.category(character) in ("Cf", "Cc", "Zs", "Zl", "Zp")
    return not ignored and not 0xFE00 <= ord(character) <= 0xFE0F


def find_unset(text: str) -> str:
    """The characters of a text that no font of the sheets has."""
    further = [one for one in text if _is_drawn(one) and one not in get_own_characters()]
    return "".join(
        one
        for one in further
        if ord(one) not in get_noto_characters() and ord(one) not in get_dejavu_characters()
    )


def find_further_fonts(text: str) -> list[tuple[str, int, bytes]]:
    """The extra fonts that a text needs: family, weight and content."""
    further = frozenset(character for character in set(text) - get_own_characters() if _is_drawn(character))
    return _cut_further_fonts(further)


@lru_cache(maxsize=32)
def _cut_further_fonts(characters: frozenset[str]) -> list[tuple[str, int, bytes]]:
    in_noto = sorted(character for character in characters if ord(character) in get_noto_characters())
    return [
        ("Kwado Names", number, cut_font(weight, [" ", *in_noto], "Kwado Names"))
        for weight, number in (WEIGHTS.items() if in_noto else ())
    ]
