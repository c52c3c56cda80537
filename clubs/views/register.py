"""Players from a file, and their licences: the list, what it says, and the acts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.core.files.base import ContentFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.files.incoming import forget_incoming, keep_incoming, open_incoming
from clubs.models import Club
from clubs.people import queries, register
from clubs.people.page_access import club_for
from clubs.people.register.forms import (
    LicencesForm,
    RegisterClubForm,
    RegisterColumnsForm,
    RegisterDecisionsForm,
    RegisterFileForm,
    RegisterTicksForm,
)
from clubs.people.register.plan import DetailChange, DoubtfulMember
from clubs.people.register.reading import clubs_named
from clubs.text.sheet_cells import CellProblem
from clubs.text.sheet_limits import WHOLE_REGISTER
from clubs.text.sheets import UnreadableSheet, read_sheet
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, signed_in_user
from clubs.web.request_author import author_of

_SUFFIX: Final = ".players"
_SHOWN_PROBLEMS: Final = 100
_SHOWN_CHANGES: Final = 300
_SHOWN_DOUBTS: Final = 100
_SHOWN_NAMES: Final = 300


@dataclass(frozen=True, slots=True)
class RegisterPreview:
    """What a list says, as far as a page shows it."""

    reading: register.RegisterReading
    plan: register.RegisterPlan

    @property
    def problems(self) -> Sequence[CellProblem]:
        return self.reading.problems[:_SHOWN_PROBLEMS]

    @property
    def further_problems(self) -> int:
        return max(0, len(self.reading.problems) - _SHOWN_PROBLEMS)

    @property
    def shown_changes(self) -> Sequence[DetailChange]:
        return self.plan.changes[:_SHOWN_CHANGES]

    @property
    def further_changes(self) -> int:
        return max(0, len(self.plan.changes) - _SHOWN_CHANGES)

    @property
    def shown_doubtful(self) -> Sequence[DoubtfulMember]:
        return self.plan.doubtful[:_SHOWN_DOUBTS]

    @property
    def further_doubtful(self) -> int:
        return max(0, len(self.plan.doubtful) - _SHOWN_DOUBTS)

    @property
    def shown_new(self) -> Sequence[object]:
        return self.plan.new[:_SHOWN_NAMES]

    @property
    def further_new(self) -> int:
        return max(0, len(self.plan.new) - _SHOWN_NAMES)

    @property
    def does_something(self) -> bool:
        return bool(self.plan.new or self.plan.changes or self.plan.joining or self.plan.doubtful)


@form_page
def players_register(request: HttpRequest, pk: int) -> HttpResponse:
    """Offer to send a file, show what it says, and take in what was chosen of it."""
    club = club_for(request, pk, permissions.DIRECTORS)
    if request.method == "POST" and "token" in request.POST:
        return _answer(request, club, request.POST["token"])
    form = RegisterFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data["file"].read()
        try:
            sheet = _sheet_of(data)
        except UnreadableSheet as refusal:
            form.add_error("file", refusal.sentence)
        else:
            token = keep_incoming(
                ContentFile(data), club, signed_in_user(request), author_of(request).at, _SUFFIX
            )
            return _show(request, _Page(request, club, sheet, data, token))
    return render(request, "clubs/people/players_register.html", {"club": club, "form": form})


def _sheet_of(data: bytes) -> register.RegisterSheet:
    """Return the rows of a file. Raises UnreadableSheet."""
    sheet = register.find_columns(read_sheet(data, WHOLE_REGISTER))
    if not sheet.titles:
        raise UnreadableSheet(_("There is no name in the list."))
    return sheet


class _Page:
    """The forms of a page about a list, as they were sent or as the file proposes."""

    def __init__(
        self, request: HttpRequest, club: Club, sheet: register.RegisterSheet, data: bytes, token: str
    ) -> None:
        self.club, self.token = club, token
        self.digest = hashlib.sha256(data).hexdigest()
        sent = request.POST if "token" in request.POST else None
        self.is_taken = sent is not None and sent.get("step") == "take"
        self.columns = RegisterColumnsForm(sent, sheet=sheet, initial={"token": token})
        self.club_form: RegisterClubForm | None = None
        # The list names clubs, and none of them is this one by its name.
        self.asks_club = False
        self.preview: RegisterPreview | None = None
        self.ticks: RegisterTicksForm | None = None
        self.decisions: RegisterDecisionsForm | None = None
        columns, has_headings = self._columns(sheet)
        if not register.names_a_player(columns):
            return
        first = sheet.first_row(has_headings=has_headings)
        clubs = clubs_named(sheet, columns, first)
        self._read(sheet, columns, first, self._only_club(sent, clubs))
        if self.preview is not None:
            chosen = sent if self.is_taken else None
            self.ticks = RegisterTicksForm(
                chosen, shown=self.preview.shown_changes, further=self.preview.further_changes
            )
            self.decisions = RegisterDecisionsForm(chosen, doubtful=self.preview.shown_doubtful, club=club.pk)

    def _columns(self, sheet: register.RegisterSheet) -> tuple[Mapping[register.RegisterColumn, int], bool]:
        if not self.columns.is_bound:
            return sheet.found, True
        if not self.columns.is_valid():
            return {}, True
        columns = self.columns.columns()
        if not register.names_a_player(columns):
            missing = _(
                "Choose the columns of the given name and the family name, or the one of whole names."
            )
            self.columns.add_error("column_name", missing)
        return columns, bool(self.columns.cleaned_data.get("headings"))

    def _only_club(self, sent: Mapping[str, str] | None, clubs: Mapping[str, int]) -> str | None:
        """Return whose rows are taken; None where what was sent is no club of the list."""
        own = register.own_name_in(self.club, clubs)
        if not clubs:
            return ""
        is_sent = sent is not None and "only_club" in sent
        self.club_form = RegisterClubForm(sent if is_sent else None, clubs=clubs, initial={"only_club": own})
        if not is_sent:
            self.asks_club = not own
            return own
        return str(self.club_form.cleaned_data["only_club"]) if self.club_form.is_valid() else None

    def _read(
        self,
        sheet: register.RegisterSheet,
        columns: Mapping[register.RegisterColumn, int],
        first: int,
        only_club: str | None,
    ) -> None:
        if only_club is None:
            return
        reading = register.read_members(sheet, columns, first, only_club)
        if len(reading.members) > register.MAX_LISTED:
            values = {"count": len(reading.members), "most": register.MAX_LISTED}
            self.columns.add_error(
                None, _("The list has %(count)s players. Send at most %(most)s at a time.") % values
            )
            return
        self.preview = RegisterPreview(reading, register.make_plan(self.club, reading.members))


def _show(request: HttpRequest, page: _Page) -> HttpResponse:
    return render(request, "clubs/people/players_register_preview.html", {"club": page.club, "page": page})


def _answer(request: HttpRequest, club: Club, token: str) -> HttpResponse:
    """Show a list as its columns were chosen, or take it in; it is read again."""
    user = signed_in_user(request)
    with open_incoming(token, club, user) as source:
        if source is None:
            messages.error(request, _("The file is no longer here. Choose it again."))
            return redirect("clubs:players_register", club.pk)
        data = source.read()
    try:
        page = _Page(request, club, _sheet_of(data), data, token)
    except UnreadableSheet as refusal:
        messages.error(request, refusal.sentence)
        return redirect("clubs:players_register", club.pk)
    if not page.is_taken or not _take_in(request, page):
        return _show(request, page)
    forget_incoming(token, club, user)
    return redirect("clubs:club_players", club.pk)


def _take_in(request: HttpRequest, page: _Page) -> bool:
    """Run the verb; return whether it was done, and let the forms say why not."""
    preview, ticks, decisions = page.preview, page.ticks, page.decisions
    if preview is None or ticks is None or decisions is None:
        return False
    if not (ticks.is_valid() & decisions.is_valid()):
        return False
    choices = register.RegisterChoices(
        ticked=ticks.cleaned_data["changes"],
        asked=[change.key for change in ticks.shown],
        others=bool(ticks.cleaned_data.get("others")),
        decided=decisions.decided(),
        may_publish=decisions.cleaned_data["may_publish"],
        digest=page.digest,
    )
    done, by = list[register.RegisterTaken](), author_of(request)

    def act(by: Author) -> None:
        done.append(register.take_in_members(by, preview.plan, choices))

    if not run_into_form(decisions, act, by):
        return False
    say_done(request, club_book(page.club), _taken_sentence(done[0]), by)
    return True


def _taken_sentence(taken: register.RegisterTaken) -> str:
    said = []
    if taken.added:
        said.append(
            ngettext(
                "%(count)s player has been added.", "%(count)s players have been added.", len(taken.added)
            )
            % {"count": len(taken.added)}
        )
    if taken.changed:
        said.append(_changed_sentence(len(taken.changed)))
    if taken.joined:
        said.append(
            ngettext(
                "%(count)s player is a member now.", "%(count)s players are members now.", len(taken.joined)
            )
            % {"count": len(taken.joined)}
        )
    return " ".join(said) or _("Nothing has changed.")


def _changed_sentence(changed: int) -> str:
    return ngettext("%(count)s player has been changed.", "%(count)s players have been changed.", changed) % {
        "count": changed
    }


@form_page
def players_licences(request: HttpRequest, pk: int) -> HttpResponse:
    """Renew the licences of many players at once."""
    club = club_for(request, pk, permissions.DIRECTORS)
    players = list(queries.players_at_home(club))
    form = LicencesForm(request.POST or None, players=players, today=timezone.localdate())
    if request.method == "POST" and form.is_valid():
        chosen = form.chosen(everybody=players if "all" in request.POST else None)
        by = author_of(request)
        renewed = register.renew_licences(by, club, chosen, form.cleaned_data["until"])
        done = _changed_sentence(renewed) if renewed else _("Nothing has changed.")
        say_done(request, club_book(club), done, by)
        return redirect("clubs:club_players", club.pk)
    return render(
        request, "clubs/people/players_licences.html", {"club": club, "form": form, "listed": players}
    )
