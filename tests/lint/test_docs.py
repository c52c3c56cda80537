"""The documents of the house: what they point at exists."""

import re
from pathlib import Path

import pytest

from tests import ROOT

LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def documents() -> list[Path]:
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("document", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(document: Path) -> None:
    targets = LINK.findall(document.read_text(encoding="utf-8"))
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_the_readme_names_every_way_to_start() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    options = re.findall(r'"(--[a-z-]+)"', (ROOT / "config/serving/options.py").read_text(encoding="utf-8"))
    assert options
    assert [option for option in options if option not in readme] == []
