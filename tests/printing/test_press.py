"""The press: limits of time and memory, one at a time, a short queue, and what is said when it cannot."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion import child_process
from companion.printing import (
    CannotPrint,
    Job,
    Press,
    Printed,
    child,
    compose,
    fonts,
    parse_order,
)
from companion.printing import press as press_module
from companion.printing.fonts import find_setting
from tests.printing import other_jobs

PAD = compose(parse_order("score-pad", {}))


@pytest.fixture
def own_press(fonts_folder: Path) -> Iterator[Press]:
    press = Press(fonts_folder)
    yield press
    press.close()


def make_job(body: str) -> Job:
    return Job(html=f"<!DOCTYPE html><html lang=en><title>x</title><body>{body}", style="", sheets=())


def is_running(process: int) -> bool:
    try:
        return b") Z " not in Path(f"/proc/{process}/stat").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for_end(process: int) -> None:
    for _ in range(12_000):
        if not is_running(process):
            return
        time.sleep(0.01)
    pytest.fail(f"process {process} runs on")


def test_a_warm_press_sets_the_next_sheet_with_the_same_process(press: Press) -> None:
    first = press.set(PAD)
    pool = press._child._pool
    assert pool is not None
    assert press.set(replace(PAD, html=PAD.html.replace("Target", "Aim"))).content != first.content
    assert press._child._pool is pool
    press._kept.clear()
    assert press.set(PAD).content == first.content


def test_the_last_32_sheets_are_kept_and_found_without_waiting(
    own_press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_press, "_set", lambda job: Printed(job.html.encode(), 1))
    jobs = [make_job(str(number)) for number in range(33)]
    printed = [own_press.set(job) for job in jobs]
    with own_press._child._turn:
        assert own_press.set(jobs[32]) is printed[32]
        assert own_press.set(jobs[1]) is printed[1]
    assert own_press.set(jobs[0]) is not printed[0]


def test_many_at_once_get_the_sheet_that_each_asked_for(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Press(fonts_folder, waiting_limit=100)
    monkeypatch.setattr(press_module, "KEPT_COUNT", 3)
    monkeypatch.setattr(press, "_set", lambda job: Printed(job.html.encode(), 1))
    jobs = [make_job(str(number * number % 7)) for number in range(1600)]
    with ThreadPoolExecutor(8) as pool:
        printed = [each.content for each in pool.map(press.set, jobs)]
    assert printed == [job.html.encode() for job in jobs]
    assert len(press._kept) == 3


@pytest.mark.parametrize(
    ("work", "said", "retry_after"),
    [
        (other_jobs.hang, "too slow or too busy just now.*try again in a minute", 60),
        (other_jobs.take_memory, "This sheet is too much.*more memory than one sheet", None),
    ],
)
def test_a_sheet_beyond_its_limits_is_given_up_and_the_next_is_set(
    work: Any, said: str, retry_after: int | None, own_press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "set_job", work)
    with pytest.raises(CannotPrint, match=said) as raised:
        own_press.set(make_job("much"))
    assert raised.value.retry_after == retry_after
    monkeypatch.undo()
    assert own_press.set(PAD).page_count == 1


def test_a_sheet_has_120_seconds(own_press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "set_job", other_jobs.tell_alarm)
    assert 110 < own_press.set(PAD).page_count <= 120


def test_the_child_has_1_gigabyte_and_nothing_of_the_servers_environment_and_ends_when_idle(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KWADO_SECRET_KEY", "a" * 40)
    monkeypatch.setenv("DATABASE_PASSWORD", "secret")
    monkeypatch.setattr(child, "set_job", other_jobs.tell)
    press = Press(fonts_folder)
    process, _, memory, *names = press.set(PAD).content.decode().split()
    assert memory == str(1024**3)
    assert set(names) <= child_process.ENVIRONMENT | {"LC_CTYPE"}
    monkeypatch.setattr(child, "set_job", other_jobs.be_idle)
    assert press.set(make_job("idle")).page_count == 1
    wait_for_end(int(process))
    monkeypatch.undo()
    assert press.set(PAD).page_count == 1
    press.close()


def test_a_killed_child_is_replaced(own_press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "set_job", other_jobs.tell)
    process = int(own_press.set(make_job("process")).content.split()[0])
    os.kill(process, signal.SIGKILL)
    wait_for_end(process)
    monkeypatch.undo()
    assert own_press.set(PAD).page_count == 1


def test_the_child_of_a_killed_server_ends(fonts_folder: Path) -> None:
    script = (
        "import sys, time\nfrom pathlib import Path\nfrom companion.printing import Press, child\n"
        "from tests.printing import other_jobs, test_press\nchild.set_job = other_jobs.tell\n"
        "told = Press(Path(sys.argv[1])).set(test_press.PAD).content.split()\n"
        "print(told[0].decode(), flush=True)\ntime.sleep(3600)"
    )
    words = [sys.executable, "-c", script, str(fonts_folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        process = int(server.stdout.readline())
        server.kill()
    wait_for_end(process)


def test_printing_that_cannot_start_blames_no_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "print").touch()
    press = Press(tmp_path / "print")
    said = "Printing could not be started on this machine"
    with pytest.raises(CannotPrint, match=said) as raised:
        press.set(PAD)
    assert raised.value.retry_after == 60
    press.close()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(child_process.ProcessPoolExecutor, "submit", fail)
    with pytest.raises(CannotPrint, match=said):
        press.set(PAD)


def test_without_pango_the_packages_are_named(fonts_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "LIBRARIES", (("libc.so.6",), ("libnowhere.so.9",)))
    with pytest.raises(CannotPrint, match=r"apt install libpangoft2-1\.0-0.*Fedora.*Arch.*macOS") as raised:
        child.get_ready(fonts_folder / "nowhere")
    assert raised.value.retry_after == 3600


def test_fonts_that_were_half_cut_are_cut_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(weight: str, *_: object) -> bytes:
        if weight == "bold":
            raise MemoryError
        return b"a font"

    monkeypatch.setattr(fonts, "cut_font", fail)
    with pytest.raises(MemoryError):
        fonts.set_up_fonts(tmp_path)
    assert not find_setting(tmp_path).exists()
    monkeypatch.setattr(fonts, "cut_font", lambda *_: b"another")
    cut = fonts.set_up_fonts(tmp_path).parent.glob("*.otf")
    assert [file.read_bytes() for file in cut] == [b"another"] * 2
    assert [*tmp_path.rglob(".*")] == []


def test_beyond_a_short_queue_the_press_is_busy_and_one_visitor_leaves_a_place(
    own_press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_press, "_set", lambda job: Printed(b"", 1))
    with own_press._child._take_place("Ann"), own_press._child._take_place("Ann"):
        with pytest.raises(child_process.Busy) as raised:
            own_press.set(PAD, "Ann")
        assert raised.value.retry_after == 5
        with own_press._child._take_place(""), pytest.raises(child_process.Busy):
            own_press.set(PAD, "Ben")
        assert own_press.set(PAD, "Ben").page_count == 1
    assert own_press.set(make_job("next"), "Ann").page_count == 1


def test_the_log_says_where_a_sheet_failed_and_not_what_stood_on_it(
    fonts_folder: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = "/v/" + "a" * 32

    def fail(_: object) -> Any:
        raise ValueError(link)

    with pytest.raises(CannotPrint, match="could not be set") as raised:
        other_jobs._set_by(fail, fonts_folder, PAD, 0)
    # This process is no child that is to end when idle.
    assert signal.alarm(0) == 0
    said = caplog.text
    assert "ValueError" in said
    assert "in fail" in said
    assert link not in said + raised.value.message


def test_what_uses_the_press_loads_no_renderer() -> None:
    script = (
        "import sys, companion.printing, companion.web\n"
        "print([name for name in ('weasyprint', 'pikepdf', 'fontTools') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
