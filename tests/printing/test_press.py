"""The press: limits of time and memory, one at a time, a short queue, and what is said when it cannot."""

from __future__ import annotations

import fcntl
import itertools
import platform
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from companion.printing import CannotPrint, Press, PressIsBusy, compose, fonts, parse_order
from companion.printing import child as child_module
from companion.printing import press as press_module
from companion.printing.fonts import find_setting
from companion.printing.isolation import SOCKET_CALLS
from companion.printing.job import Job, Result
from companion.printing.press import ENVIRONMENT

PAD = compose(parse_order("score-pad", {"paper": "a6"}))


def make_job(body: str, style: str = "") -> Job:
    html = f"<!DOCTYPE html><html lang=en><title>x</title><body>{body}</body></html>"
    return Job(html=html, style=style, sheets=())


def test_a_warm_press_sets_the_next_sheet_with_the_same_process(press: Press) -> None:
    first = press.set(PAD)
    child = press._child
    assert child is not None
    other = press.set(replace(PAD, html=PAD.html.replace("Target", "Aim")))
    assert press._child is child
    assert other.etag != first.etag
    press._kept.clear()
    assert press.set(PAD).content == first.content


def test_a_sheet_set_before_is_not_set_again(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    first = press.set(PAD)
    monkeypatch.setattr(press, "_set", lambda job: pytest.fail("set again"))
    assert press.set(PAD) is first


def test_the_press_keeps_the_last_sheets_and_no_more_than_its_room(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Press(fonts_folder)
    sizes = dict.fromkeys(range(5), 300) | {5: 1001}
    monkeypatch.setattr(press_module, "KEPT_BYTES", 1000)
    monkeypatch.setattr(
        press, "_set", lambda job: Result(content=job.html[-1:].encode() * sizes[int(job.html)])
    )

    def list_kept() -> list[bytes]:
        return [printed.content[:1] for printed in press._kept.values()]

    for number in range(5):
        press.set(Job(html=str(number), style="", sheets=()))
    assert list_kept() == [b"2", b"3", b"4"]
    # Asked for again, it is the last to go.
    press.set(Job(html="2", style="", sheets=()))
    # What is larger than all the room drives nothing out.
    press.set(Job(html="5", style="", sheets=()))
    assert list_kept() == [b"3", b"4", b"2"]
    monkeypatch.setattr(press_module, "KEPT_COUNT", 2)
    press.set(Job(html="0", style="", sheets=()))
    assert list_kept() == [b"2", b"0"]


def test_a_press_without_room_keeps_nothing(fonts_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press = Press(fonts_folder)
    monkeypatch.setattr(press_module, "KEPT_BYTES", 0)
    monkeypatch.setattr(press, "_set", lambda job: Result(content=b"pdf"))
    assert press.set(PAD).content == b"pdf"
    assert not press._kept


def test_a_kept_sheet_waits_for_nobody(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    first = press.set(PAD)
    monkeypatch.setattr(press, "_places", 0)
    with press._turn:
        assert press.set(PAD) is first
        with pytest.raises(PressIsBusy):
            press.set(make_job("not kept"))


def test_any_change_of_a_sheet_asks_for_another(fonts_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press = Press(fonts_folder)
    numbers = itertools.count()
    monkeypatch.setattr(press, "_set", lambda job: Result(content=b"%d" % next(numbers)))
    job = Job(html="<p>Ann", style="", sheets=("style.css",))
    changes: list[dict[str, Any]] = [
        {"html": "<p>Ben"},
        {"style": "p{color:blue}"},
        {"sheets": ()},
        {"is_form": True},
        {"fold_mm": (297.0, 210.0)},
        {"tighter": ("p{margin:0}",)},
        {"page_limit": 1},
        {"grid": (2, 2)},
        {"zoom": 2.0},
        {"parts": (job,)},
        {"backs": "each"},
        {"picture_of": 0},
        {"picture_px": (10, 10)},
    ]
    assert {next(iter(change)) for change in changes} == {each.name for each in fields(Job)}
    jobs = [job, *(replace(job, **change) for change in changes)]
    assert len({press.set(each).content for each in jobs}) == len(jobs)
    assert press.set(job).content == b"0"


def test_many_at_once_get_the_sheet_that_each_asked_for(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Press(fonts_folder, waiting_limit=100)
    monkeypatch.setattr(press_module, "KEPT_COUNT", 3)
    monkeypatch.setattr(press, "_set", lambda job: Result(content=job.html.encode()))
    wrong: list[str] = []

    def ask(seed: int) -> None:
        for turn in range(200):
            html = str((seed * 7 + turn) % 6)
            if press.set(Job(html=html, style="", sheets=())).content != html.encode():
                wrong.append(html)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert wrong == []
    assert len(press._kept) == 3


LARGE = make_job("<table>" + ("<tr>" + "<td>1" * 40) * 4_000 + "</table>")


def start_with(monkeypatch: pytest.MonkeyPatch, changes: str) -> None:
    """Has the press start a child with these changes to the limits and libraries of `child`."""
    start = subprocess.Popen

    def start_changed(words: list[str], **settings: Any) -> Any:
        script = f"import time\nfrom companion.printing import child\n{changes}\nchild.main()"
        return start([sys.executable, "-c", script, *words[3:]], **settings)

    monkeypatch.setattr(press_module.subprocess, "Popen", start_changed)


@pytest.mark.parametrize(
    ("limit", "said", "retry_after"),
    [
        (
            "child.CPU_SECONDS = 1",
            r"This machine is too slow or too busy just now.*try again in a minute",
            60,
        ),
        (
            "child.load_setter = lambda folder: lambda job: bytearray(2 * 1024**3)",
            "This sheet is too much.*more memory than one sheet",
            None,
        ),
    ],
)
def test_a_sheet_beyond_its_limits_is_given_up_and_the_next_is_set(
    limit: str, said: str, retry_after: int | None, fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Press(fonts_folder)
    start_with(monkeypatch, limit)
    with pytest.raises(CannotPrint, match=said) as raised:
        press.set(LARGE)
    assert raised.value.retry_after == retry_after
    monkeypatch.undo()
    assert press.set(PAD).page_count == 1
    press.close()


def test_a_child_that_hangs_is_ended_and_the_sheet_is_not_blamed(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Press(fonts_folder)
    monkeypatch.setattr(press_module, "WALL_SECONDS", 0.2)
    start_with(monkeypatch, "child.set_job = lambda *words: time.sleep(3600)")
    with pytest.raises(PressIsBusy, match=r"too long on this machine\. Please try again") as raised:
        press.set(PAD)
    assert raised.value.retry_after == 60
    monkeypatch.undo()
    assert press.set(PAD).page_count == 1
    press.close()


def test_getting_ready_counts_as_no_time_of_the_sheet(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Press(fonts_folder)
    # Ready with three seconds of processor time used, of which a sheet may use one, and uses little.
    start_with(
        monkeypatch,
        "from companion.printing.job import Result\n"
        "def get_ready(folder):\n"
        "    while time.process_time() < 3: pass\n"
        "    return work, Result()\n"
        "def work(job):\n"
        "    while time.process_time() < 3.1: pass\n"
        "    return Result(page_count=7)\n"
        "child.measure_slowness = lambda: 1\nchild.CPU_SECONDS = 1\nchild.get_ready = get_ready",
    )
    assert press.set(PAD).page_count == 7
    press.close()


def test_a_press_without_limits_waits_as_long_as_it_takes(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Press(fonts_folder, is_limited=False)
    monkeypatch.setattr(press_module, "WALL_SECONDS", 0.0)
    monkeypatch.setattr(press_module, "READY_SECONDS", 0.0)
    start_with(
        monkeypatch,
        "from companion.printing.job import Result\n"
        "def work(job):\n"
        "    start = time.process_time()\n"
        "    while time.process_time() < start + 2.5: pass\n"
        "    return Result(page_count=7)\n"
        "child.CPU_SECONDS = 1\nchild.get_ready = lambda folder: (work, Result())",
    )
    assert press.set(PAD).page_count == 7
    press.close()


def test_a_slow_machine_gets_more_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for seconds, slowness in ((0.001, 1.0), (0.012, 1.0), (0.06, 5.0), (9.0, 10)):
        monkeypatch.setattr(child_module, "_time_sum", lambda seconds=seconds: seconds)
        assert child_module.measure_slowness() == pytest.approx(slowness)


def test_printing_that_cannot_start_blames_no_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press = Press(tmp_path)
    start_with(monkeypatch, "def fail(folder): raise OSError('disk full')\nchild.set_up_fonts = fail")
    with pytest.raises(CannotPrint, match="Printing could not be started on this machine") as raised:
        press.set(PAD)
    assert raised.value.retry_after == 60
    press.close()


def test_the_fonts_are_cut_before_anybody_prints(tmp_path: Path) -> None:
    press = Press(tmp_path)
    press.warm_up()
    for thread in threading.enumerate():
        if thread.name == "warm-up":
            thread.join()
    assert find_setting(tmp_path).is_file()
    child = press._child
    assert child is not None
    assert press.set(PAD).page_count == 1
    press.warm_up()
    assert press._child is child
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("half-cut-")] == []
    press.close()


def test_fonts_that_another_process_cuts_are_waited_for(
    tmp_path: Path, fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[Path] = []
    monkeypatch.setattr(fonts, "_cut_kept_fonts", cut.append)
    with (tmp_path / "cutting").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        waiting = threading.Thread(target=fonts.set_up_fonts, args=(tmp_path,))
        waiting.start()
        find_setting(tmp_path).parent.mkdir()
        find_setting(tmp_path).touch()
    waiting.join(300)
    assert not waiting.is_alive()
    assert cut == []


def test_the_child_may_use_60_seconds_of_processor_and_1_gigabyte() -> None:
    script = (
        "import resource; from companion.printing import child;"
        "child.limit_memory(); child.limit_cpu_time(child.CPU_SECONDS);"
        "used = resource.getrusage(resource.RUSAGE_SELF);"
        "print(resource.getrlimit(resource.RLIMIT_CPU)[0] - int(used.ru_utime + used.ru_stime),"
        "resource.getrlimit(resource.RLIMIT_AS)[0])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    seconds, size = map(int, done.stdout.split())
    assert 60 <= seconds <= 61
    assert size == 1024**3


def test_a_child_that_runs_out_of_processor_time_is_ended_by_the_system() -> None:
    script = "from companion.printing import child; child.limit_cpu_time(0.1)\nwhile True: pass"
    done = subprocess.run([sys.executable, "-c", script], check=False)
    assert done.returncode == -signal.SIGXCPU


def test_beyond_a_short_queue_the_press_is_busy(fonts_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press = Press(fonts_folder, waiting_limit=2)
    begun, may_end = threading.Event(), threading.Event()
    set_one = press._set

    def wait(job: Job) -> Any:
        begun.set()
        may_end.wait(300)
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
    begun.wait(300)
    while len(outcomes) < 7:
        time.sleep(0.01)
    may_end.set()
    for thread in threads:
        thread.join(300)
    assert sorted(outcomes) == ["busy, 5 s"] * 7 + ["printed"] * 3
    press.close()


def test_one_visitor_leaves_a_place_to_others(fonts_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press = Press(fonts_folder, waiting_limit=2)
    monkeypatch.setattr(press, "_set", lambda job: Result(page_count=1))
    with press._take_place("Ann"), press._take_place("Ann"):
        with pytest.raises(PressIsBusy):
            press.set(PAD, "Ann")
        assert press.set(PAD, "Ben").page_count == 1
    assert press.set(PAD, "Ann").page_count == 1


def test_a_killed_child_is_replaced(fonts_folder: Path) -> None:
    press = Press(fonts_folder)
    press.set(PAD)
    assert press._child is not None
    press._child.kill()
    press._child.wait()
    assert press.set(PAD).page_count == 1
    press.close()


def test_the_log_says_where_a_sheet_failed_and_not_what_stood_on_it(
    capfd: pytest.CaptureFixture[str],
) -> None:
    link = "/v/" + "a" * 32

    def fail(_: object) -> Any:
        raise ValueError(link)

    assert child_module.set_job(fail, PAD).failure == "fault"
    said = capfd.readouterr().err
    assert "ValueError" in said
    assert "in fail" in said
    assert link not in said


ASKED = """
import os, socket, tempfile
def tell(folder):
    from companion.printing.job import Result
    def set_sheet(job):
        said = []
        for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):
            try:
                socket.socket(family).close()
                said.append("open")
            except PermissionError:
                said.append("refused")
        left = tempfile.mkstemp()[1]
        said += [left, os.path.expanduser("~"), *sorted(os.environ)]
        return Result(warnings=tuple(said))
    return set_sheet
child.load_setter = tell
"""


@pytest.mark.skipif(platform.machine() not in SOCKET_CALLS, reason="no filter for this processor")
def test_the_child_has_no_network_no_home_and_nothing_of_the_servers_environment(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KWADO_SECRET_KEY", "a" * 40)
    monkeypatch.setenv("DATABASE_PASSWORD", "secret")
    start_with(monkeypatch, ASKED)
    press = Press(fonts_folder)
    inet, inet6, unix, left, home, *names = press.set(PAD).warnings
    assert (inet, inet6, unix) == ("refused",) * 3
    assert Path(left).parent == Path(home)
    assert Path(home).stat().st_mode & 0o777 == 0o700
    assert set(names) <= {*ENVIRONMENT, "HOME", "TMPDIR", "LANG", "LC_CTYPE"}
    press.close()
    assert not Path(home).exists()


def test_the_folder_of_a_killed_child_goes_with_it(
    fonts_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    start_with(monkeypatch, ASKED)
    press = Press(fonts_folder)
    press.set(PAD)
    assert press._child is not None
    press._child.kill()
    press._child.wait()
    press.set(replace(PAD, style="p{}"))
    assert len(list(tmp_path.glob("kwado-print-*"))) == 1
    press.close()
    assert list(tmp_path.glob("kwado-print-*")) == []


def test_where_no_process_can_be_started_that_is_said(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(press_module.tempfile, "mkdtemp", fail)
    with pytest.raises(CannotPrint, match="Printing could not be started"):
        Press(fonts_folder).set(PAD)


def test_an_idle_press_ends_its_child(fonts_folder: Path) -> None:
    press = Press(fonts_folder, idle_seconds=0.1)
    press.set(PAD)
    child = press._child
    assert child is not None
    child.wait(300)
    assert press.set(PAD).page_count == 1
    press.close()


def test_without_pango_the_press_names_the_packages(
    fonts_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_with(
        monkeypatch, "child.LIBRARIES = {'libnowhere.so.9': 'libpangoft2-1.0-0', 'libc.so.6': 'libc6'}"
    )
    press = Press(fonts_folder)
    with pytest.raises(CannotPrint, match=r"apt-get install libpangoft2-1\.0-0”") as raised:
        press.set(PAD)
    assert raised.value.retry_after == 3600
    press.close()


def test_what_uses_the_press_loads_no_renderer() -> None:
    script = (
        "import sys, companion.printing, companion.web\n"
        "print([name for name in ('weasyprint', 'pypdf', 'fontTools') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
