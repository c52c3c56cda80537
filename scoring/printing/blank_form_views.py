"""Blank protocols for a club: the choice of game, sides and language, and the PDF."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.models import Club
from clubs.people.page_access import club_for, desk_page
from clubs.reports.in_languages import in_each_language
from clubs.reports.report import Report
from clubs.reports.side_by_side import combine_reports
from clubs.web.decorators import page
from scoring.game.requested import requested_ruleset
from scoring.printing import blank_forms
from scoring.store import sheets
from scoring.wording import labels

# The federation prints in two languages side by side.
_FINNISH_AND_SWEDISH = ("fi-sv", _lazy("Finnish and Swedish"))
_SIDES = [("2", _lazy("two sides")), ("3", _lazy("three sides"))]


class _BlankFormChoice(forms.Form):
    """The choice of a blank protocol."""

    ruleset = forms.ChoiceField(label=_lazy("Game"), choices=labels.ruleset_choices)
    sides = forms.ChoiceField(label=_lazy("Sides"), choices=_SIDES)
    languages = forms.ChoiceField(
        label=_lazy("Language"), choices=[*settings.LANGUAGES, _FINNISH_AND_SWEDISH]
    )

    def clean(self) -> dict[str, object]:
        """Refuse three sides for a game that is played by two only."""
        cleaned = super().clean() or self.cleaned_data
        ruleset, sides = cleaned.get("ruleset"), cleaned.get("sides")
        if ruleset and sides and not _is_played(str(ruleset), int(str(sides))):
            self.add_error("sides", _lazy("This game is played by two sides only."))
        return cleaned


def _is_played(ruleset: str, sides: int) -> bool:
    return any(len(players) == sides for players in sheets.load_ruleset(ruleset).player_counts)


@page
def blank_form_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the choice of a blank protocol, or return the chosen one."""
    club = club_for(request, pk, permissions.RECORDERS)
    language = translation.get_language() or "sv"
    requested_ruleset(request.GET)
    form = _BlankFormChoice(request.GET or None, initial={"languages": language})
    if request.GET and form.is_valid():
        return _pdf_response(club, form)
    return desk_page(request, "scoring/printing/blank_forms.html", club, {"form": form})


def _pdf_response(club: Club, form: _BlankFormChoice) -> HttpResponse:
    # Imported on first use: it is a fifth of all that a worker would load at its start.
    from clubs.reports.pdf.reports import render_report

    ruleset, sides = str(form.cleaned_data["ruleset"]), int(form.cleaned_data["sides"])
    languages = str(form.cleaned_data["languages"]).split("-")
    response = HttpResponse(render_report(blank_form_report(languages, ruleset, sides, club.name)))
    response["Content-Type"] = "application/pdf"
    response["Content-Disposition"] = f'inline; filename="protocol-{ruleset}.pdf"'
    return response


def blank_form_report(languages: list[str], ruleset: str, sides: int, club: str) -> Report:
    rules, narrow = sheets.load_ruleset(ruleset), len(languages) > 1
    return combine_reports(
        *in_each_language(languages, lambda: blank_forms.blank_form(rules, sides, club, narrow=narrow))
    )
