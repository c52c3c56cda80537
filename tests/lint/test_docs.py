"""The documents of the house: what they point at exists."""

import re
from pathlib import Path

import pytest

from tests import ROOT

# A file or folder of ours between backquotes, and a module of ours as Python names it.
PATH = re.compile(
    r"`((?:clubs|scoring|tournaments|config|templates|tests|docs|fixtures|bench|static|deploy)/[\w./-]*)`"
)
MODULE = re.compile(r"`((?:clubs|scoring|tournaments|config|tests)(?:\.[a-z_]+)+)[^`\w]?[^`]*`")
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def documents() -> list[Path]:
    tops = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md")
    folders = (ROOT / "docs", ROOT / "scoring" / "rulesets")
    return [*(ROOT / top for top in tops), *(path for each in folders for path in sorted(each.rglob("*.md")))]


@pytest.mark.parametrize("document", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(document: Path) -> None:
    targets = LINK.findall(document.read_text(encoding="utf-8"))
    assert [target for target in targets if not (document.parent / target).exists()] == []


@pytest.mark.parametrize("document", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_and_module_that_is_named_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    gone = [path for path in PATH.findall(text) if not (ROOT / path).exists()]
    gone += [name for name in MODULE.findall(text) if not is_module_or_in_one(name)]
    assert gone == []


def is_module_or_in_one(name: str) -> bool:
    """Whether a module has this name, or one has it as its last part."""
    parts = name.split(".")
    for places in (parts, parts[:-1]):
        place = ROOT.joinpath(*places)
        if place.is_dir() or place.with_suffix(".py").is_file():
            return True
    return False


def test_the_readme_names_every_way_to_start() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    options = re.findall(r'"(--[a-z-]+)"', (ROOT / "config/serving/options.py").read_text(encoding="utf-8"))
    assert options
    assert [option for option in options if option not in readme] == []
