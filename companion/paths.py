"""Where the program is, and where it keeps its files."""

import os
import tempfile
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


def name_install(extra: str) -> str:
    """The command that installs an extra, in the folder of the program: no index has the package."""
    return f"pipx install --force '.[{extra}]'"


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file that its owner may read, and its folder if missing.

    Nobody ever finds half of it, nor is there half of it after a power cut.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as draft:
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
    Path(draft.name).replace(path)
