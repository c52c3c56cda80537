"""A QR code as a drawing inside the page: an address to be read by a phone's camera."""

from __future__ import annotations

import segno


def qr_svg(address: str) -> str:
    """An SVG without a fixed size: the page's style says how large it is, and paper keeps it sharp."""
    code = segno.make(address, error="m", micro=False)
    drawing: str = code.svg_inline(omitsize=True, border=4)
    return drawing
