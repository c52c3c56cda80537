"""Publishing opens all games of a round together: the same rows as one by one, in as many statements."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, cast

import pytest
from django.db import connection, models, transaction
from django.test.utils import CaptureQueriesContext

from clubs.books.verification import verify_log
from clubs.books.writing import Writing
from clubs.models import Book, LogEntry
from scoring import recording
from scoring.models import Game, Seat, Side, Table
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Pairing, Round

pytestmark = [pytest.mark.django_db, pytest.mark.engine]

# What publishing writes, and the columns that differ each time: random, or a hash over primary keys.
WRITTEN: Sequence[type[models.Model]] = (Game, Side, Seat, Table, Pairing, LogEntry, Book, Round)
DIFFERENT = {"code", "secret", "hash", "head", "seal"}
Row = Mapping[str, Any]


def a_drawn_round(event: Played, entries: int, tables: Sequence[int]) -> Round:
    """A round of an event of a club with codes at some tables, where a game of the round before is."""
    event.enter(entries)
    recording.create_tables(event.by, event.club, [str(table) for table in tables], uuid.uuid4())
    event.round()
    return event.draw()


def opened_singly(
    act: Writing, plans: Sequence[recording.GamePlan], tables: Mapping[str, Table]
) -> list[Game]:
    """Each game by itself, as the round's tables would be by hand."""
    games = []
    for plan in plans:
        game = recording.open_game_in(act, plan)
        if game.label in tables:
            recording.assign_table_in(act, tables[game.label], game)
        games.append(game)
    return games


def written_by_publishing(event: Played, drawn: Round) -> dict[str, list[Row]]:
    """All rows after publishing, which is undone; primary keys of new rows count from the first of them."""
    last = {
        model: model._default_manager.order_by("-pk").values_list("pk", flat=True).first() or 0
        for model in WRITTEN
    }
    with transaction.atomic():
        running.publish_round(event.by, drawn)
        assert not verify_log().broken
        rows = {model.__name__: plain_rows(model, last) for model in WRITTEN}
        transaction.set_rollback(True)
    return rows


def plain_rows(model: type[models.Model], last: Mapping[type[models.Model], int]) -> list[Row]:
    new = {
        (other._meta.label_lower, pk): f"new {at}"
        for other in last
        for at, pk in enumerate(
            other._default_manager.filter(pk__gt=last[other]).order_by("pk").values_list("pk", flat=True)
        )
    }
    rows: list[Row] = []
    for row in model._default_manager.order_by("pk").values():
        plain = {name: value for name, value in row.items() if name not in DIFFERENT}
        for field in model._meta.concrete_fields:
            to = cast("type[models.Model]", field.related_model if field.is_relation else model)
            if field.primary_key or field.is_relation:
                plain[field.attname] = new.get(
                    (to._meta.label_lower, plain[field.attname]), plain[field.attname]
                )
        if "text" in plain:
            plain["text"] = plain_text(plain["text"], new)
        rows.append(plain)
    return rows


def plain_text(text: str, new: Mapping[tuple[str, int], str]) -> Row:
    """The text of a log entry, without primary keys of new rows."""
    logged: dict[str, Any] = json.loads(text)
    label, _colon, pk = logged["subject"].partition(":")
    logged["subject"] = label, new.get((label, int(pk)), pk)
    game = logged["after"].get("game")
    logged["after"]["game"] = new.get(("scoring.game", game), game)
    # Its digest has a salt of its own.
    logged["origin"] = bool(logged["origin"])
    return logged


@pytest.mark.parametrize(
    ("agreement", "entries"),
    [(agreed(SWISS), 9), (agreed(PARTNERS, players=1), 12)],
    ids=["pairs", "partners drawn together"],
)
def test_games_opened_together_are_the_rows_of_games_opened_singly(
    agreement: EventAgreement, entries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(agreement)
    drawn = a_drawn_round(played, entries, tables=(1, 3))
    together = written_by_publishing(played, drawn)
    monkeypatch.setattr(recording, "open_games_in", opened_singly)
    singly = written_by_publishing(played, drawn)
    assert together == singly
    assert len(together["Game"]) > len(together["Table"]) == 2
    assert [row["game_id"] for row in together["Table"]] == ["new 0", "new 2"]


def test_twelve_tables_are_published_in_as_many_statements_as_four() -> None:
    asked = []
    for tables in (4, 12):
        event = Played(agreed(SWISS))
        drawn = a_drawn_round(event, 2 * tables, range(1, tables + 1))
        with CaptureQueriesContext(connection) as statements:
            running.publish_round(event.by, drawn)
        asked.append(len(statements))
    assert asked[0] == asked[1]
