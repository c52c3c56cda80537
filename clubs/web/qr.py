"""QR codes as inline SVG."""

from __future__ import annotations

import segno


def qr_svg(address: str) -> str:
    """Return an SVG without a fixed size: the style sheet sets the size, and print stays sharp."""
    code = segno.make(address, error="m", micro=False)
    drawing: str = code.svg_inline(omitsize=True, border=4)
    return drawing
