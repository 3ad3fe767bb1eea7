"""Six clients of one address send the costliest known photos while another visitor has a photo read.

    python -m tools.reliability.costly_photos [--quick]

It prints how long a photo of 24 cards takes, alone and beside them, and exits with 1 when the median beside
them is more than twice the usual one in each of three attempts, or a photo is not read. Each attempt has its
own usual median, measured directly before. Like `one_visitor`, it needs Linux; and OpenCV.
"""

import statistics
import sys
import time
from collections import Counter
from functools import cache
from io import BytesIO
from itertools import count as count_from

import cv2
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from benchmarks.photos import load_deck
from companion.cards import DECK
from companion.photo import pack_deck
from companion.photo.pictures import MAX_COSTLY, PICTURE_PX
from tests.photo.hostile_decks import NAMES, draw_scans, lay_tiles, pack
from tests.photo.made import NAME, make
from tools.reliability.one_visitor import REPO, Visitor, attacked, serving
from tools.reliability.serving import find_best

MOST_TIMES = 2.0
# The side of a square of 50 megapixels.
SIDE_PX = 7_064
SCANS, MOST_SCANS = draw_scans(SIDE_PX, 3_000), draw_scans(SIDE_PX, MAX_COSTLY - 1)
DECK_OF_SCANS = pack((name, draw_scans(1_000, 900)) for name in NAMES)
TILES = lay_tiles((REPO / "tests" / "photo" / "large.heic").read_bytes(), b"grid", 16, 1_500)


@cache
def get_deck_file() -> bytes:
    pictures = {
        name: cv2.imencode(".jpg", cv2.resize(picture, PICTURE_PX))[1].tobytes()
        for name, picture in load_deck(NAME).items()
    }
    return pack_deck({card.id: pictures[card.id] for card in DECK})


def post(visitor: Visitor, path: str, field: str, file: bytes, **fields: str) -> tuple[int, str]:
    """The status and the text of the answer to a file, or for a redirect where it leads."""
    sent = MultiDict({"csrf_token": visitor.token, **fields, field: FileStorage(BytesIO(file), "file")})
    boundary, body = encode_multipart(sent)
    status, text, place = visitor.ask("POST", path, body, f"multipart/form-data; boundary={boundary}")
    return status, place or text


@cache
def lay_table(port: int, address: str) -> tuple[Visitor, str, str]:
    """Whoever is at this address, a game of theirs, and the number of the deck that its table has."""
    owner = Visitor(port, address)
    game = owner.start()
    status, place = post(owner, f"{game}/decks", "file", get_deck_file(), name="Ours")
    assert status == 302, place[:300]
    return owner, game, place.rpartition("/")[2]


def send(visitor: Visitor, photo: bytes) -> tuple[int, str]:
    owner, game, deck = lay_table(visitor.port, visitor.address)
    return post(owner, f"{game}/photo", "photo-0", photo, owner="0", **{"photo-deck": deck})


def send_scans(visitor: Visitor) -> int:
    return send(visitor, SCANS)[0]


def send_most_scans(visitor: Visitor) -> int:
    return send(visitor, MOST_SCANS)[0]


def send_tiles(visitor: Visitor) -> int:
    return send(visitor, TILES)[0]


def send_deck(visitor: Visitor) -> int:
    owner, game, _ = lay_table(visitor.port, visitor.address)
    return post(owner, f"{game}/decks", "file", DECK_OF_SCANS, name="Other")[0]


ATTACKS = (send_scans, send_most_scans, send_deck, send_tiles)


def time_photos(visitor: Visitor, count: int) -> tuple[float, int]:
    """The median of so many readings of one photo in seconds, and how many of them were not read."""
    seconds, missed, photo = [], 0, make(3, 24).content
    for _ in range(count):
        began = time.monotonic()
        status, text = send(visitor, photo)
        seconds.append(time.monotonic() - began)
        missed += status != 200 or "24 places. Do 24 cards lie there?" not in text
    return statistics.median(seconds), missed


def main() -> int:
    count = 3 if "--quick" in sys.argv[1:] else 9
    # Each attempt has an address of its own: who has sent too many photos is refused.
    others, missed, addresses = Counter[str](), 0, count_from(2)
    with serving() as port:
        visitor = Visitor(port)

        def compare() -> float:
            """How many times the usual a photo takes beside them."""
            nonlocal missed
            attacker = Visitor(port, f"127.0.0.{next(addresses)}")
            # The process that reads photos starts with the first.
            for each in (visitor, attacker):
                send(each, make(3, 24).content)
            usual_s, missed_usual = time_photos(visitor, count)
            with attacked(port, others, ATTACKS, attacker.address):
                beside_s, missed_beside = time_photos(visitor, count)
            missed += missed_usual + missed_beside
            print(f"a photo takes {usual_s:.1f} s, beside them {beside_s:.1f} s", flush=True)
            return beside_s / usual_s

        times = find_best(compare, MOST_TIMES)
    print(f"the others: {dict(sorted(others.items()))}")
    print(f"a photo takes {times:.1f} times the usual beside them; {missed} not read")
    return 0 if not missed and times <= MOST_TIMES else 1


if __name__ == "__main__":
    sys.exit(main())
