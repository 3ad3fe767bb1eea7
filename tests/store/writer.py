"""A process that records rounds and prints the saved ones, for tests that kill it or its disk."""

import itertools
import os
import sys
import threading

from companion.errors import CompanionError
from companion.store import Store, get_game, record_round, start_game
from tests.store.tables import RULES, options, points


def write_until_refused(url: str, edit: str) -> None:
    """Prints each key once it is saved, then the error."""
    store = Store(url)
    for number in itertools.count():
        key = f"round-number-{number}"
        try:
            with store.writing() as session:
                record_round(session, get_game(session, edit, to="edit"), points(5 * (number % 40)), key)
        except CompanionError as error:
            os.write(1, f"{type(error).__name__} {error.message}\n".encode())
            return
        os.write(1, f"saved {key}\n".encode())


def write_until_killed(url: str, writers: int) -> None:
    """Several writers, each with games of its own, a new one every 50 rounds."""

    def write(writer: int) -> None:
        store = Store(url)
        for game in itertools.count():
            with store.writing() as session:
                started = start_game(session, rule_set=RULES, options=options(), players=["Ann", "Ben"])
            os.write(1, f"game {started.id}\n".encode())
            for number in range(50):
                key = f"{os.getpid()}-{writer}-{game}-{number}"
                with store.writing() as session:
                    found = get_game(session, started.token, to="edit")
                    record_round(session, found, points(5 * (number % 40)), key)
                os.write(1, f"saved {key}\n".encode())

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    write_until_killed(sys.argv[1], int(sys.argv[2]))
