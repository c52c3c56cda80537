"""The list of games: its columns, and the form that filters it."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import django_tables2 as tables
from django import forms
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import ColumnKind, Reader
from clubs.web.tables import FileColumn, ListTable, local_time
from scoring.models import Game
from scoring.store.game_queries import GameFilter, clubs_with_games, side_name
from scoring.wording import labels
from scoring.wording.other_results import other_result_label, score_counts

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# At a table of three each side is a player.
_MAX_SIDES = 3


def _ruleset_name(game: Game) -> str:
    return labels.ruleset_name(game.ruleset)


def _table_label(game: Game) -> int | str:
    return number_or_name(game.label)


def _side_name(place: int, game: Game) -> str | None:
    sides = game.sides.all()
    return side_name(sides[place]) if place < len(sides) else None


def _side_result(place: int, game: Game) -> int | None:
    sides = game.sides.all()
    return sides[place].result if place < len(sides) and score_counts(game.other_result) else None


def _state_label(game: Game) -> str:
    """Return the state of a game, or what counts instead, and what else is to be said of it.

    Of one that is set aside the reason; that it is a trial, and that players have opened it.
    """
    label = "" if game.is_set_aside else other_result_label(game.other_result)
    state = label or str(game.get_state_display())
    if game.set_aside_because:
        state = f"{state}: {game.set_aside_because}"
    remarks = (
        _("trial") if game.book.trial else "",
        _("opened by players") if game.opened_by_players else "",
    )
    return ", ".join(filter(None, (state, *remarks)))


def number_or_name(label: str) -> int | str:
    """Return a table's label, as a number if it is one: in a file 2 comes before 10."""
    return int(label) if label.isdecimal() and not label.startswith("0") else label


def _format_number(title: _StrPromise, number: int) -> str:
    return str(title) % {"number": number}


_numbered = lazy(_format_number, str)


def _side_columns(place: int) -> tuple[FileColumn, FileColumn]:
    """Return the columns of a side and of its result."""
    number = place + 1
    return (
        FileColumn(f"side_{number}", _numbered(_lazy("Side %(number)s"), number), partial(_side_name, place)),
        FileColumn(
            f"result_{number}",
            _numbered(_lazy("Result of side %(number)s"), number),
            partial(_side_result, place),
            ColumnKind.NUMBER,
        ),
    )


class GameTable(ListTable):
    """A row for each game: its sides, result, rules, club, start and state."""

    sides = tables.TemplateColumn(
        verbose_name=_lazy("Game"), template_name="scoring/game/_row.html", orderable=False
    )
    club = tables.Column(
        _lazy("Club"),
        accessor="book__club",
        linkify=lambda record: reverse("clubs:club", args=[record.book.club_id]),
        order_by=("book__club__order", "-opened_at", "-pk"),
    )
    opened_at = tables.DateTimeColumn(verbose_name=_lazy("Opened"), order_by=("opened_at", "pk"))
    state = tables.TemplateColumn(
        verbose_name=_lazy("State"), template_name="scoring/game/_state.html", orderable=False
    )

    file_columns = (
        "club",
        "opened_at",
        FileColumn("rules", _lazy("Rules"), _ruleset_name),
        FileColumn("table", _lazy("Table"), _table_label),
        *(column for place in range(_MAX_SIDES) for column in _side_columns(place)),
        "state",
        FileColumn("game_id", "", attrgetter("pk"), ColumnKind.NUMBER, Reader.PROGRAMS),
        FileColumn("ruleset", "", attrgetter("ruleset"), reader=Reader.PROGRAMS),
        FileColumn("state_code", "", lambda record: str(record.state), reader=Reader.PROGRAMS),
    )
    file_key = "games"

    def __init__(self, games: QuerySet[Game], **kwargs: Any) -> None:
        super().__init__(games, empty_text=_lazy("No games found. Remove a filter."), **kwargs)

    def value_club(self, record: Game) -> str:
        return record.book.club.name

    def value_opened_at(self, record: Game) -> datetime:
        return local_time(record.opened_at)

    def value_state(self, record: Game) -> str:
        return _state_label(record)


_ANY = [("", _lazy("all"))]


class GameFilterForm(forms.Form):
    """Filters the list of games; an invalid choice is ignored."""

    q = forms.CharField(label=_lazy("Player's name"), required=False, max_length=100, strip=True)
    club = forms.ChoiceField(label=_lazy("Club"), required=False)
    ruleset = forms.ChoiceField(
        label=_lazy("Rules"), required=False, choices=lambda: [*_ANY, *labels.ruleset_choices()]
    )
    state = forms.ChoiceField(label=_lazy("State"), required=False, choices=[*_ANY, *Game.State.choices])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = clubs_with_games().values_list("pk", "name")
        self.fields["club"].choices = [*_ANY, *clubs]  # type: ignore[attr-defined] # a choice field has them

    def game_filter(self) -> GameFilter:
        """Return the filter; fields that are not valid do not narrow it."""
        self.is_valid()
        cleaned = self.cleaned_data
        return GameFilter(
            text=cleaned.get("q", ""),
            club=int(cleaned["club"]) if cleaned.get("club") else None,
            ruleset=cleaned.get("ruleset", ""),
            state=cleaned.get("state", ""),
        )

    @property
    def choice_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("club", "ruleset", "state")]

    @property
    def has_choice(self) -> bool:
        """Return whether any field but the search narrows the list."""
        return any(self.cleaned_data.get(field.name) for field in self.choice_fields)
