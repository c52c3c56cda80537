"""What stands in a PDF, read back with pdftotext."""

from __future__ import annotations

import subprocess

from tests.needs import program

LIMIT = 60  # seconds; it ends what hangs


def text_of(document: bytes, order: str = "-layout") -> str:
    """What is read in a document: as it lies on its pages, `-raw` as it was drawn, `-bbox` word by word."""
    command = [program("pdftotext", "poppler-utils"), order, "-", "-"]
    reading = subprocess.run(command, input=document, capture_output=True, timeout=LIMIT, check=True)
    return reading.stdout.decode()


def pages_in(document: bytes) -> list[str]:
    """The text of each page in the order in which it was drawn."""
    return [" ".join(page.split()) for page in text_of(document, "-raw").split("\f")[:-1]]
