"""A sheet fetches nothing: no address, no file, no attachment, whatever stands in a name."""

import socket
import threading
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.printing import compose, parse_order
from companion.printing.job import Job
from companion.rules import parse_name
from tests.printing.conftest import PrintSheet
from tests.printing.reading import has_attachments, read_pages, squeeze

PAYLOADS = [
    '<img src="{url}/a.png" alt="">',
    '<link rel="stylesheet" href="{url}/b.css">',
    '<link rel="attachment" href="{url}/c.txt">',
    '<link rel="attachment" href="file:///etc/passwd">',
    '<a rel="attachment" href="file:///etc/passwd">d</a>',
    '<style>@import "{url}/e.css";</style>',
    "<style>body{{background:url({url}/f.png)}}</style>",
    "<style>@font-face{{font-family:x;src:url({url}/g.otf)}}p{{font-family:x}}</style><p>g",
    '<object data="{url}/h.svg"></object><embed src="{url}/i.svg">',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image href="{url}/j.png"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><use href="{url}/k.svg#a"/></svg>',
    '<img src="file:///etc/passwd" alt="">',
    '<img src="kwado:card/../../etc/passwd" alt=""><img src="kwado:font/0.otf" alt="">',
]


@pytest.fixture
def listener() -> Iterator[tuple[str, list[str]]]:
    """An address on this machine, and who called."""
    calls: list[str] = []
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(0.2)
    stopped = threading.Event()

    def listen() -> None:
        while not stopped.is_set():
            try:
                connection, _ = server.accept()
            except TimeoutError:
                continue
            calls.append("called")
            connection.close()

    thread = threading.Thread(target=listen)
    thread.start()
    yield f"http://127.0.0.1:{server.getsockname()[1]}", calls
    stopped.set()
    thread.join()
    server.close()


def test_a_page_with_every_payload_fetches_and_attaches_nothing(
    listener: tuple[str, list[str]], set_here: Callable[..., Any]
) -> None:
    url, calls = listener
    faults: list[str] = []
    for payload in PAYLOADS:
        html = f"<!DOCTYPE html><html lang=en><title>x</title>{payload.format(url=url)}"
        result = set_here(Job(html=html, style="", sheets=()))
        faults += result.faults
        assert not has_attachments(result.content), payload
        assert "root:" not in "".join(read_pages(result.content)), payload
    assert calls == []
    refused = [fault for fault in faults if "disallowed protocol" in fault]
    for address in ("/a.png", "/b.css", "/e.css", "/f.png", "file:///etc/passwd"):
        assert any(address in fault for fault in refused), address
    assert sum("attachment" in fault for fault in refused) == 3
    assert "Font-face 'x' cannot be loaded" in faults


NAMES = [
    "<b>Ann</b>",
    "<img src=//127.0.0.1/x.png>",
    "{{ 7*7 }}{% include 'x' %}",
    "file:///etc/passwd",
    "url(http://127.0.0.1/x)",
    "</style><script>alert(1)</script>",
    "Zoë العربية 花札",
]


def test_names_are_printed_as_they_are_written(print_sheet: PrintSheet) -> None:
    result = print_sheet("score-pad", name=NAMES, rules="min-hwatu")
    assert result.faults == []
    assert not has_attachments(result.content)
    text = squeeze("".join(read_pages(result.content)))
    for kept in (squeeze(parse_name(name)) for name in NAMES):
        assert not {letter for letter in kept if ord(letter) < 0x10000 and letter.isalnum()} - set(text), kept
        assert kept in text or not kept.isascii(), kept


def test_of_a_name_that_no_font_has_whole_what_can_be_set_stands_beside_its_letter(
    print_sheet: PrintSheet,
) -> None:
    names = ["😀👩‍👩‍👧‍👦🇯🇵 Zoë", "Z̷̢͎a̴͙͝l̶̨͝g̵̛̱o̴̤͝", "ଠଠ ก้้้ العربية"]
    result = print_sheet("score-pad", name=names)
    assert result.faults == []
    text = squeeze("".join(read_pages(result.content)))
    # Without the marks that stand above and below letters.
    bare = "".join(letter for letter in text if not unicodedata.combining(letter))
    for kept in ("A😀Zoë", "BZalgo"):
        assert kept in bare
    assert not set("ଠกع") & set(text)


def test_eight_names_of_emoji_are_set_in_a_moment(set_here: Callable[..., Any]) -> None:
    import time

    names = [chr(0x1F600 + n) * 40 for n in range(6)]
    start = time.process_time()
    set_here(compose(parse_order("score-pad", {"name": names})))
    assert time.process_time() - start < 8
