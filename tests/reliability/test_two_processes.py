"""Two servers on one database know of each other's phones and codes, as two processes of a server do."""

import time
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from tools.reliability.serving import PATIENCE_S, Phone, Served, serve

ONE_PROCESS = {"KWADO_PROCESSES": "1"}


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    folder = tmp_path_factory.mktemp("instance")
    with serve(folder, **ONE_PROCESS) as one, serve(folder, **ONE_PROCESS) as other:
        yield one, other


def is_told(served: Served, game: str, phone: str) -> bool:
    """Whether a phone at round 1 of a new game hears from this server that another one is there, too."""
    connection = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
    try:
        path = f"{game}/news?since=1&entering={phone}.1"
        connection.request("GET", path, headers={"If-None-Match": '"1"'})
        answer = connection.getresponse()
        assert answer.status == 304
        return answer.getheader("X-Also-Entering") is not None
    finally:
        connection.close()


def test_a_phone_of_one_process_is_told_of_a_phone_of_the_other(both: tuple[Served, Served]) -> None:
    one, other = both
    game = Phone(one.port).start_game("Ann", "Ben")
    until = time.monotonic() + PATIENCE_S
    told = [False, False]
    while told != [True, True] and time.monotonic() < until:
        told = [is_told(one, game, "aaaaaa"), is_told(other, game, "bbbbbb")]
        time.sleep(0.1)
    assert told == [True, True]
    # Who is alone there is told of nobody.
    alone = Phone(one.port).start_game("Cem", "Dee")
    assert not any(is_told(served, alone, "cccccc") for served in both for _ in range(2))


def test_a_code_that_one_process_made_opens_the_game_at_the_other(both: tuple[Served, Served]) -> None:
    one, other = both
    owner, guest = Phone(one.port), Phone(other.port)
    game = owner.start_game("Ann", "Ben")
    assert guest.join(owner.make_code(game)) == (302, game)
