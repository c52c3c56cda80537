"""The pictures of the docs that are drawn from the code show the code as it is."""

import runpy

import pytest

from tests import ROOT

DRAWING = runpy.run_path(str(ROOT / "docs/pictures/draw.py"))


@pytest.mark.parametrize("name", sorted(DRAWING["PICTURES"]))
def test_a_picture_is_drawn_again_when_the_code_has_changed(name: str) -> None:
    """If this fails: python docs/pictures/draw.py"""
    digest = DRAWING["digest_of"](DRAWING["PICTURES"][name]())
    assert digest in (ROOT / "docs/pictures" / name).read_text(encoding="utf-8")
