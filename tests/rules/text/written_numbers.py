"""Numbers as people type and read them: test_numbers.py asks companion.rules, test_phone_scoring.py a phone.

What is typed is from reports of users: JapaneseKeyboard #450 and NeeView #2008 (number keys that give full
width).
"""

from decimal import Decimal

# What is typed, and the number that it is; None for none.
TYPED: dict[str, int | Decimal | None] = {
    "12": 12, " 12 ": 12, "05": 5, "007": 7, "+5": 5, "-5": -5, "- 5": -5, "0": 0, "-0": 0,
    # Full width, half width, Arabic, Persian, Devanagari, Thai, mathematical.
    "１２": 12, "－３": -3, "＋３": 3, "１２．５": Decimal("12.5"), "１２，５": Decimal("12.5"), "٣": 3,
    "٣٫٥": Decimal("3.5"),
    "۱۲": 12, "४२": 42, "๙": 9, "\U0001d7d9\U0001d7ce": 10,
    # The minus, hyphen, dash and kana's long vowel.
    "\u22125": -5, "\u20105": -5, "\u20115": -5, "\u20125": -5, "\u20135": -5, "ー5": -5, "ｰ５": -5,
    "\uff0d5": -5, "\ufe635": -5,
    # Thousands with a plain, no-break, thin, narrow, ideographic space.
    "1 000": 1000, "1\u00a0000": 1000, "1\u2009000": 1000, "1\u202f000": 1000, "1\u3000000": 1000,
    "\u22129\u202f999.5": Decimal("-9999.5"), "1 234 567": 1_234_567,
    # A point or a comma.
    "7.": 7, "7,": 7, "12.5": Decimal("12.5"), "12,5": Decimal("12.5"), "12。5": Decimal("12.5"),
    ".5": Decimal("0.5"),
    "-.5": Decimal("-0.5"), "7.25": Decimal("7.25"), "7.0": Decimal("7.0"), "1,000": Decimal("1.000"),
    # Sums, as of a side's cards: an evening's report (findings, inputs 95).
    "10+15+8-5": 28, "10 + 15": 25, "-5-5": -10, "１０＋５": 15, "1 000+5": 1005, "1.5+2": Decimal("3.5"),
    "0.1+0.2": Decimal("0.3"), "1,5+1,5": Decimal("3.0"), "-7+7": 0,
    # No numbers.
    "10+": None, "10++5": None, "10+-5": None, "10+ten": None, "10*2": None,
    "": None, " ": None, "-": None, "+": None, ".": None, "--5": None, "+-5": None, "5-": None,
    "1.2.3": None, "1,2,3": None,
    "ten": None, "5 points": None, "1e9": None, "0x1F": None, "1_000": None, "1 00": None,
    "10 00": None, "1 0000": None,
    "½": None, "②": None, "5²": None, "Ⅻ": None, "三": None, "∞": None, "NaN": None, "Infinity": None,
}  # fmt: skip

# A number, and how it is written.
WRITTEN: dict[int | Decimal, str] = {
    0: "0", 7: "7", -40: "\u221240", 999: "999", 1000: "1\u202f000", -1250: "\u22121\u202f250",
    1_234_567: "1\u202f234\u202f567",
    Decimal("0.3"): "0.3", Decimal("-12.8"): "\u221212.8", Decimal("25.0"): "25",
    Decimal("-9999.5"): "\u22129\u202f999.5",
}  # fmt: skip

# Points that are typed in a game of whole numbers, and in one of tenths, and what is wrong with them.
FAULTY = {
    "12.5": ("whole", ""), "-0.5": ("whole", ""), "7.25": ("whole", "tenths"), "7.0": ("", ""), "5": ("", ""),
    "9 999": ("", ""), "-9999": ("", ""), "10000": ("most", "most"), "-１２３４５": ("most", "most"),
    "--5": ("no_number", "no_number"), "1.2.3": ("no_number", "no_number"), "ten": ("no_number", "no_number"),
}  # fmt: skip
