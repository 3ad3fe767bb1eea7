"""Makes scripts small: a JSON list of scripts in, the list of small ones out. A program, run by assets.py.

The library makes names short within functions only: a script stands in one, unless it exports names.
"""

import json
import re
import sys

import minify


def make_small(script: str) -> str:
    exports = re.search(r"^export ", script, re.MULTILINE)
    return str(minify.string("text/javascript", script if exports else f"(() => {{\n{script}}})();\n"))


if __name__ == "__main__":
    json.dump([make_small(script) for script in json.load(sys.stdin)], sys.stdout)
