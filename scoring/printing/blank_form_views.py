"""Blank protocols for a club: which game, how many sides, in which language; and the file to print.

The views check who asks, and hand a report to its renderer.
"""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.models import Club
from clubs.people.page_access import club_for, desk_page
from clubs.reports.in_languages import in_each
from clubs.reports.report import Report
from clubs.reports.side_by_side import beside
from clubs.web.decorators import reads
from scoring.printing import blank_forms
from scoring.store import sheets
from scoring.wording import labels

# The federation prints in two languages side by side.
_BOTH = ("fi-sv", _lazy("Finnish and Swedish"))
_SIDES = [("2", _lazy("two sides")), ("3", _lazy("three sides"))]


class _BlankForm(forms.Form):
    """Which blank protocol is wanted."""

    ruleset = forms.ChoiceField(label=_lazy("Game"), choices=labels.ruleset_choices)
    sides = forms.ChoiceField(label=_lazy("Sides"), choices=_SIDES)
    languages = forms.ChoiceField(label=_lazy("Language"), choices=[*settings.LANGUAGES, _BOTH])

    def clean(self) -> dict[str, object]:
        """A game that only two sides play has no form for three."""
        cleaned = super().clean() or self.cleaned_data
        ruleset, sides = cleaned.get("ruleset"), cleaned.get("sides")
        if ruleset and sides and not _is_played(str(ruleset), int(str(sides))):
            self.add_error("sides", _lazy("This game is played by two sides only."))
        return cleaned


def _is_played(ruleset: str, sides: int) -> bool:
    return any(len(players) == sides for players in sheets.rules_of(ruleset).forms)


@reads
def blank(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose a blank protocol; what cannot be is said at its field."""
    club = club_for(request, pk, permissions.RECORDERS)
    language = translation.get_language() or "sv"
    asked = _BlankForm(request.GET or None, initial={"languages": language})
    if request.GET and asked.is_valid():
        return _printed(club, asked)
    return desk_page(request, "scoring/printing/blank_forms.html", club, {"form": asked})


def _printed(club: Club, asked: _BlankForm) -> HttpResponse:
    """The file, in one language or in two side by side."""
    # Loaded by who asks for paper first: it is a fifth of all that a worker would load at its start.
    from clubs.reports.pdf import pdf

    ruleset, sides = str(asked.cleaned_data["ruleset"]), int(asked.cleaned_data["sides"])
    languages = str(asked.cleaned_data["languages"]).split("-")
    response = HttpResponse(pdf(form_in(languages, ruleset, sides, club.name)))
    response["Content-Type"] = "application/pdf"
    response["Content-Disposition"] = f'inline; filename="protocol-{ruleset}.pdf"'
    return response


def form_in(languages: list[str], ruleset: str, sides: int, club: str) -> Report:
    rules, narrow = sheets.rules_of(ruleset), len(languages) > 1
    return beside(*in_each(languages, lambda: blank_forms.form(rules, sides, club, narrow=narrow)))
