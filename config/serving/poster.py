"""Prints an address as a QR code in the terminal: `python -m config.serving.poster URL`.

It runs inside the environment. The code is black on white whatever the terminal's colours are, for cameras.
"""

import sys
from collections.abc import Iterator

import segno

_BLOCKS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}  # an upper and a lower module
_BLACK_ON_WHITE, _RESET = "\x1b[30;107m", "\x1b[0m"


def _qr_lines(address: str, coloured: bool) -> Iterator[str]:
    """Return the lines of the code: two rows of modules make one line of half blocks."""
    rows = [list(row) for row in segno.make(address, error="m").matrix_iter(border=3)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        blocks = "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        yield f"{_BLACK_ON_WHITE}{blocks}{_RESET}" if coloured else blocks


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # a terminal's is a TextIOWrapper
    for line in _qr_lines(sys.argv[1], sys.stdout.isatty()):
        print(line)
