"""What the README shows is what the program does."""

import os
import re
import subprocess
import sys

import pytest


def test_the_scored_round_of_the_readme_gives_the_printed_result(repo):
    readme = (repo / "README.md").read_text("utf-8")
    shell = re.search(r"```sh\n(echo .*?)```", readme, re.DOTALL)[1]
    printed = re.search(r"```json\n(.*?)```", readme, re.DOTALL)[1]
    command = shell.replace("./run score", '"$KWADO_TEST_PYTHON" -m companion score')
    assert command != shell
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=repo,
        env={**os.environ, "KWADO_TEST_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == printed


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_the_links_of_the_first_pages_lead_to_files_that_are_there(repo, page):
    text = (repo / page).read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (repo / link).exists()] == []
