"""Draw the pictures of the docs that are made from the code: `python docs/pictures/draw.py`.

`architecture.svg` shows the packages of the three apps and what imports what; `models.svg` shows the stored
models and their foreign keys. Needs Graphviz (Debian's package graphviz). Each picture holds the digest of
its description, and a test notices when the code has changed.
"""

from __future__ import annotations

import ast
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.db.models import Model

ROOT = Path(__file__).resolve().parents[2]
APPS = ("clubs", "scoring", "tournaments")
# What every package may use, or what is only read by Django, would hide the rest.
NOT_DRAWN = frozenset({"migrations", "management", "templatetags", "apps", "urls", "league_urls", "demo"})
COLOURS = {"clubs": "#e8f0e4", "scoring": "#f6ecd9", "tournaments": "#e3ebf3"}
LIMIT = 120  # seconds; it ends what hangs


def architecture() -> str:
    """The packages as Graphviz reads them, with an arrow for each import that no longer way replaces."""
    uses = _without_shortcuts(_imports_of_packages())
    clusters = [
        _cluster(app, _boxes(name for name in sorted(uses) if name.startswith(f"{app}."))) for app in APPS
    ]
    arrows = [f'"{above}" -> "{below}";' for above in sorted(uses) for below in sorted(uses[above])]
    look = 'rankdir=TB; ranksep=0.45; nodesep=0.18; node [shape=box, style="rounded,filled", fontsize=11];'
    return _graph(look, [*clusters, *arrows])


def _boxes(names: Iterable[str]) -> list[str]:
    return [f'"{name}" [label="{name.partition(".")[2]}"];' for name in names]


def _cluster(app: str, boxes: Iterable[str]) -> str:
    look = f'label="{app}"; fontname="Helvetica-Bold"; style=filled; color="{COLOURS[app]}";'
    return f"subgraph cluster_{app} {{ {look}\n" + "\n".join(boxes) + "\n}"


def _graph(look: str, parts: Iterable[str]) -> str:
    shared = (
        'node [fillcolor=white, fontname="Helvetica"]; edge [color="#00000066", arrowsize=0.5, fontsize=7];'
    )
    return f"digraph {{ {shared} {look}\n" + "\n".join(parts) + "\n}\n"


def _imports_of_packages() -> dict[str, set[str]]:
    uses: dict[str, set[str]] = {}
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            own = _package(file.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."))
            if own:
                uses.setdefault(own, set()).update(
                    used for name in _imported(file) if (used := _package(name)) and used != own
                )
    return uses


def _imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _package(module: str) -> str:
    """The package of a module, as `scoring.table`; empty for what is not drawn."""
    app, package, *_ = [*module.split("."), "", ""]
    if app not in APPS or package in NOT_DRAWN or package.startswith("_"):
        return ""
    is_there = (ROOT / app / package).is_dir() or (ROOT / app / f"{package}.py").is_file()
    return f"{app}.{package}" if is_there and package else ""


def _without_shortcuts(uses: dict[str, set[str]]) -> dict[str, set[str]]:
    """Drop an arrow where a way over other packages leads to the same place."""
    return {
        above: {one for one in below if not any(one in _reached(uses, other) for other in below - {one})}
        for above, below in uses.items()
    }


def _reached(uses: dict[str, set[str]], start: str) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        for below in uses.get(waiting.pop(), set()) - reached:
            reached.add(below)
            waiting.append(below)
    return reached


def models() -> str:
    """The models as Graphviz reads them, with an arrow for each foreign key."""
    from django.apps import apps

    parts: list[str] = []
    for app in APPS:
        found = sorted(apps.get_app_config(app).get_models(), key=lambda model: model.__name__)
        parts.append(_cluster(app, (_record(model) for model in found)))
        parts += [arrow for model in found for arrow in _keys(model)]
    return _graph(
        "rankdir=LR; nodesep=0.2; ranksep=0.9; node [shape=plaintext, margin=0, fontsize=9];", parts
    )


def _record(model: type[Model]) -> str:
    """A box with the name of the model and its fields; foreign keys are arrows."""
    names = (field.name for field in model._meta.fields if not field.is_relation and field.name != "id")
    fields = "".join(f'{name}<BR ALIGN="LEFT"/>' for name in names) or " "
    table = (
        '<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" BGCOLOR="white">'
        f"<TR><TD>{model.__name__}</TD></TR><TR><TD>{fields}</TD></TR></TABLE>"
    )
    return f'"{model.__name__}" [label=<{table}>];'


def _keys(model: type[Model]) -> list[str]:
    return [
        f'"{model.__name__}" -> "{field.related_model.__name__}" [label="{field.name}"];'
        for field in (*model._meta.fields, *model._meta.many_to_many)
        if isinstance(field.related_model, type)
    ]


PICTURES = {"architecture.svg": architecture, "models.svg": models}


def digest_of(description: str) -> str:
    return hashlib.sha256(description.encode()).hexdigest()


def draw(name: str) -> None:
    description = PICTURES[name]()
    command = ["dot", "-Tsvg"]
    drawn = subprocess.run(
        command, input=description, stdout=subprocess.PIPE, text=True, check=True, timeout=LIMIT
    )
    picture = f"{drawn.stdout.rstrip()}\n<!-- of {digest_of(description)} -->\n"
    (ROOT / "docs/pictures" / name).write_text(picture, encoding="utf-8")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    for name in PICTURES:
        draw(name)


if __name__ == "__main__":
    main()
