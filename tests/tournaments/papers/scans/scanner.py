"""A scanner for tests: makes of printed pages what lies on a disk after they went through a feeder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from io import BytesIO

import numpy as np
import pypdfium2
from PIL import Image, ImageDraw, ImageFilter

PRINTED_DPI = 200
A4_INCHES = (8.27, 11.69)
PAPER, LID = 246, 252


def printed_pages(document: bytes) -> Iterator[Image.Image]:
    """The pages of a PDF as they lie in the tray of a printer."""
    with closing(pypdfium2.PdfDocument(document)) as pdf:
        for page in pdf:
            with closing(page.render(scale=PRINTED_DPI / 72)) as bitmap:
                yield bitmap.to_pil().convert("L")


def blank_page() -> Image.Image:
    return Image.new("L", size_in(PRINTED_DPI), 255)


def lined_page(words: str = "17 000 + 430") -> Image.Image:
    """A page without a code: a table that somebody has written figures into."""
    page = blank_page()
    draw = ImageDraw.Draw(page)
    for down in range(300, page.height - 200, 60):
        draw.line((150, down, page.width - 150, down), fill=70)
        draw.text((170, down - 30), words, fill=90)
    return page


def two_to_a_page(one: Image.Image, other: Image.Image) -> Image.Image:
    """Two sheets, each half as large, side by side on a page that is scanned upright."""
    width, height = size_in(PRINTED_DPI)
    sheet = Image.new("L", (height, width), 255)
    for at, page in enumerate((one, other)):
        sheet.paste(page.resize((height // 2, width), Image.Resampling.LANCZOS), (at * height // 2, 0))
    return sheet.rotate(90, expand=True)


def size_in(dpi: int) -> tuple[int, int]:
    return round(A4_INCHES[0] * dpi), round(A4_INCHES[1] * dpi)


@dataclass
class Scanner:
    """A scanner with its resolution, its compression, and the dice of its feeder."""

    dpi: int = 200
    quality: int = 55
    seed: int = 1
    most_skewed: float = 3.0
    noise: float = 6.0
    dice: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.dice = np.random.default_rng(self.seed)

    def scan(self, page: Image.Image, *, upside_down: bool = False) -> Image.Image:
        """One page: skewed, a little soft, grey, and with noise."""
        turned = page.rotate(
            float(self.dice.uniform(-self.most_skewed, self.most_skewed)) + 180 * upside_down,
            resample=Image.Resampling.BICUBIC,
            fillcolor=LID,
        )
        small = turned.resize(size_in(self.dpi), Image.Resampling.LANCZOS)
        soft = np.asarray(small.filter(ImageFilter.GaussianBlur(self.dpi / 300)), dtype=np.float32)
        grey = soft * (PAPER - 40) / 255 + 40 + self.dice.normal(0, self.noise, soft.shape)
        return Image.fromarray(grey.clip(0, 255).astype(np.uint8))

    def pdf(self, pages: Sequence[Image.Image]) -> bytes:
        """A pile in one file, as scanners send it: a JPEG on each page."""
        made = BytesIO()
        first, *others = pages
        first.save(
            made, "PDF", save_all=True, append_images=others, resolution=self.dpi, quality=self.quality
        )
        return made.getvalue()

    def jpeg(self, page: Image.Image) -> bytes:
        made = BytesIO()
        page.save(made, "JPEG", quality=self.quality, dpi=(self.dpi, self.dpi))
        return made.getvalue()
