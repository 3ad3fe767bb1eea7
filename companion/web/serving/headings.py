"""Cuts the face of headings: Source Serif Black with these letters, as WOFF2. A program, run by assets.py.

Without kerning and on a quarter of the grid it is half as large; at the size of a heading nobody sees it.

Source: the package font-source-serif-pro (OFL).
"""

import sys
from string import ascii_letters, digits

from font_source_serif_pro import font_files_ttf
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

# The letters of our own headings, and those of names, which a browser asks for where a heading has one.
PARTS = {
    "headings": ascii_letters + digits + " !&'()+,-./:;?·–—’“”−ŌōŪū",
    "names": "".join(map(chr, range(0xC0, 0x180))),
}
UNITS = 250

if __name__ == "__main__":
    font = TTFont(font_files_ttf["SourceSerifProBlack"], recalcTimestamp=False)
    options = subset.Options(
        layout_features=[],
        hinting=False,
        glyph_names=False,
        name_IDs=[],
        drop_tables=["DSIG", "FFTM", "GDEF"],
    )
    cutter = subset.Subsetter(options)
    cutter.populate(text=PARTS[sys.argv[1]])
    cutter.subset(font)
    scale_upem(font, UNITS)
    font.flavor = "woff2"
    font.save(sys.stdout.buffer)
