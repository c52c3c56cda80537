"""The pins: everything that is installed, also what the named packages bring with them, in one version."""

import re
from importlib.metadata import distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests import ROOT

BROUGHT_BY_PYTHON = {"pip", "setuptools", "wheel"}


def lines_of(name: str) -> list[Requirement]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-r"))]


EVERY = [*lines_of("requirements.txt"), *lines_of("requirements-dev.txt")]


@pytest.mark.parametrize("line", EVERY, ids=str)
def test_a_line_names_one_version(line: Requirement) -> None:
    assert re.fullmatch(r"==[0-9][0-9a-z.]*", str(line.specifier))


def test_every_installed_package_is_pinned_and_every_pin_is_installed() -> None:
    here = {canonicalize_name(line.name): pin(line) for line in EVERY if is_for_this_machine(line)}
    found = {canonicalize_name(each.name): each.version for each in distributions()}
    assert {name: version for name, version in found.items() if name not in BROUGHT_BY_PYTHON} == here


def pin(line: Requirement) -> str:
    return str(line.specifier).removeprefix("==")


def is_for_this_machine(line: Requirement) -> bool:
    return line.marker is None or line.marker.evaluate()


def test_no_package_is_pinned_twice() -> None:
    names = [canonicalize_name(line.name) for line in EVERY]
    assert sorted(set(names)) == sorted(names)


def test_the_reason_for_every_package_is_written_down() -> None:
    text = (ROOT / "docs/decisions/0002-dependencies.md").read_text(encoding="utf-8")
    told = {canonicalize_name(name) for name in re.findall(r"^\| ([A-Za-z0-9_-]+) \|", text, re.MULTILINE)}
    assert told - {"package"} == {canonicalize_name(line.name) for line in EVERY}
