"""The ratings by which the entries of an event get handicaps, as a list, and the form for one by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.names import full_name
from clubs.reports.report import Column, ColumnKind, Note, Report, ReportTable, Row
from clubs.reports.tables import ExportReport
from clubs.web.forms import ReasonField, VerbForm, set_choices
from clubs.web.tables import number_columns, text_columns
from tournaments.core.ratings.handicap import HandicapTerms
from tournaments.models import Entry, Round, Tournament
from tournaments.play.entry_queries import entries_with_clubs
from tournaments.play.handicaps import terms_of
from tournaments.play.names import entry_name
from tournaments.play.queries import entry_players
from tournaments.play.shown_ratings import ratings_shown_of
from tournaments.public.handicap_rules import terms_sentence
from tournaments.public.standings import current_language
from tournaments.running.hand_ratings import HandRating, format_rating
from tournaments.settings.fields import WholeNumberField


@dataclass(frozen=True, slots=True)
class HandicapLine:
    """An entry; what its players show on average, and what was entered by hand."""

    pk: int
    number: int
    name: str
    shown: int | None
    by_hand: int | None

    @property
    def counts(self) -> int | None:
        """By which rating the next round is drawn."""
        return self.shown if self.by_hand is None else self.by_hand


@dataclass(frozen=True, slots=True)
class HandicapList:
    """The entries of an event that take part, and by what handicaps are given."""

    lines: Sequence[HandicapLine]
    # None where the event gives none.
    terms: HandicapTerms | None

    @property
    def without(self) -> int:
        """How many have no rating that counts."""
        return sum(line.counts is None for line in self.lines)

    @property
    def rule(self) -> str:
        return "" if self.terms is None else terms_sentence(self.terms)


def handicap_list(event: Tournament) -> HandicapList:
    """Load the entries that take part, with the ratings that their players show now."""
    terms = terms_of(event)
    entries = [entry for entry in entries_with_clubs(event) if entry.state != Entry.State.WITHDRAWN]
    players = {player.pk for entry in entries for player in entry_players(entry)}
    shown = {} if terms is None else ratings_shown_of(event.club, players)
    lines = [
        HandicapLine(
            entry.pk,
            entry.number,
            entry_name(entry, full_name),
            _mean([shown.get(player.pk) for player in entry_players(entry)]),
            entry.handicap_rating,
        )
        for entry in entries
    ]
    return HandicapList(lines, terms)


def _mean(ratings: Sequence[int | None]) -> int | None:
    known = [rating for rating in ratings if rating is not None]
    return round(sum(known) / len(known)) if known and len(known) == len(ratings) else None


def handicap_report(event: Tournament, listed: HandicapList) -> Report:
    """Return the list as a table; each line leads to the form of its entry."""
    return ExportReport(
        title=event.title,
        subtitle=_("Handicaps"),
        club=event.club.name,
        tables=(
            ReportTable(
                columns=(
                    *number_columns(entry=_("Number")),
                    *text_columns(name=_("Name")),
                    Column(_("Rating shown"), ColumnKind.NUMBER, minor=True, key="shown"),
                    Column(_("By hand"), ColumnKind.NUMBER, minor=True, key="by_hand"),
                    *number_columns(counts=_("Counts")),
                ),
                rows=tuple(
                    Row(
                        (line.number, line.name, line.shown, line.by_hand, line.counts),
                        address=reverse("tournaments:entry_handicap", args=[line.pk]),
                    )
                    for line in listed.lines
                ),
                caption=_("Entries"),
                key="handicaps",
            ),
        ),
        notes=(Note(listed.rule, "rule"),) if listed.rule else (),
        language=current_language(),
    )


# By hand.


class HandicapForm(VerbForm):
    """The rating of each player of an entry, and from which round on it counts."""

    seen = forms.CharField(required=False, max_length=10, widget=forms.HiddenInput)
    rating = WholeNumberField(
        label=_lazy("Rating of each player"),
        required=False,
        help_text=_lazy("From 500 to 2500; 1500 is in the middle. Empty: as the players show it."),
    )
    from_round = forms.ChoiceField(label=_lazy("From which round on"), required=False)
    reason = ReasonField(required=False)

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shown = format_rating(entry.handicap_rating)
        self.initial = {"seen": shown, "rating": entry.handicap_rating, **self.initial}
        published = entry.tournament.rounds.filter(
            state__in=(Round.State.PUBLISHED, Round.State.CLOSED), pairings__entered__entry=entry
        )
        numbers = list(published.order_by("number").values_list("number", flat=True))
        if not numbers:
            del self.fields["from_round"], self.fields["reason"]
            return
        of_rounds = [(str(number), _("round %(number)s") % {"number": number}) for number in numbers]
        set_choices(self, "from_round", [("", _("rounds that are not published")), *of_rounds])

    def wanted(self) -> HandRating:
        cleaned = self.cleaned_data
        number = cleaned.get("from_round")
        return HandRating(
            rating=cleaned["rating"],
            from_round=int(number) if number else None,
            reason=cleaned.get("reason", ""),
        )
