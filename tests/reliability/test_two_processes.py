"""Two servers on one database know of each other's codes, as two processes of a server do."""

from collections.abc import Iterator

import pytest

from tools.reliability.serving import Phone, Served, serve

ONE_PROCESS = {"KWADO_PROCESSES": "1"}


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    folder = tmp_path_factory.mktemp("instance")
    with serve(folder, **ONE_PROCESS) as one, serve(folder, **ONE_PROCESS) as other:
        yield one, other


def test_a_code_that_one_process_made_opens_the_game_at_the_other(both: tuple[Served, Served]) -> None:
    one, other = both
    owner, guest = Phone(one.port), Phone(other.port)
    game = owner.start_game("Ann", "Ben")
    assert guest.join(owner.make_code(game)) == (302, f"{game}/pile")
