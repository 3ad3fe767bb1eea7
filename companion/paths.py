"""Where the program lies on the disk, and where it keeps what it is given."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def find_instance_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of `KWADO_INSTANCE_PATH`, or else `instance` beside the program."""
    return Path(environment.get("KWADO_INSTANCE_PATH") or ROOT / "instance").resolve()
