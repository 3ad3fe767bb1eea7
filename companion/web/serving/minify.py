"""Makes scripts small: a JSON list of scripts in, the list of small ones out. A program, run by assets.py."""

import json
import sys

import minify

if __name__ == "__main__":
    scripts = json.load(sys.stdin)
    json.dump([minify.string("text/javascript", script) for script in scripts], sys.stdout)
