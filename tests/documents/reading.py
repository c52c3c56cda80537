"""The text of a PDF, read with pdftotext, and the sizes of its letters."""

from __future__ import annotations

import subprocess
from io import BytesIO

import pikepdf

from tests.needs import program

LIMIT = 60  # seconds, for a program that hangs


def text_of(document: bytes, order: str = "-layout") -> str:
    """Return the text in the layout of the page, or with `-raw` as it was drawn, or with `-bbox` by word."""
    command = [program("pdftotext", "poppler-utils"), order, "-", "-"]
    reading = subprocess.run(command, input=document, capture_output=True, timeout=LIMIT, check=True)
    return reading.stdout.decode()


def pages_in(document: bytes) -> list[str]:
    """Return the text of each page in the order of drawing."""
    return [" ".join(page.split()) for page in text_of(document, "-raw").split("\f")[:-1]]


def letter_sizes(document: bytes) -> set[float]:
    """Return the sizes in points of what is written on the pages and in the forms that they draw."""
    sizes: set[float] = set()
    with pikepdf.open(BytesIO(document)) as pdf:
        forms = [part for part in pdf.objects if isinstance(part, pikepdf.Stream) and "/BBox" in part]
        for drawn in (*pdf.pages, *forms):
            size = 0.0
            for instruction in pikepdf.parse_content_stream(drawn, "Tf Tj TJ"):
                if str(instruction.operator) == "Tf":
                    size = float(instruction.operands[1])
                else:
                    sizes.add(size)
    return sizes
