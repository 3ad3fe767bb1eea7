"""Photos and pictures of cards as they come and go: bytes that strangers send, and JPEGs."""

from io import BytesIO

import cv2
import numpy as np
from cv2.typing import MatLike
from PIL import Image, ImageOps

from companion.photo.sightings import CannotRead

FORMATS = ("JPEG", "PNG", "WEBP")
MAX_MEGAPIXELS = 50
# The long side of a photo while it is read. A card of 24 is 150 pixels high then.
PHOTO_PX = 1600
# A card as it is stored, 33 by 54 mm.
PICTURE_PX = (110, 180)
# On a scale of 255: the brightest parts of a photo that shows nothing.
DARKEST = 30
_JPEG = [cv2.IMWRITE_JPEG_QUALITY, 88]


def read_photo(content: bytes) -> tuple[MatLike, float]:
    """An upright photo of at most 1600 pixels, and how many times smaller that is. Raises `CannotRead`."""
    try:
        image = Image.open(BytesIO(content), formats=FORMATS)
        if image.width * image.height > MAX_MEGAPIXELS * 1_000_000:
            raise CannotRead(f"This picture is too large: a photo may have {MAX_MEGAPIXELS} megapixels.")
        longest = max(image.size)
        image.draft("RGB", (PHOTO_PX, PHOTO_PX))
        upright = ImageOps.exif_transpose(image).convert("RGB")
        upright.thumbnail((PHOTO_PX, PHOTO_PX))
    except CannotRead:
        raise
    # A broken file fails in as many ways as there are formats.
    except Exception as error:
        raise CannotRead("This is not a photo that can be read. Send a JPEG, PNG or WebP file.") from error
    return cv2.cvtColor(np.asarray(upright), cv2.COLOR_RGB2BGR), longest / max(upright.size)


def check_light(photo: MatLike) -> None:
    """Raises `CannotRead` for a photo in which nothing can be seen."""
    if np.percentile(photo.max(axis=2), 99) < DARKEST:
        raise CannotRead("The photo is too dark. Make some light, best from the side, and take it again.")


def write_picture(picture: MatLike) -> bytes:
    """A card's picture as a JPEG."""
    sized = cv2.resize(picture, PICTURE_PX, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", sized, _JPEG)[1])
