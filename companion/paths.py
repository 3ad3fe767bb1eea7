"""Where the program is, and where it keeps its files."""

import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parent
IS_INSTALLED = (PACKAGE / "templates").is_dir()
# Pages, scripts and sheets lie inside the package where it is installed, beside it in a clone.
ROOT = PACKAGE if IS_INSTALLED else PACKAGE.parent
# What people type to start it.
COMMAND = "companion" if IS_INSTALLED else "./run"


def find_instance_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of `KWADO_INSTANCE_PATH`; else `instance` in a clone, or one among the user's data."""
    usual = user_data_path("kwado-companion") if IS_INSTALLED else ROOT / "instance"
    return Path(environment.get("KWADO_INSTANCE_PATH") or usual).resolve()
