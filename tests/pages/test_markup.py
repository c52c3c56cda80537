"""Names and free words full of markup: every page shows them as letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.apps import apps
from django.db.models import CharField, Field, Model, TextField, Value
from django.db.models.functions import Cast, Concat

from clubs.models import without_control_characters
from tests.conftest import LONG
from tests.pages.doors import FILES
from tests.pages.test_access import LINES, Line, once
from tests.pages.world import STRANGER, Scene, World, undone

pytestmark = pytest.mark.django_db

# As short as the shortest column takes it: an element, and the end of an attribute of either kind.
MARKUP = "<q x>\"'&lt;"
RAW, SHOWN = "<q x", "&lt;q x&gt;"
# Words of people besides names.
WORDS = frozenset({"reason", "cancelled_because", "origin", "note", "words", "comment"})
# In the quick profile one page in so many.
QUICK_PAGES = 3


def columns_of_words() -> Iterator[tuple[type[Model], Field[object, object]]]:
    for app in ("clubs", "scoring", "tournaments"):
        for model in apps.get_app_config(app).get_models():
            for field in model._meta.concrete_fields:
                is_name = isinstance(field, CharField) and without_control_characters in field.validators
                if is_name or (isinstance(field, TextField) and field.name in WORDS):
                    yield model, field


@pytest.fixture
def marked(scene: Scene) -> Iterator[World]:
    """The world in which everything that has a name is called by markup, and every reason says it."""
    with undone():
        for model, field in columns_of_words():
            there = model._base_manager.exclude(**{field.name: ""})
            there.update(**{field.name: Concat(Value(MARKUP), Cast("pk", CharField()))})
        yield scene.world


def test_no_page_takes_what_somebody_has_typed_for_its_own(marked: World) -> None:
    assert len(list(columns_of_words())) > 15
    shown = [line for line in LINES if line.method == "GET" and "200" in line.answers.values()]
    pages = [line for line in once(shown) if not FILES.search(line.address)]
    wrong, telling = [], 0
    for line in pages if LONG else pages[::QUICK_PAGES]:
        page = html_of(marked, line)
        telling += SHOWN in page
        if RAW in page or "&amp;amp;lt;" in page:
            wrong.append(line.address)
    assert wrong == []
    assert telling > 20, "the pages show what was typed"


def html_of(world: World, line: Line) -> str:
    """What somebody reads to whom the page is shown; who works there rather than a stranger."""
    seen_by = [who for who, answer in line.answers.items() if answer == "200"]
    who = next((who for who in seen_by if who != STRANGER), STRANGER)
    answer = world.as_(who).get(world.address(line.address))
    body: bytes = answer.getvalue()
    is_page = answer.status_code == 200 and "html" in answer.headers["Content-Type"]
    # A line to paste into one's own site is the source of a page: what is an attribute there is masked twice.
    return re.sub(r"<code>&lt;iframe .*?</code>", "", body.decode()) if is_page else ""


def test_the_markup_is_what_a_page_would_fall_for() -> None:
    assert unescape(SHOWN) + "\"'&lt;" == MARKUP
