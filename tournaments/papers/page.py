"""The page of an event's papers as one value: which papers there are, and who may print them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.jobs.recent import RecentJob, recent_jobs
from clubs.models import Role
from clubs.web.exports import file_links
from tournaments.models import Round, Tournament
from tournaments.papers import catalogue
from tournaments.papers.bundle_views import BundleForm, bundle_form, pack_form_of
from tournaments.papers.catalogue import FINNISH_AND_SWEDISH, PaperKind, PaperRequest, PaperStage
from tournaments.papers.job_descriptions import FROM_PAPERS
from tournaments.papers.protocol_views import ProtocolsForm, protocols_form
from tournaments.papers.source import PaperSource

_DEFAULT_PLACES: Final = 3
_MAX_PLACES: Final = 999


class PapersForm(forms.Form):
    """The language of the papers, and the number of places for the prize giving."""

    languages = forms.ChoiceField(
        label=_lazy("Language"),
        choices=[*settings.LANGUAGES, (FINNISH_AND_SWEDISH, _lazy("Finnish and Swedish"))],
    )
    places = forms.IntegerField(
        label=_lazy("Number of places on the prize list and certificates"),
        help_text=_lazy("Leave it empty for everybody."),
        min_value=1,
        max_value=_MAX_PLACES,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "number"}),
    )

    def choices(self) -> PrintChoices:
        """What was chosen; the default where nothing, or nothing valid, was chosen."""
        self.is_valid()
        cleaned = self.cleaned_data if self.is_bound else {}
        places = cleaned.get("places") if "places" in self.data else _DEFAULT_PLACES
        return PrintChoices(
            cleaned.get("languages") or _current_language(),
            _DEFAULT_PLACES if "places" in self.errors else places,
        )


@dataclass(frozen=True, slots=True)
class PrintChoices:
    """The languages of the papers, and the number of places for the prize giving; None for all."""

    languages: str
    places: int | None

    @property
    def query(self) -> str:
        """The choices as the query of an address."""
        return urlencode({"languages": self.languages, "places": self.places or ""})


@dataclass(frozen=True, slots=True)
class PaperReader:
    """Who prints: the roles in the event, and whether they include a role in its club."""

    roles: frozenset[Role.Kind]
    records_in_club: bool

    @property
    def directs(self) -> bool:
        return not self.roles.isdisjoint(permissions.DIRECTORS)

    def may_print(self, kind: PaperKind, drawn: Round | None = None) -> bool:
        """Papers of a round that is not published are for directors only."""
        is_unpublished = drawn is not None and drawn.state == Round.State.DRAWN
        needed = permissions.DIRECTORS if is_unpublished else kind.needs
        return not self.roles.isdisjoint(needed) and (self.records_in_club or not kind.of_club)


@dataclass(frozen=True, slots=True)
class PaperLink:
    """A paper on the page, with its address."""

    paper: PaperKind
    address: str
    # The labels and addresses of the same as files, where it has any.
    files: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class RoundPapers:
    """The papers of a round, with the forms for its emergency pack and for all its protocols."""

    round: Round
    links: Sequence[PaperLink]
    pack: BundleForm | None
    protocols: ProtocolsForm | None


@dataclass(frozen=True, slots=True)
class PapersPage:
    """What the page of papers shows."""

    before: Sequence[PaperLink]
    rounds: Sequence[RoundPapers]
    after: Sequence[PaperLink]
    sent: Sequence[PaperLink]
    all_protocols: ProtocolsForm | None
    booklet: BundleForm | None
    recent_jobs: Sequence[RecentJob]
    # The address of the blank protocols; empty where the reader may not print them.
    blank_protocols: str
    hides_standings: bool
    # Whether there are papers about its rounds and games.
    knows_games: bool
    directs: bool
    # Whether the reader hands prizes out.
    records: bool


def default_choices() -> dict[str, object]:
    """The initial values of the form."""
    return {"languages": _current_language(), "places": _DEFAULT_PLACES}


def build_papers_page(source: PaperSource, reader: PaperReader, choices: PrintChoices) -> PapersPage:
    event = source.event
    rounds = [_round_papers(source, reader, choices, drawn) for drawn in source.rounds]
    has_games = any(drawn.state != Round.State.DRAWN for drawn in source.rounds)
    return PapersPage(
        before=_links(source, reader, choices, PaperStage.BEFORE),
        rounds=[papers for papers in rounds if papers.links],
        after=_links(source, reader, choices, PaperStage.AFTER),
        sent=_links(source, reader, choices, PaperStage.SENT),
        all_protocols=protocols_form(languages=choices.languages, auto_id="") if has_games else None,
        booklet=_booklet_form(source, reader, choices),
        recent_jobs=recent_jobs(event.book, reader.roles),
        blank_protocols=_blank_protocols_address(event, choices) if reader.records_in_club else "",
        hides_standings=source.view.counts and source.view.hidden,
        knows_games=source.view.source.knows_games,
        directs=reader.directs,
        records=not reader.roles.isdisjoint(permissions.RECORDERS),
    )


def _round_papers(
    source: PaperSource, reader: PaperReader, choices: PrintChoices, drawn: Round
) -> RoundPapers:
    is_published = drawn.state != Round.State.DRAWN
    return RoundPapers(
        drawn,
        _links(source, reader, choices, PaperStage.ROUND, drawn),
        pack_form_of(drawn, FROM_PAPERS, choices.languages) if reader.directs else None,
        protocols_form(FROM_PAPERS, choices.languages, auto_id="") if is_published else None,
    )


def _links(
    source: PaperSource,
    reader: PaperReader,
    choices: PrintChoices,
    stage: PaperStage,
    drawn: Round | None = None,
) -> list[PaperLink]:
    """The papers of a stage that this reader may print."""
    return [
        _link(kind, f"{_paper_address(source.event, kind, drawn)}?{choices.query}")
        for kind in catalogue.available_papers(source, stage, PaperRequest(drawn))
        if reader.may_print(kind, drawn)
    ]


def _link(kind: PaperKind, address: str) -> PaperLink:
    return PaperLink(kind, address, file_links(address) if kind.has_files else ())


def _booklet_form(source: PaperSource, reader: PaperReader, choices: PrintChoices) -> BundleForm | None:
    """The form for the booklet of the whole event; None before a round is public."""
    if reader.roles.isdisjoint(permissions.IN_CHARGE) or not source.view.record.rounds:
        return None
    return bundle_form(FROM_PAPERS, choices.languages, auto_id="booklet_%s")


def _paper_address(event: Tournament, kind: PaperKind, drawn: Round | None) -> str:
    if drawn is None:
        return reverse("tournaments:paper", args=[event.pk, kind.code])
    return reverse("tournaments:round_paper", args=[event.pk, drawn.number, kind.code])


def _blank_protocols_address(event: Tournament, choices: PrintChoices) -> str:
    """The blank protocols of the club, for the event's game."""
    query = {"ruleset": event.ruleset, "sides": event.agreement.sides, "languages": choices.languages}
    return f"{reverse('scoring:blank', args=[event.club_id])}?{urlencode(query)}"


def _current_language() -> str:
    return translation.get_language() or "en"
