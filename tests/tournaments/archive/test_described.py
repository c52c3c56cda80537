"""The schema and the docs describe the content of an event as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields

import jsonschema_rs
import pytest

from tests import ROOT
from tests.tournaments.archive.full_event import make_full_event
from tests.tournaments.archive.schema import FILE, content_classes, schema_text
from tests.tournaments.archive.test_content import kept
from tournaments.archive import event_content
from tournaments.archive.content import EventContent

DOCS = (ROOT / "docs" / "event-content.md").read_text(encoding="utf-8")


def described() -> Iterator[tuple[str, list[str]]]:
    """Each heading that names a class, and the fields in the first column of its table."""
    for section in DOCS.split("\n## ")[1:]:
        if heading := re.match(r".*\(`(\w+)`\)\n", section):
            yield heading[1], re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_the_docs_describe_every_field() -> None:
    assert dict(described()) == {
        kind.__name__: [field.name for field in fields(kind)] for kind in content_classes()
    }


def test_the_schema_has_every_field() -> None:
    """After a change of the content: delete the file, and this writes it."""
    assert kept(FILE, schema_text()) == schema_text()


@pytest.mark.django_db
def test_the_content_of_an_event_is_valid_by_the_schema() -> None:
    schema = jsonschema_rs.validator_for(json.loads(FILE.read_text(encoding="utf-8")))
    content = json.loads(event_content(make_full_event()))
    schema.validate(content)
    assert not schema.is_valid({**content, "more": 1})
    assert content.keys() == {field.name for field in fields(EventContent)}
