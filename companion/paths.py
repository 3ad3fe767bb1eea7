"""Where the program is, and where it keeps its files."""

import os
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def find_instance_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of `KWADO_INSTANCE_PATH`, or `instance` beside the program."""
    return Path(environment.get("KWADO_INSTANCE_PATH") or ROOT / "instance").resolve()
