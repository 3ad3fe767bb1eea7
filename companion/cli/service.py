"""`companion service`: the server starts with the machine, as a service of the user's own systemd."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from companion.paths import COMMAND, IS_INSTALLED, ROOT, write_whole

NAME = "kwado"
_SETTING = re.compile(r"HOST$|PORT$|KWADO_(?!TEST_)")
# A service of the user's own needs no rights of the system; lingering starts it without anybody logged in.
COMMANDS = (
    ("systemctl", "--user", "daemon-reload"),
    ("systemctl", "--user", "enable", NAME),
    # Also for one that runs: it may have new settings.
    ("systemctl", "--user", "restart", NAME),
    ("loginctl", "enable-linger"),
)
UNIT = """\
[Unit]
Description=Kwa-Dō Companion

[Service]
WorkingDirectory={folder}
{settings}ExecStart="{program}" {word}
Restart=always
RestartSec=2

[Install]
WantedBy=default.target
"""


@click.command("service")
@click.option("--show", is_flag=True, help="Only show the unit.")
@click.option("--https", is_flag=True, help="Start it over https, like `https`.")
def service(show: bool, https: bool) -> None:
    """Start the server now, and again whenever the machine starts. Your settings of now go with it."""
    program = Path(sys.executable).with_name("companion") if IS_INSTALLED else ROOT / "run"
    unit = make_unit(program, os.environ, https=https)
    if show:
        click.echo(unit, nl=False)
        return
    if shutil.which("systemctl") is None:
        raise click.ClickException(
            f"This machine has no systemd. `{COMMAND} service --show` shows what to start."
        )
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    # Where the user's systemd looks for it.
    file = config / "systemd" / "user" / f"{NAME}.service"
    # For its owner only: the settings may hold a password.
    write_whole(file, unit.encode())
    click.echo(f"Written: {file}")
    for command in COMMANDS:
        click.echo(" ".join(command))
        if subprocess.run(command).returncode:  # noqa: S603
            raise click.ClickException(
                "This did not work: log in as the user that should run it, and try again."
            )
    click.echo(f"It runs. What it says: journalctl --user -u {NAME}")


def make_unit(program: Path, environment: Mapping[str, str], *, https: bool = False) -> str:
    """The unit: this program, phones let in, and the settings of the environment."""
    own = {"HOST": "0.0.0.0", **{name: text for name, text in environment.items() if _SETTING.match(name)}}  # noqa: S104
    settings = "".join(f'Environment="{name}={quote(text)}"\n' for name, text in sorted(own.items()))
    return UNIT.format(
        # Systemd takes this one as it is, with spaces and quotes.
        folder=str(program.parent).replace("%", "%%"),
        program=quote(str(program)),
        word="https" if https else "serve",
        settings=settings,
    )


def quote(text: str) -> str:
    """A value inside double quotes of a unit."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
