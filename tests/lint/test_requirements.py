"""The pins: everything that is installed, also what the named packages bring with them, in one version."""

import re
from importlib.metadata import distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests import ROOT

PINNED = re.compile(
    r"^(?P<line>[^#\s-][^\\\n]*?)(?P<hashes>(?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE
)


def lines_of(name: str) -> list[Requirement]:
    """Return what a file names; each must have the hashes of its files, and nothing else may be in it."""
    text = (ROOT / name).read_text(encoding="utf-8")
    rest = PINNED.sub("", text).split("\n")
    assert all(not line or line.startswith(("#", "-r ")) for line in rest), name
    return [Requirement(found["line"]) for found in PINNED.finditer(text)]


def asked_for(name: str) -> list[Requirement]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-r"))]


EVERY = [*lines_of("requirements.txt"), *lines_of("requirements-dev.txt")]
ASKED_FOR = [*asked_for("requirements.in"), *asked_for("requirements-dev.in")]


@pytest.mark.parametrize("line", EVERY, ids=str)
def test_a_line_names_one_version(line: Requirement) -> None:
    assert re.fullmatch(r"==[0-9][0-9a-z.]*", str(line.specifier))


def test_every_installed_package_is_pinned_and_every_pin_is_installed() -> None:
    here = {canonicalize_name(line.name): pin(line) for line in EVERY if is_for_this_machine(line)}
    found = {canonicalize_name(each.name): each.version for each in distributions()}
    assert found == here


def pin(line: Requirement) -> str:
    return str(line.specifier).removeprefix("==")


def is_for_this_machine(line: Requirement) -> bool:
    return line.marker is None or line.marker.evaluate()


def test_what_is_asked_for_is_what_is_pinned() -> None:
    pinned = {canonicalize_name(line.name): pin(line) for line in EVERY}
    assert {canonicalize_name(line.name): pin(line) for line in ASKED_FOR}.items() <= pinned.items()


def test_no_package_is_pinned_twice() -> None:
    names = [canonicalize_name(line.name) for line in EVERY]
    assert sorted(set(names)) == sorted(names)


def test_the_reason_for_every_package_is_written_down() -> None:
    text = (ROOT / "docs/decisions/0002-dependencies.md").read_text(encoding="utf-8")
    told = {canonicalize_name(name) for name in re.findall(r"^\| ([A-Za-z0-9_-]+) \|", text, re.MULTILINE)}
    assert told - {"package"} == {canonicalize_name(line.name) for line in EVERY}
