"""The list of a club's written warnings. Knows its columns; must not know who may see it."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club
from clubs.reports.report import Column
from clubs.reports.tables import Values
from clubs.web.tables import List, clock_of, named
from scoring.models import WrittenWarning
from scoring.wording import labels


class WarningTable(List):
    player = tables.Column(
        _lazy("Player"), accessor="player__name", order_by=("player__order", "player_id", "-at")
    )
    at = tables.DateColumn(verbose_name=_lazy("Given"), order_by=("at", "pk"))
    text = tables.TemplateColumn(
        verbose_name=_lazy("Warning"), template_name="scoring/rulings/_warning_text.html", orderable=False
    )
    game = tables.Column(
        _lazy("Where"),
        accessor="game__book__club__name",
        order_by=("game__book__club__order", "game_id"),
        linkify=lambda record: reverse("scoring:game", args=[record.game_id]),
    )

    def __init__(self, warnings: QuerySet[WrittenWarning], club: Club, **kwargs: Any) -> None:
        super().__init__(warnings, empty_text=_lazy("Nobody has been warned in writing."), **kwargs)
        self.club = club

    def columns_in_file(self) -> tuple[Column, ...]:
        return named(
            _lazy("Player"),
            _lazy("Given"),
            _lazy("Warning"),
            _lazy("Paragraph"),
            _lazy("Where"),
            _lazy("Taken back"),
        )

    def line_in_file(self, record: WrittenWarning) -> Values:
        return (
            record.player.name,
            clock_of(record.at).date(),
            record.text,
            labels.paragraph(record.rule) if record.rule else "",
            record.game.book.club.name,
            record.cancelled_because if record.cancelled_at else "",
        )
