"""Pages kept as pictures in `tests/documents/pages/`: drawn again and compared, dot by dot.

`python -m tests.documents.pictures` draws all pictures again after an intended change; look at what git then
shows as changed. A page that differs leaves a picture of the difference in `var/pictures/`.
"""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

import pypdfium2
import pytest
from PIL import Image, ImageChops

from tests import ROOT

PICTURES: Final = ROOT / "tests" / "documents" / "pages"
DIFFERENCES: Final = ROOT / "var" / "pictures"
# Set while the pictures are drawn for keeping.
_MAKING: Final = "TALON_MAKE_PICTURES"
# A picture has a dot for each point of the page, and sixteen shades of gray: four bits a dot.
_SHADES: Final = 16
_ENLARGED: Final = 4
_STEP: Final = 255 // (_SHADES - 1)


def picture_of(document: bytes, page: int) -> Image.Image:
    """Return a page of a PDF, counted from 1, in shades of gray.

    It is drawn larger and reduced: no line is drawn thinner than a dot, and rules of half a point and of one
    would look alike.
    """
    with closing(pypdfium2.PdfDocument(document)) as pdf:
        large: Image.Image = pdf[page - 1].render(scale=_ENLARGED, grayscale=True).to_pil().convert("L")
    gray = large.reduce(_ENLARGED)
    return gray.point([(shade + _STEP // 2) // _STEP * _STEP for shade in range(256)])


def check(name: str, drawn: Image.Image) -> str:
    """Compare a drawn page with its picture; under the command, store it as the picture."""
    if os.environ.get(_MAKING):
        _save(drawn, PICTURES / f"{name}.png")
    return compare(name, drawn)


def compare(name: str, drawn: Image.Image, pictures: Path = PICTURES, into: Path = DIFFERENCES) -> str:
    """Say how a drawn page differs from its picture; nothing if it does not."""
    file = pictures / f"{name}.png"
    if not file.exists():
        return f"{name} has no picture: draw it with `python -m tests.documents.pictures`"
    with Image.open(file) as stored:
        kept = stored.convert("L")
    difference = into / f"{name}.png"
    difference.unlink(missing_ok=True)
    if kept.size == drawn.size and kept.tobytes() == drawn.tobytes():
        return ""
    into.mkdir(parents=True, exist_ok=True)
    _three_panels(kept, drawn).save(difference)
    return (
        f"{name} is drawn in another way: {difference} has the picture, the page, and in red what differs. "
        "If that is intended, `python -m tests.documents.pictures` draws the pictures again."
    )


def _save(drawn: Image.Image, file: Path) -> None:
    """Store a picture as numbers into a palette of its shades."""
    shades = drawn.point([shade // _STEP for shade in range(256)])
    shades.putpalette([value for shade in range(_SHADES) for value in [shade * _STEP] * 3])
    file.parent.mkdir(exist_ok=True)
    shades.save(file, optimize=True, bits=4)


def _three_panels(kept: Image.Image, drawn: Image.Image) -> Image.Image:
    """Return the picture, the page as it is drawn now, and the page with what differs in red."""
    width, height = (max(sizes) for sizes in zip(kept.size, drawn.size, strict=True))
    before, after = (_on_paper(picture, width, height) for picture in (kept, drawn))
    differs = ImageChops.difference(before, after).point([0] + [255] * 255)
    faint = after.point([128 + shade // 2 for shade in range(256)]).convert("RGB")
    faint.paste((220, 0, 0), mask=differs)
    panels = Image.new("RGB", (3 * width, height), "white")
    for at, panel in enumerate((before.convert("RGB"), after.convert("RGB"), faint)):
        panels.paste(panel, (at * width, 0))
    return panels


def _on_paper(picture: Image.Image, width: int, height: int) -> Image.Image:
    paper = Image.new("L", (width, height), 255)
    paper.paste(picture, (0, 0))
    return paper


def main() -> None:
    os.environ[_MAKING] = "yes"
    pages = "tests/documents/test_pictures.py::test_a_page_looks_as_it_does_in_its_picture"
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", pages]))


if __name__ == "__main__":
    main()
