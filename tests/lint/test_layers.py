"""The arrows of the house: `clubs` <- `scoring` <- `tournaments` <- `config`, and what inner rooms import.

Reads sources as text and runs none of them. docs/decisions/0001-layout.md says why the arrows point so.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping

import pytest

from tests import ROOT

LAYERS = ("clubs", "scoring", "tournaments", "config")
# What a core may use besides the standard library: the rule sets are values of the core, and the pairing of
# a round is exact by another's algorithm.
CORES = {
    "scoring.core": frozenset[str](),
    "scoring.rulesets": frozenset({"scoring.core"}),
    "tournaments.core": frozenset({"rustworkx"}),
}
REPORTS = "clubs.reports"
# Draws reports. Of the rest of `clubs.reports`, only the module that draws any document imports it.
PDF, DRAWS_ANY = "clubs.reports.pdf", "clubs.reports.paper"
# The packages of each app, lowest floor first: a package imports what stands on lower floors, and nothing
# beside it. What is named nowhere (urls, apps, management, registration) stands on top of its app.
FLOORS: dict[str, tuple[frozenset[str], ...]] = {
    "clubs": tuple(
        map(
            frozenset,
            (
                ("text", "db", "reports", "plugins"),
                ("models",),
                ("books", "files"),
                ("web",),
                ("people", "accounts", "jobs", "backups"),
                ("views",),
            ),
        )
    ),
    "scoring": tuple(
        map(
            frozenset,
            (
                ("core",),
                ("rulesets",),
                ("models",),
                ("store", "wording"),
                ("recording",),
                ("game",),
                ("overview", "forms"),
                ("desk", "table"),
                ("entry",),
                ("rulings", "signing", "printing", "setup"),
            ),
        )
    ),
    "tournaments": tuple(
        map(
            frozenset,
            (
                ("core",),
                ("agreement",),
                ("models", "wording"),
                ("play", "archive"),
                ("running", "public"),
                ("series", "ratings"),
                ("rankings",),
                ("settings", "papers"),
                ("desk", "transfer", "past", "what_if"),
                ("leagues",),
                ("clock", "history"),
                ("entries", "rounds", "tonight", "screen", "strength", "sections"),
                ("notices",),
                ("signup", "cash", "programme"),
                ("personal", "prizes", "gatherings", "federation", "captains"),
            ),
        )
    ),
}
# What an app takes from the app below it, where that is not every package: a desk, a table's phone and the
# forms around them are scoring's own pages. What an event needs as well stands in a package below them.
OFFERED = {
    ("tournaments", "scoring"): frozenset(
        {
            *("core", "rulesets", "models", "store", "wording", "recording", "game", "overview", "forms"),
            "printing",
        }
    )
}
BELOW_ALL = -1  # what every app may use: base pages and components
SHARED_TEMPLATES = ("components", "django", "reports")
BASES = ("base.html", "desk.html")

DOTTED = re.compile(r"(?P<app>[a-z]+)(\.\w+)+")
TEMPLATE_USE = re.compile(r"{%-?\s*(?:include|extends|kept)\s+[\"'](?P<name>[^\"']+)[\"']")
TEMPLATE_LOAD = re.compile(r"{%-?\s*load\s+(?P<words>[^%]+?)\s*-?%}")


def python_violations(sources: Mapping[str, str]) -> list[str]:
    """Of modules, by their paths from the root."""
    found = (complaint for path, text in sources.items() for complaint in in_module(path, text))
    return sorted(set(found))


def in_module(path: str, text: str) -> Iterator[str]:
    own = module_name(path)
    tree = ast.parse(text)
    for name in imported(tree, own, path.endswith("__init__.py")):
        if reason := import_refusal(own, name):
            yield f"{path} imports {name}: {reason}"
    for name in named(tree):
        if is_upward(own, name):
            yield f"{path} names {name}: that is upward"


def module_name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(tree: ast.Module, own: str, is_package: bool) -> Iterator[str]:
    """Every imported name in full, also inside functions and `if TYPE_CHECKING`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = absolute(node, own, is_package)
            yield from (f"{source}.{alias.name}" for alias in node.names)


def absolute(node: ast.ImportFrom, own: str, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = own.split(".")
    kept = parts[: len(parts) - node.level + is_package]
    return ".".join([*kept, *([node.module] if node.module else [])])


def named(tree: ast.Module) -> Iterator[str]:
    """Names in strings: "tournaments.Round" of a foreign key, ("tournaments", "0001") of a migration."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and DOTTED.fullmatch(node.value):
            yield node.value
        pair = node.elts if isinstance(node, ast.Tuple) else node.args if isinstance(node, ast.Call) else []
        words = [str(each.value) for each in pair[:2] if isinstance(each, ast.Constant)]
        if len(words) == 2 and words[0] in LAYERS:
            yield f"{words[0]}.{words[1]}"


def import_refusal(own: str, name: str) -> str:
    for core, others in CORES.items():
        known = name.split(".")[0] in sys.stdlib_module_names or any(
            within(name, other) for other in (core, *others)
        )
        if within(own, core) and not known:
            return "a core knows the standard library and itself"
    if within(own, REPORTS) and name.split(".")[0] in LAYERS and not within(name, REPORTS):
        return "reports know nothing of ours"
    if within(own, REPORTS) and not within(own, PDF) and own != DRAWS_ANY and within(name, PDF):
        return "the content of a document does not know how it is drawn"
    if within(name, "reportlab") and not within(own, PDF):
        return f"{PDF} alone draws PDFs"
    return "that is upward" if is_upward(own, name) else floor_refusal(own, name)


def floor_refusal(own: str, name: str) -> str:
    """Within one app: a package below does not know those above and beside it."""
    (app, here), (other, there) = package_of(own), package_of(name)
    if not is_offered(app, other, there):
        return f"{other}.{there} is not for {app}"
    if app != other or app not in FLOORS or here == there:
        return ""
    floors = {
        package: floor
        for floor, packages in enumerate(FLOORS[app])
        for package in packages
        if package == "models" or (ROOT / app / package).is_dir()  # the others are still to come
    }
    if here not in floors or there not in floors:
        return ""
    return "" if floors[there] < floors[here] else f"{app}.{here} stands beside or below {app}.{there}"


def is_offered(app: str, other: str, package: str) -> bool:
    return (app, other) not in OFFERED or package in OFFERED[app, other] | {""}


def package_of(name: str) -> tuple[str, str]:
    app, package, *_ = [*name.split("."), "", ""]
    return app, package


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def is_upward(own: str, name: str) -> bool:
    here, there = own.split(".")[0], name.split(".")[0]
    return here in LAYERS and there in LAYERS and LAYERS.index(there) > LAYERS.index(here)


def template_violations(sources: Mapping[str, str], libraries: Mapping[str, str]) -> list[str]:
    """Of templates, by their names; `libraries` says which app each library of tags belongs to."""
    found = []
    for name, text in sources.items():
        height = template_height(name)
        used = [use["name"] for use in TEMPLATE_USE.finditer(text)]
        found += [f"{name} uses {other}" for other in used if template_height(other) > height]
        found += [f"{name} uses {other} of another's pages" for other in used if not is_for(name, other)]
        loaded = [word for load in TEMPLATE_LOAD.finditer(text) for word in load["words"].split()]
        apps = [(word, libraries[word]) for word in loaded if word in libraries]
        found += [f"{name} loads {word} of {app}" for word, app in apps if height < LAYERS.index(app)]
    return sorted(found)


def is_for(name: str, other: str) -> bool:
    (app, _here), (below, folder) = (package_of(path.replace("/", ".")) for path in (name, other))
    return is_offered(app, below, folder)


def template_height(name: str) -> int:
    """Pages outside the apps' folders are the whole house's, as `config` is."""
    folder = name.split("/")[0]
    if folder in SHARED_TEMPLATES or name in BASES:
        return BELOW_ALL
    return LAYERS.index(folder if folder in LAYERS else "config")


def own_sources() -> dict[str, str]:
    files = (file for layer in LAYERS for file in (ROOT / layer).rglob("*.py"))
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}


def own_templates() -> dict[str, str]:
    folder = ROOT / "templates"
    files = folder.rglob("*.html")
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in files}


def own_libraries() -> dict[str, str]:
    """Tags that every page may use live in `clubs`, the lowest app: those are below all."""
    files = (file for layer in LAYERS[1:] for file in (ROOT / layer).glob("templatetags/*.py"))
    return {file.stem: file.relative_to(ROOT).parts[0] for file in files}


def test_no_module_points_upward() -> None:
    assert python_violations(own_sources()) == []


def test_no_template_points_upward() -> None:
    assert template_violations(own_templates(), own_libraries()) == []


def test_the_sources_and_templates_are_read_at_all() -> None:
    assert {
        "clubs/models/people.py",
        "scoring/models/games.py",
        "tournaments/models/events.py",
    } <= own_sources().keys()
    assert {"base.html", "404.html"} <= own_templates().keys()


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("clubs/models.py", "import scoring.models"),
        ("clubs/models.py", "from scoring import models"),
        ("clubs/views.py", "def page():\n    from tournaments.models import Round"),
        ("clubs/views.py", "if TYPE_CHECKING:\n    from scoring.models import Game"),
        ("clubs/views.py", "from config import settings"),
        ("scoring/models.py", "from ..tournaments import models"),
        ("scoring/models.py", "class Game:\n    round = ForeignKey('tournaments.Round', CASCADE)"),
        ("scoring/models.py", "Round = apps.get_model('tournaments', 'Round')"),
        ("scoring/models.py", "module = import_module('tournaments.models')"),
        ("scoring/migrations/0002_round.py", "dependencies = [('tournaments', '0001_initial')]"),
        ("scoring/core/rules.py", "from django.db import models"),
        ("scoring/core/rules.py", "from scoring import words"),
        ("scoring/core/rules.py", "from .. import words"),
        ("scoring/core/__init__.py", "from .. import words"),
        ("scoring/core/parser.py", "from scoring import rulesets"),
        ("scoring/rulesets/samba/labels.py", "from django.utils.translation import gettext"),
        ("tournaments/core/results.py", "from scoring.core import result"),
        ("tournaments/core/results.py", "import clubs"),
        ("clubs/reports/pdf/grids.py", "from clubs.models import Player"),
        ("clubs/reports/pdf/grids.py", "from ...models import Player"),
        ("clubs/reports/report.py", "from clubs.reports.pdf.grids import make_grid"),
        ("scoring/printing/views.py", "from reportlab.pdfgen import canvas"),
        ("tournaments/desk/board.py", "from scoring.desk import game_page"),
        ("tournaments/desk/board.py", "def late():\n    from scoring.table.page import page_for"),
    ],
)
def test_a_planted_arrow_upward_is_found(path: str, source: str) -> None:
    assert len(python_violations({path: source})) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("tournaments/models.py", "from scoring.models import Game\nimport clubs.models"),
        ("tournaments/models.py", "game = ForeignKey('scoring.Game', CASCADE)"),
        ("scoring/migrations/0002_book.py", "dependencies = [('clubs', '0001_initial')]"),
        ("scoring/core/rules.py", "import dataclasses\nfrom scoring.core import result\nfrom . import sheet"),
        ("scoring/core/__init__.py", "from . import sheet"),
        (
            "clubs/reports/pdf/grids.py",
            "import reportlab\nfrom django.utils import translation\nfrom .. import report",
        ),
        ("config/urls.py", "from tournaments import views"),
        ("config/urls.py", "from scoring.desk import game_views"),
        ("tournaments/desk/board.py", "from scoring.overview import needs"),
        ("clubs/views.py", "words = 'Played in tournaments. Scored.'"),
    ],
)
def test_an_arrow_downward_is_allowed(path: str, source: str) -> None:
    assert python_violations({path: source}) == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("clubs/club/club.html", '{% include "scoring/game/page.html" %}'),
        ("scoring/game/page.html", "{% extends 'tournaments/public/event.html' %}"),
        ("components/table.html", '{% include "clubs/people/player.html" %}'),
        ("base.html", '{%- include "clubs/menu.html" with user=user %}'),
        ("clubs/club/club.html", "{% load i18n entries %}"),
        ("tournaments/desk/board.html", '{% include "scoring/desk/_points.html" %}'),
    ],
)
def test_a_planted_template_arrow_upward_is_found(name: str, source: str) -> None:
    assert len(template_violations({name: source}, {"entries": "tournaments"})) == 1


@pytest.mark.parametrize(
    ("name", "source"),
    [
        (
            "tournaments/public/event.html",
            '{% extends "desk.html" %}{% include "scoring/game/page.html" %}{% load entries %}',
        ),
        ("clubs/club/club.html", '{% include "components/table.html" %}{% load i18n %}'),
        ("home.html", '{% include "tournaments/card.html" %}'),
    ],
)
def test_a_template_arrow_downward_is_allowed(name: str, source: str) -> None:
    assert template_violations({name: source}, {"entries": "tournaments"}) == []
