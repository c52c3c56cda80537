"""The text of a PDF, read with pdftotext."""

from __future__ import annotations

import subprocess

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
