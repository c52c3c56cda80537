"""The list of a club's written warnings."""

from __future__ import annotations

from datetime import date
from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club
from clubs.web.tables import FileColumn, ListTable, local_time
from scoring.models import WrittenWarning
from scoring.wording import labels


def _paragraph(warning: WrittenWarning) -> str:
    return labels.paragraph_label(warning.rule) if warning.rule else ""


def _cancellation_reason(warning: WrittenWarning) -> str:
    return warning.cancelled_because if warning.cancelled_at else ""


class WarningTable(ListTable):
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

    file_columns = (
        "player",
        "at",
        "text",
        FileColumn("paragraph", _lazy("Paragraph"), _paragraph),
        "game",
        FileColumn("revoked", _lazy("Revoked"), _cancellation_reason),
    )
    file_key = "warnings"

    def __init__(self, warnings: QuerySet[WrittenWarning], club: Club, **kwargs: Any) -> None:
        super().__init__(warnings, empty_text=_lazy("Nobody has been warned in writing."), **kwargs)
        self.club = club

    def value_player(self, record: WrittenWarning) -> str:
        return record.player.name

    def value_at(self, record: WrittenWarning) -> date:
        return local_time(record.at).date()

    def value_game(self, record: WrittenWarning) -> str:
        return record.game.book.club.name
