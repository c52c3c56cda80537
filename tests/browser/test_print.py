"""What a browser prints of the lists: which of them lie on their side."""

import re

import pytest

from tests.browser.conftest import Open

BOX = re.compile(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]")


def lying(pdf: bytes) -> set[bool]:
    """Whether its pages are wider than high."""
    return {float(width) > float(height) for width, height in BOX.findall(pdf)}


@pytest.mark.parametrize(("address", "lies"), [("/games/?as=print", True), ("/events/1/?as=print", False)])
def test_a_list_of_many_words_a_row_lies_on_its_side(open_page: Open, address: str, lies: bool) -> None:
    page = open_page()
    page.goto(address)
    assert lying(page.pdf(format="A4", prefer_css_page_size=True)) == {lies}
