"""Every promise with its figure: `./run reliability [--quick] [WORDS]`.

Each promise is shown by tests or by a script, run at full size, or with `--quick` the tests at a twentieth
and the scripts at a tenth. With WORDS only the promises that have them. `--quick` without WORDS is for after
`./run test` and leaves out what that has just shown at the same size: it runs the scripts (many_phones,
one_visitor, costly_photos, memory) and the tests that are larger at a twentieth than in a usual run: those
that a promise names as `grows`. Prints one table and exits with 1 when a promise is missed: a test that
fails, is skipped or is not there counts as missed.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

REPO = Path(__file__).parent.parent.parent
THOROUGH, QUICK = "1", "0.05"


class Promise(NamedTuple):
    """What is promised, its figure in full, and what shows it: tests as pytest names them, or a module.

    `grows` are the tests that are larger at a twentieth of their full size than in a usual run.
    """

    words: str
    target: str
    shown_by: tuple[str, ...]
    is_script: bool = False
    grows: tuple[str, ...] = ()


PROMISES = (
    Promise(
        "a saved round survives a killed process",
        "200 kills, 0 lost",
        ("tests/store/test_kills.py::test_every_acknowledged_round_survives_a_killed_process",),
        grows=("tests/store/test_kills.py::test_every_acknowledged_round_survives_a_killed_process",),
    ),
    Promise(
        "… and a power cut",
        "0 early answers",
        (
            "tests/store/test_kills.py::test_no_answer_leaves_before_the_log_is_synced",
            "tests/store/test_kills.py::test_an_early_answer_is_seen_in_a_trace",
            "tests/store/test_database.py::test_postgresql_acknowledges_only_what_is_on_disk",
        ),
    ),
    Promise(
        "posting twice gives one round",
        "1 row of 20; 200 of 200",
        (
            "tests/store/test_rounds.py::test_twenty_phones_posting_one_key_give_one_round",
            "tests/store/test_rounds.py::test_a_client_that_retries_lost_answers_records_each_round_once",
        ),
    ),
    Promise(
        "two phones never overwrite each other silently",
        "1 saved, 9 told",
        (
            "tests/store/test_rounds.py"
            "::test_ten_corrections_of_one_version_one_succeeds_and_nine_see_the_current_values",
        ),
    ),
    Promise(
        "a busy database delays, never breaks",
        "0 errors",
        (
            "tests/store/test_database.py::test_a_round_waits_for_another_writer_and_is_saved",
            "tests/store/test_database.py::test_a_database_that_stays_busy_asks_to_try_again",
        ),
    ),
    Promise(
        "a full or failing disk never yields “saved”",
        "saved = stored",
        (
            "tests/store/test_database.py::test_a_full_disk_never_yields_saved",
            "tests/store/test_database.py::test_a_failing_disk_never_yields_saved",
        ),
    ),
    Promise(
        "anything can be undone",
        "2,000 evenings",
        ("tests/store/test_history.py::test_anything_can_be_undone",),
        grows=("tests/store/test_history.py::test_anything_can_be_undone",),
    ),
    Promise(
        "two phones entering the next round",
        "200 pairs, 0 silent doubles",
        ("tests/store/test_next_round.py",),
    ),
    Promise(
        "reading goes on when writing cannot",
        "0 of all pages answer 500",
        ("tests/web/serving/test_reading_goes_on.py",),
    ),
    Promise("an upgrade keeps everything", "25 killed, 0 unusable", ("tests/store/test_migration.py",)),
    Promise(
        "a backup made while people play restores whole",
        "15 of 15",
        (
            "tests/store/test_backup.py::test_a_backup_made_while_people_play_restores_whole",
            "tests/store/test_backup.py::test_a_copy_of_the_file_lacks_what_a_backup_has",
        ),
    ),
    Promise(
        "damage closes one game",
        "100 databases, 0 other games lost",
        ("tests/web/serving/test_damage.py",),
    ),
    Promise(
        "a restore under play loses nothing",
        "50 restores, 0 of 10,000 rounds lost",
        ("tests/reliability/test_restores.py",),
        grows=("tests/reliability/test_restores.py",),
    ),
    Promise(
        "new code beside an old server",
        "every round of both",
        (
            "tests/store/test_migration.py::test_nothing_is_upgraded_while_a_server_holds_the_file",
            "tests/store/test_migration.py"
            "::test_a_server_that_meets_a_newer_schema_stops_saving_says_so_and_reads_on",
        ),
    ),
    Promise(
        "a game exported and imported is the same game",
        "0 differences",
        (
            "tests/store/test_transfer.py::test_any_evening_exported_and_imported_is_the_same",
            "tests/store/test_transfer.py::test_a_file_that_was_changed_by_hand_is_refused",
        ),
        grows=("tests/store/test_transfer.py::test_any_evening_exported_and_imported_is_the_same",),
    ),
    Promise(
        "a half-entered round survives a killed tab and browser",
        "50 of 50",
        ("tests/web/games/test_entry_saving.py::test_a_killed_tab_or_browser_loses_nothing_that_was_kept",),
    ),
    Promise(
        "“saved” on the screen means saved on the server",
        "0 false marks, 0 drafts dropped",
        (
            "tests/web/games/test_entry_saving.py::test_a_fault_at_saving_leaves_the_draft_and_says_what_happened",
        ),
    ),
    Promise("a link cannot be guessed", "192 random bits", ("tests/store/test_links.py",)),
    Promise(
        "a view link never edits, one game’s link never reaches another’s rows",
        "0 wrong cells",
        ("tests/web/serving/test_routes.py::test_nobody_gets_in_where_they_do_not_belong",),
    ),
    Promise(
        "links do not leak",
        "0 in any log",
        (
            "tests/web/serving/test_routes.py::test_no_link_is_written_to_any_log",
            "tests/web/serving/test_routes.py::test_every_answer_forbids_what_a_page_of_ours_never_does",
        ),
    ),
    Promise(
        "another site cannot change a game",
        "0 writes",
        ("tests/web/serving/test_routes.py::test_another_site_cannot_change_a_game",),
    ),
    Promise("a name never runs", "0 executions", ("tests/web/serving/test_names_never_run.py",)),
    Promise("a PDF fetches nothing", "0 fetches", ("tests/printing/test_fetching.py",)),
    Promise(
        "no input makes a 500",
        "20,000 requests, 0",
        ("tests/web/serving/test_fuzz.py",),
    ),
    Promise(
        "one visitor cannot exhaust it",
        "median ≤ 1 s, 0 refused",
        ("tools.reliability.one_visitor",),
        is_script=True,
    ),
    Promise(
        "… nor keep the photos of others waiting",
        "median ≤ 2 × the usual",
        ("tools.reliability.costly_photos",),
        is_script=True,
    ),
    Promise(
        "… nor by requests that cost much", "refused before any work", ("tests/web/serving/test_limits.py",)
    ),
    Promise(
        "a valid link always opens",
        "10,000 guesses, 0 refused",
        ("tests/web/serving/test_limits.py::test_many_wrong_guesses_leave_every_valid_link_open",),
    ),
    Promise("only our own name is believed", "0 links elsewhere", ("tests/web/serving/test_own_address.py",)),
    Promise(
        "what is brought in is checked like what is typed",
        "3,000 damaged, 0 changed rows",
        (
            "tests/store/test_transfer.py",
            "tests/store/test_backup.py::test_a_backup_with_a_changed_bit_is_refused_or_taken_and_no_other_error_gets_out",
            "tests/store/test_backup.py::test_a_backup_that_could_not_have_been_made_here_changes_nothing",
        ),
        grows=(
            "tests/store/test_backup.py::test_a_backup_with_a_changed_bit_is_refused_or_taken_and_no_other_error_gets_out",
        ),
    ),
    Promise(
        "the first run is safe",
        "mode 0600, 127.0.0.1",
        ("tests/web/serving/test_routes.py", "tests/test_run.py"),
    ),
    Promise(
        "two processes serve one live table",
        "0 lost",
        ("tests/reliability/test_two_processes.py", "tests/reliability/test_restarts.py"),
    ),
    Promise(
        "two machines with one PostgreSQL are one program",
        "0 lost, 0 doubled",
        ("tests/reliability/test_two_machines.py",),
    ),
    Promise(
        "a hundred tables of four phones",
        "p95 ≤ 400 ms, 0 errors",
        ("tools.reliability.many_phones",),
        is_script=True,
    ),
    Promise(
        "memory does not grow with what is played",
        "≤ 1 MB per 1,000 rounds",
        ("tools.reliability.memory",),
        is_script=True,
    ),
)


class Shown(NamedTuple):
    """What a promise came to: its figure, and whether it is kept."""

    figure: str
    is_kept: bool


def read_report(path: Path) -> Shown:
    """What a report of pytest says: figures that tests recorded, else how many passed."""
    if not path.exists():
        return Shown("nothing ran", False)
    cases = list(ElementTree.parse(path).iter("testcase"))
    failed = sum(1 for case in cases if case.find("failure") is not None or case.find("error") is not None)
    skipped = sum(1 for case in cases if case.find("skipped") is not None)
    passed = len(cases) - failed - skipped
    said = [each.attrib["value"] for case in cases for each in case.iter("property")]
    said += [f"{passed} of {len(cases)} checks"]
    said += [f"{skipped} skipped"] if skipped else []
    return Shown(" · ".join(dict.fromkeys(said)), bool(cases) and passed == len(cases))


def run_tests(names: Iterable[str], share: str, report: Path) -> Shown:
    # Figures are kept by this form of the report alone.
    form = ("-o", "junit_family=xunit1", f"--junitxml={report}")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *form, *names]
    settings = {"KWADO_TEST_THOROUGH": share, "KWADO_TEST_POSTGRES": "1"}
    subprocess.run(words, cwd=REPO, env=os.environ | settings, stdout=subprocess.DEVNULL, check=False)
    return read_report(report)


def run_script(module: str, share: str) -> Shown:
    words = [sys.executable, "-m", module]
    if share == QUICK:
        words.append("--quick")
    ran = subprocess.run(words, cwd=REPO, capture_output=True, text=True, check=False)
    lines = [line.strip() for line in ran.stdout.splitlines() if line.strip()]
    is_kept = bool(lines) and ran.returncode == 0
    # The last line is the figure; what led to it is of use when it is missed.
    return Shown(lines[-1] if is_kept else " · ".join(lines) or "nothing ran", is_kept)


def show_promise(promise: Promise, names: tuple[str, ...], share: str) -> bool:
    """Runs the script or the tests that show a promise and prints its row."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kwado-reliability-") as folder:
        if promise.is_script:
            shown = run_script(names[0], share)
        else:
            shown = run_tests(names, share, Path(folder) / "report.xml")
    seconds = time.monotonic() - start
    print(
        f"{'kept' if shown.is_kept else 'MISSED':6}  {promise.words:69}  {promise.target:31}  "
        f"{shown.figure} ({seconds:.0f} s)",
        flush=True,
    )
    return shown.is_kept


def main(words: list[str]) -> int:
    share = QUICK if "--quick" in words else THOROUGH
    wanted = " ".join(word for word in words if word != "--quick")
    chosen = {
        promise: promise.grows if share == QUICK and not (wanted or promise.is_script) else promise.shown_by
        for promise in PROMISES
        if wanted in promise.words
    }
    if not chosen:
        print(f"No promise has the words “{wanted}”.")
        return 1
    print(f"{'':6}  {'promise':69}  {'at full size':31}  shown{' quickly' if share == QUICK else ''}")
    kept = [show_promise(promise, names, share) for promise, names in chosen.items() if names]
    print(f"{sum(kept)} of {len(kept)} promises kept")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
