"""A page of each kind of document looks as it does in its picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from pytest_django import DjangoDbBlocker

from tests.documents.evening import PAGES, Evening, certificate
from tests.documents.pictures import PICTURES, check, compare, picture_of
from tests.tournaments.support.kept import made_for_module

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def evening(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Evening]:
    """Played once, for pages that only read."""
    with django_db_blocker.unblock(), made_for_module():
        yield Evening()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_looks_as_it_does_in_its_picture(evening: Evening, name: str) -> None:
    drawn = PAGES[name](evening)
    assert check(name, picture_of(drawn.document, drawn.page)) == ""


def test_every_picture_is_of_a_page() -> None:
    assert {file.stem for file in PICTURES.glob("*.png")} == set(PAGES)


def a_page() -> Image.Image:
    drawn = certificate()
    return picture_of(drawn.document, drawn.page)


def test_a_thin_line_more_is_found_and_shown_in_red(tmp_path: Path) -> None:
    page = a_page()
    ImageDraw.Draw(page).line([(100, 300), (140, 300)], fill=204)
    said = compare("certificate", page, into=tmp_path)
    assert str(tmp_path / "certificate.png") in said
    with Image.open(tmp_path / "certificate.png") as panels:
        assert panels.size == (3 * page.width, page.height)
        assert panels.getpixel((2 * page.width + 120, 300)) == (220, 0, 0)
        assert panels.getpixel((2 * page.width + 120, 302)) == (255, 255, 255)


def test_a_page_of_another_size_is_found(tmp_path: Path) -> None:
    assert "certificate" in compare("certificate", a_page().rotate(90, expand=True), into=tmp_path)


def test_a_page_without_a_picture_is_found(tmp_path: Path) -> None:
    assert "has no picture" in compare("certificate", a_page(), pictures=tmp_path, into=tmp_path)
