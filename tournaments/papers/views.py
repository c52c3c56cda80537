"""The page of an event's papers, and the papers as files to print.

The views check who asks, ask a source and hand what it gives to a renderer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.books.writing import of_club
from clubs.jobs.recent import asked_lately
from clubs.models import Role
from clubs.text.alphabet import file_name
from clubs.web.decorators import reads
from clubs.web.request_author import is_this_machine
from tournaments.models import Round, Tournament
from tournaments.papers import catalogue
from tournaments.papers.bundle_views import BoundForm, bound_form, pack_form
from tournaments.papers.catalogue import FEDERATIONS, Asked, Moment, Paper
from tournaments.papers.job_descriptions import PAPERS
from tournaments.papers.protocol_views import ProtocolsForm, protocols_form
from tournaments.papers.source import Source

# So many are called up at most prize givings.
_USUAL_PLACES: Final = 3
_MOST_PLACES: Final = 999


class _PapersForm(forms.Form):
    """In which language, and how many places are called up."""

    languages = forms.ChoiceField(
        label=_lazy("Language"), choices=[*settings.LANGUAGES, (FEDERATIONS, _lazy("Finnish and Swedish"))]
    )
    places = forms.IntegerField(
        label=_lazy("Places on the prize list and certificates"),
        help_text=_lazy("Leave it empty for everybody."),
        min_value=1,
        max_value=_MOST_PLACES,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "number"}),
    )


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What was chosen on the page; what was not, or cannot be, is as usual."""

    languages: str
    places: int | None

    def __str__(self) -> str:
        """As an address has it."""
        return urlencode({"languages": self.languages, "places": self.places or ""})


@dataclass(frozen=True, slots=True)
class _Offer:
    """A paper on the page, and where it is."""

    paper: Paper
    address: str


@dataclass(frozen=True, slots=True)
class _RoundOffered:
    round: Round
    offers: list[_Offer]
    # What asks for its emergency pack, and for all its protocols.
    pack: BoundForm | None
    protocols: ProtocolsForm | None


@dataclass(frozen=True, slots=True)
class _Reader:
    """Who prints: the roles in the event, and whether the club's tables are his to open."""

    roles: frozenset[Role.Kind]
    records_in_club: bool

    @property
    def directs(self) -> bool:
        return not self.roles.isdisjoint(permissions.DIRECTORS)

    def may(self, paper: Paper, drawn: Round | None = None) -> bool:
        """A round that is not published is the director's alone."""
        hidden = drawn is not None and drawn.state == Round.State.DRAWN
        needs = permissions.DIRECTORS if hidden else paper.needs
        return not self.roles.isdisjoint(needs) and (self.records_in_club or not paper.of_club)


@reads
def papers(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that can be printed, by when it is needed."""
    source, reader = _opened(request, pk)
    form = _PapersForm(request.GET or None, initial={"languages": _own_language(), "places": _USUAL_PLACES})
    chosen = _chosen_in(form)
    event = source.event
    rounds = [
        _RoundOffered(
            drawn,
            _offers(source, reader, chosen, Moment.ROUND, drawn),
            pack_form(drawn, PAPERS, chosen.languages) if reader.directs else None,
            protocols_form(PAPERS, chosen.languages, auto_id="")
            if drawn.state != Round.State.DRAWN
            else None,
        )
        for drawn in source.rounds
    ]
    context = {
        "event": event,
        "form": form,
        "before": _offers(source, reader, chosen, Moment.BEFORE),
        "rounds": [one for one in rounds if one.offers],
        "after": _offers(source, reader, chosen, Moment.AFTER),
        "all_protocols": protocols_form(languages=chosen.languages, auto_id="")
        if _has_games(source)
        else None,
        "booklet": _booklet_form(source, reader, chosen),
        "lately": asked_lately(event.book, reader.roles),
        "hidden": source.told.counts and source.told.hidden,
        "protocols": _address_of_forms(event, chosen) if reader.records_in_club else "",
        "directs": reader.directs,
        "alone": is_this_machine(request.get_host()),
    }
    return render(request, "tournaments/papers/page.html", context)


@reads
def paper(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """A paper of the whole event."""
    return _printed(request, pk, code)


@reads
def round_paper(request: HttpRequest, pk: int, number: int, code: str) -> HttpResponse:
    """A paper of one round."""
    return _printed(request, pk, code, number)


def _printed(request: HttpRequest, pk: int, code: str, number: int | None = None) -> HttpResponse:
    # Loaded by who asks for paper first: it is a fifth of all that a worker would load at its start.
    from clubs.reports.paper import printed as drawn_on_paper

    source, reader = _opened(request, pk)
    wanted = catalogue.BY_CODE.get(code)
    if wanted is None or (wanted.moment is Moment.ROUND) != (number is not None):
        raise Http404
    drawn = _round_of(source, number)
    if not reader.may(wanted, drawn):
        raise PermissionDenied
    chosen = _chosen_in(_PapersForm(request.GET))
    document = catalogue.document(wanted, source, Asked(drawn, chosen.places), chosen.languages)
    if document is None:
        raise Http404
    response = HttpResponse(drawn_on_paper(document), content_type="application/pdf")
    name = "-".join(filter(None, (file_name(source.event.name), str(number or ""), code)))
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


# What the views have in common.


def _opened(request: HttpRequest, pk: int) -> tuple[Source, _Reader]:
    """The event for whoever holds a role in it."""
    event = get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    roles = permissions.roles_in(request.user, event.book)
    if not roles:
        raise PermissionDenied
    in_club = permissions.holds(request.user, of_club(event.club), permissions.RECORDERS)
    return Source(event, request.build_absolute_uri), _Reader(roles, in_club)


def _round_of(source: Source, number: int | None) -> Round | None:
    if number is None:
        return None
    drawn = next((one for one in source.rounds if one.number == number), None)
    if drawn is None:
        raise Http404
    return drawn


def _own_language() -> str:
    return translation.get_language() or "en"


def _chosen_in(form: _PapersForm) -> _Chosen:
    form.is_valid()
    said = form.cleaned_data if form.is_bound else {}
    places = said.get("places") if "places" in form.data else _USUAL_PLACES
    return _Chosen(
        said.get("languages") or _own_language(), _USUAL_PLACES if "places" in form.errors else places
    )


def _offers(
    source: Source, reader: _Reader, chosen: _Chosen, moment: Moment, drawn: Round | None = None
) -> list[_Offer]:
    """The papers of a moment that this person may print."""
    return [
        _Offer(one, f"{_address_of(source.event, one, drawn)}?{chosen}")
        for one in catalogue.offered(source, moment, Asked(drawn))
        if reader.may(one, drawn)
    ]


def _has_games(source: Source) -> bool:
    return any(drawn.state != Round.State.DRAWN for drawn in source.rounds)


def _booklet_form(source: Source, reader: _Reader, chosen: _Chosen) -> BoundForm | None:
    """What asks for the booklet of the whole event, once a round was played."""
    if reader.roles.isdisjoint(permissions.IN_CHARGE) or not source.told.story.rounds:
        return None
    return bound_form(PAPERS, chosen.languages, auto_id="booklet_%s")


def _address_of(event: Tournament, wanted: Paper, drawn: Round | None) -> str:
    if drawn is None:
        return reverse("tournaments:paper", args=[event.pk, wanted.code])
    return reverse("tournaments:round_paper", args=[event.pk, drawn.number, wanted.code])


def _address_of_forms(event: Tournament, chosen: _Chosen) -> str:
    """The blank protocols of the club, in the event's game."""
    asked = {"ruleset": event.ruleset, "sides": event.agreed.sides, "languages": chosen.languages}
    return f"{reverse('scoring:blank', args=[event.club_id])}?{urlencode(asked)}"
