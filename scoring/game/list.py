"""The list of games: its columns, and the form that says which games are wanted.

Knows how a game stands in a row; must not know how it is found.
"""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django import forms
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Column, Kind
from clubs.reports.tables import Values
from clubs.web.tables import List, clock_of, named
from scoring.models import Game
from scoring.store import queries
from scoring.wording import labels

# At a table of three each side is a player.
_MOST_SIDES = 3


class GameTable(List):
    """A row a game: who plays by which rules, what it stands at, in which club and since when."""

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

    def __init__(self, games: QuerySet[Game], **kwargs: Any) -> None:
        super().__init__(games, empty_text=_lazy("No game is found. Take a filter away."), **kwargs)

    def columns_in_file(self) -> tuple[Column, ...]:
        """A column and a result for each of as many sides as any game has."""
        sides = ((_lazy("Side %(number)s") % {"number": at}, Kind.TEXT) for at in range(1, _MOST_SIDES + 1))
        results = (
            (_lazy("Result of side %(number)s") % {"number": at}, Kind.NUMBER)
            for at in range(1, _MOST_SIDES + 1)
        )
        both = (Column(title, kind) for pair in zip(sides, results, strict=True) for title, kind in pair)
        return (
            *named(_lazy("Club"), _lazy("Opened"), _lazy("Rules"), _lazy("Table")),
            *both,
            *named(_lazy("State")),
        )

    def line_in_file(self, record: Game) -> Values:
        sides = list(record.sides.all())
        played = [part for side in sides for part in (queries.side_name(side), side.result)]
        return (
            record.book.club.name,
            clock_of(record.opened_at),
            labels.ruleset_name(record.ruleset),
            number_or_name(record.label),
            *played,
            *([None] * (2 * (_MOST_SIDES - len(sides)))),
            _state_told(record),
        )


def number_or_name(label: str) -> int | str:
    """What a table is called: a number is one in a file too, where 2 comes before 10."""
    return int(label) if label.isdecimal() and not label.startswith("0") else label


def _state_told(game: Game) -> str:
    """How a game stands; of one that is set aside also why."""
    told = str(game.get_state_display())
    return f"{told}: {game.set_aside_because}" if game.set_aside_because else told


_ANY = [("", _lazy("all"))]


class GamesForm(forms.Form):
    """Which games are wanted. What cannot be chosen is passed over."""

    q = forms.CharField(label=_lazy("Name of a player"), required=False, max_length=100, strip=True)
    club = forms.ChoiceField(label=_lazy("Club"), required=False)
    ruleset = forms.ChoiceField(
        label=_lazy("Rules"), required=False, choices=[*_ANY, *labels.ruleset_choices()]
    )
    state = forms.ChoiceField(label=_lazy("State"), required=False, choices=[*_ANY, *Game.State.choices])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = queries.clubs_with_games().values_list("pk", "name")
        self.fields["club"].choices = [*_ANY, *clubs]  # type: ignore[attr-defined] # a choice field has them

    def wanted(self) -> queries.GamesWanted:
        self.is_valid()
        said = self.cleaned_data
        return queries.GamesWanted(
            text=said.get("q", ""),
            club=int(said["club"]) if said.get("club") else None,
            ruleset=said.get("ruleset", ""),
            state=said.get("state", ""),
        )

    @property
    def chosen(self) -> list[forms.BoundField]:
        """The fields with a choice, which stand beside the search."""
        return [self[name] for name in ("club", "ruleset", "state")]

    @property
    def is_narrow(self) -> bool:
        """Whether something has been chosen."""
        return any(self.cleaned_data.get(field.name) for field in self.chosen)
