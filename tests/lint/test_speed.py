"""What is fast at the price of a plain way: each mechanism in one module, compared with the plain way.

`docs/decisions/0014-speed.md` has the table. A module of it that goes by what Django does inside says with
which Django it was proved: whoever updates Django runs the comparisons and looks at what has changed.
"""

import re

import django
import pytest

from tests import ROOT

PAGE = ROOT / "docs/decisions/0014-speed.md"
ROW = re.compile(r"^\| \d+ \| (?P<name>[^|]+) \| `(?P<module>[^`]+)` \| `(?P<test>[^`]+)` \|", re.MULTILINE)
PROVED = re.compile(r"\bProved with Django (?P<release>\d+\.\d+)\.")
FENCES = {found["module"]: found["test"] for found in ROW.finditer(PAGE.read_text())}
ON_DJANGOS_INSIDE = [module for module in FENCES if PROVED.search((ROOT / module).read_text())]
# Names by which Django works inside, or which it says nothing of in its documentation.
INSIDE = re.compile(
    r"klass_info|get_related_populators|apply_converters|_prefetched_objects_cache"
    r"|CSRF_COOKIE_NEEDS_UPDATE|\.from_db\("
)


def test_each_mechanism_has_its_module_and_its_comparison() -> None:
    assert len(FENCES) >= 8
    for module, test in FENCES.items():
        assert (ROOT / module).is_file(), module
        assert (ROOT / test).is_file(), test


@pytest.mark.parametrize("module", ON_DJANGOS_INSIDE)
def test_it_was_proved_with_the_django_that_runs(module: str) -> None:
    """After an update: run the comparison named in the table, read the module, and change its line."""
    proved = PROVED.search((ROOT / module).read_text())
    assert proved is not None
    assert proved["release"] == ".".join(map(str, django.VERSION[:2])), f"run {FENCES[module]}"


def test_only_such_modules_go_by_what_django_does_inside() -> None:
    found = {
        str(path.relative_to(ROOT))
        for app in ("clubs", "scoring", "tournaments", "config")
        for path in (ROOT / app).rglob("*.py")
        if INSIDE.search(path.read_text())
    }
    assert found == set(ON_DJANGOS_INSIDE)
