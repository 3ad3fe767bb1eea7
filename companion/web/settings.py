"""The settings that the environment may hold, each `KWADO_` and its name; faults are sentences."""

import os
import re
from collections.abc import Mapping

from companion.errors import CompanionError, FaultList, NotUnderstood, raise_all
from companion.web import request_log, secret_key, security
from companion.web.rate_limits import LIMITS

PROXY_LIMIT = 9
TIMES_LIMIT = 999_999_999


def read_settings(environment: Mapping[str, str] = os.environ) -> dict[str, str | int]:
    """The settings that are there, by name; raises every fault at once."""
    faults = FaultList()
    read: dict[str, str | int] = {}

    def get_text(name: str) -> str:
        return environment.get(f"KWADO_{name}", "").strip()

    def read_number(name: str, least: int, most: int, what: str) -> None:
        text = get_text(name)
        if not text:
            return
        if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) or not least <= int(text) <= most:
            faults.append(NotUnderstood(f"KWADO_{name} is {what}, not “{text[:80]}”."))
            return
        read[name] = int(text)

    if url := get_text("DATABASE_URL"):
        read["DATABASE_URL"] = url
    for name, parse in (
        ("ADDRESS", security.read_address),
        ("LOG", request_log.read_form),
        ("SECRET_KEY", secret_key.check),
    ):
        try:
            if text := get_text(name):
                read[name] = parse(text)
        except CompanionError as error:
            faults.append(error)
    read_number("PROXIES", 0, PROXY_LIMIT, f"the number of proxies in front, 0 to {PROXY_LIMIT}")
    for limit in LIMITS.values():
        read_number(limit.setting, 1, TIMES_LIMIT, "how often one visitor may do it, 1 or more")
    raise_all(faults)
    return read
