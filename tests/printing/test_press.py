"""The press: limits of time and memory, one at a time, a short queue, and what is said when it cannot."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.printing import CannotPrint, Press, PressIsBusy, compose, parse_order
from companion.printing import press as press_module
from companion.printing.job import Job

PAD = compose(parse_order("score-pad", {"paper": "a6"}))


def make_job(body: str, style: str = "") -> Job:
    html = f"<!DOCTYPE html><html lang=en><title>x</title><body>{body}</body></html>"
    return Job(html=html, style=style, sheets=())


def test_a_warm_press_sets_the_next_sheet_with_the_same_process(press: Press) -> None:
    first = press.set(PAD)
    child = press._child
    second = press.set(PAD)
    assert press._child is child
    assert first.pdf == second.pdf
    assert first.etag == second.etag != press.set(replace(PAD, html=PAD.html.replace("Target", "Aim"))).etag


def test_a_sheet_that_takes_too_much_time_is_given_up_and_the_next_is_set(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Press(fonts_folder)
    press.set(PAD)
    monkeypatch.setattr(press_module, "WALL_SECONDS", 1.0)
    endless = make_job("<table>" + "<tr>" + "<td>1" * 40 + "</tr>" * 1 + "<tr><td>1" * 40_000 + "</table>")
    start = time.monotonic()
    with pytest.raises(CannotPrint, match="too much to set in one go"):
        press.set(endless)
    assert time.monotonic() - start < 10
    monkeypatch.undo()
    assert press.set(PAD).page_count == 1
    press.close()


def test_the_child_may_use_20_seconds_of_processor_and_1_gigabyte() -> None:
    script = (
        "import resource; from companion.printing import child;"
        "child.limit_memory(); child.allow_processor_time();"
        "used = resource.getrusage(resource.RUSAGE_SELF);"
        "print(resource.getrlimit(resource.RLIMIT_CPU)[0] - int(used.ru_utime + used.ru_stime),"
        "resource.getrlimit(resource.RLIMIT_AS)[0])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    seconds, size = map(int, done.stdout.split())
    assert 20 <= seconds <= 21
    assert size == 1024**3


def test_a_child_that_runs_out_of_processor_time_is_ended_by_the_system() -> None:
    script = (
        "from companion.printing import child; child.CPU_SECONDS = 0; child.allow_processor_time()\n"
        "while True: pass"
    )
    done = subprocess.run([sys.executable, "-c", script], check=False, timeout=60)
    assert done.returncode < 0


def test_beyond_a_short_queue_the_press_is_busy(fonts_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press = Press(fonts_folder, waiting_limit=2)
    begun, may_end = threading.Event(), threading.Event()
    set_one = press._set

    def wait(job: Job) -> Any:
        begun.set()
        may_end.wait(30)
        return set_one(job)

    monkeypatch.setattr(press, "_set", wait)
    outcomes: list[str] = []

    def ask() -> None:
        try:
            press.set(PAD)
            outcomes.append("printed")
        except PressIsBusy as error:
            outcomes.append(f"busy, {error.retry_after} s")

    threads = [threading.Thread(target=ask) for _ in range(10)]
    for thread in threads:
        thread.start()
    begun.wait(10)
    while len(outcomes) < 7:
        time.sleep(0.01)
    may_end.set()
    for thread in threads:
        thread.join(60)
    assert sorted(outcomes) == ["busy, 5 s"] * 7 + ["printed"] * 3
    press.close()


def test_a_killed_child_is_replaced(fonts_folder: Path) -> None:
    press = Press(fonts_folder)
    press.set(PAD)
    assert press._child is not None
    press._child.kill()
    press._child.wait()
    assert press.set(PAD).page_count == 1
    press.close()


def test_an_idle_press_ends_its_child(fonts_folder: Path) -> None:
    press = Press(fonts_folder, idle_seconds=0.1)
    press.set(PAD)
    child = press._child
    assert child is not None
    child.wait(10)
    assert press.set(PAD).page_count == 1
    press.close()


def test_without_pango_the_press_names_the_packages(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = subprocess.Popen

    def start_without_pango(words: list[str], **settings: Any) -> Any:
        script = (
            "from companion.printing import child\n"
            "child.LIBRARIES = {'libnowhere.so.9': 'libpangoft2-1.0-0', 'libc.so.6': 'libc6'}\n"
            "child.main()"
        )
        return start([sys.executable, "-c", script, words[-1]], **settings)

    monkeypatch.setattr(press_module.subprocess, "Popen", start_without_pango)
    press = Press(fonts_folder)
    with pytest.raises(CannotPrint, match=r"apt-get install libpangoft2-1\.0-0”") as raised:
        press.set(PAD)
    assert raised.value.is_missing
    press.close()


def test_what_uses_the_press_loads_no_renderer() -> None:
    script = (
        "import sys, companion.printing, companion.web\n"
        "print([name for name in ('weasyprint', 'pypdf', 'fontTools') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
