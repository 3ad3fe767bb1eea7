"""The settings that the environment may hold, each `KWADO_` and its name; faults are sentences."""

import os
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches

from companion.errors import CompanionError, FaultList, NotUnderstood, raise_all
from companion.web.serving import request_log, secret_key, security
from companion.web.serving.rate_limits import LIMITS, read_storage

TEXTS: dict[str, Callable[[str], str]] = {
    "ADDRESS": security.read_address,
    "DATABASE_URL": str,
    "LIMITS_URL": read_storage,
    "LOG": request_log.read_form,
    "SECRET_KEY": secret_key.check,
}
# The least, the most, and what it is.
PROXIES = (0, 9, "the number of proxies in front, 0 to 9")
TIMES = (1, 999_999_999, "how often one visitor may do it, 1 or more")
NUMBERS = {"PROXIES": PROXIES, **{limit.setting: TIMES for limit in LIMITS.values()}}
# What others read: the server, the store, the script `run`.
OTHERS = ("PROCESSES", "INSTANCE_PATH", "PYTHON", "VENV", "CHROMIUM")


def warn_of_settings(environment: Mapping[str, str] = os.environ) -> list[str]:
    """A sentence for each `KWADO_` name that nothing reads, with the nearest that is a setting."""
    known = [f"KWADO_{name}" for name in (*TEXTS, *NUMBERS, *OTHERS)]
    return [
        f"{name[:80]} is no setting and changes nothing. Did you mean "
        f"{get_close_matches(name, known, 1, 0)[0]}?"
        for name in sorted(environment)
        if re.match(r"KWADO_(?!TEST_)", name) and name not in known
    ]


def read_settings(environment: Mapping[str, str] = os.environ) -> dict[str, str | int]:
    """The settings that are there, by name; raises every fault at once."""
    faults = FaultList()
    read: dict[str, str | int] = {}
    for name in (*TEXTS, *NUMBERS):
        text = environment.get(f"KWADO_{name}", "").strip()
        try:
            if text:
                read[name] = TEXTS[name](text) if name in TEXTS else read_number_setting(name, text)
        except CompanionError as error:
            faults.append(error)
    raise_all(faults)
    return read


def read_number_setting(name: str, text: str) -> int:
    least, most, what = NUMBERS[name]
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) or not least <= int(text) <= most:
        raise NotUnderstood(f"KWADO_{name} is {what}, not “{text[:80]}”.")
    return int(text)
