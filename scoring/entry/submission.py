"""Records what the entry page sends: calls the verb, and shows its refusal or goes on to the next page."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from clubs.accounts import throttling
from clubs.accounts.forms import too_many_error
from clubs.books.refusals import NeedsSomebodyElse
from clubs.books.writing import Author, KeyReused
from clubs.web.forms import NOBODY_ELSE, nobody_else_field
from clubs.web.outbox import redirect_to
from clubs.web.request_author import author_of
from scoring import recording
from scoring.core.problem import errors_of
from scoring.entry.context import (
    EnteredDeal,
    EntryPlace,
    load_entered_deal,
)
from scoring.entry.correction_rights import (
    KindAnswer,
    answers_by_kind,
    is_director_only,
)
from scoring.entry.deal_entry import DealEntry
from scoring.entry.entry_page import PageState, bound_entry, entry_with, render_page, version_number
from scoring.entry.parts import FieldValues
from scoring.entry.preview import (
    Preview,
    acknowledged_in,
    build_preview,
    is_unremarkable,
)
from scoring.entry.preview_sheet import recorded_sheet
from scoring.models import Deal, DealVersion, Game
from scoring.store import sheets
from scoring.table import device
from scoring.wording import labels


def submit(
    request: HttpRequest, place: EntryPlace, page: EnteredDeal, entry: DealEntry, typed: FieldValues
) -> HttpResponse:
    """Record what was typed; otherwise show the form with the reason and everything typed."""
    if not entry.is_valid():
        return render_page(request, place, page, entry)
    deciding_place = place
    if not is_unremarkable(page, entry) and not _is_outdated(page, entry):
        preview = _preview(place, page, typed)
        if preview.sheet is not None and preview.needs_confirmation:
            state = PageState(preview=preview, needs_confirmation=True)
            return render_page(request, place, page, entry, state)
        if preview.sheet is None:
            # Overruling a paragraph does not override errors in the deal.
            deciding_place = replace(place, overrules=False)
    result = _try_to_record(request, deciding_place, page, entry)
    if isinstance(result, _Obstacle):
        if result.is_conflict:
            return _conflict_page(request, place, page, typed)
        state = PageState(
            preview=_preview(place, page, typed),
            refusals=result.refusals,
            asks_override=result.asks_override,
        )
        return render_page(request, place, page, entry, state)
    return _success_response(request, place, page, entry, result)


def _is_outdated(page: EnteredDeal, entry: DealEntry) -> bool:
    """Whether somebody has recorded the deal since: that is told before anything is asked."""
    version: int = entry.end.cleaned_data["version"]
    return version != version_number(page)


def _preview(place: EntryPlace, page: EnteredDeal, typed: FieldValues) -> Preview:
    """The preview for a form that is shown again."""
    return build_preview(page, bound_entry(place, page, typed), acknowledged_in(typed))


@dataclass(frozen=True, slots=True)
class _Obstacle:
    """Why nothing was recorded, as far as the errors of the forms do not say it."""

    refusals: tuple[KindAnswer, ...] = ()
    asks_override: bool = False
    # Another user recorded the deal first, or the key was used for something else.
    is_conflict: bool = False


def _try_to_record(
    request: HttpRequest, place: EntryPlace, page: EnteredDeal, entry: DealEntry
) -> DealVersion | Deal | _Obstacle:
    """Call the verb; show a refusal at the fields and return what else the page shows of it."""
    try:
        return _record(request, place, page, entry)
    except (recording.AlreadyChanged, KeyReused):
        return _Obstacle(is_conflict=True)
    except recording.CorrectionNotAllowed as refusal:
        if place.directs and is_director_only(refusal.verdicts) and entry.demand_reason():
            return _Obstacle()
        return _Obstacle(refusals=answers_by_kind(refusal.verdicts))
    except recording.InvalidDeal as refusal:
        entry.show_problems(refusal.problems)
        codes = {problem.code for problem in errors_of(refusal.problems)}
        return _Obstacle(asks_override=place.directs and codes <= recording.OVERRIDABLE)
    except recording.NotNow as refusal:
        entry.end.add_error(None, refusal.message)
        if isinstance(refusal, NeedsSomebodyElse) and entry.decision is not None:
            entry.decision.fields[NOBODY_ELSE] = nobody_else_field()
    except ValidationError as refusal:
        entry.refuse(refusal)
    return _Obstacle()


def _record(
    request: HttpRequest, place: EntryPlace, page: EnteredDeal, entry: DealEntry
) -> DealVersion | Deal:
    """Call the verb for this entry: amend, hand in, or record."""
    sent, by = entry.end.cleaned_data, _author(request, place, entry)
    decision = entry.decision.cleaned_data if entry.decision else {}
    reason, override = decision.get("reason", ""), decision.get("override", False)
    if sent["version"]:
        amendment = recording.Amendment(
            number=page.number,
            version=sent["version"],
            body=entry.deal_data(),
            key=sent["key"],
            reason=reason,
            consent=decision.get("consent", False),
            override=override or place.overrules,
            ruling=place.ruling,
            paper=entry.paper(),
        )
        return recording.amend_deal(by, page.game, amendment)
    written_deal = recording.WrittenDeal(
        number=page.number,
        body=entry.deal_data(),
        key=sent["key"],
        paper=entry.paper(),
        openings=entry.openings(),
        override=override,
        reason=reason,
    )
    if place.hands_in:
        return _hand_in(by, page.game, written_deal, entry)
    return recording.record_deal(by, page.game, written_deal, page.as_read)


def _author(request: HttpRequest, place: EntryPlace, entry: DealEntry) -> Author:
    if entry.writer is None or place.table is None:
        return author_of(request, place.roles)
    return device.author_at(request, place.table, int(entry.writer.cleaned_data["player"]))


def _hand_in(by: Author, game: Game, written: recording.WrittenDeal, entry: DealEntry) -> Deal:
    """Hand in a side's own protocol with its digits; too many wrong ones are told at the field."""
    code = "" if entry.writer is None else entry.writer.cleaned_data.get("code", "")
    try:
        return recording.hand_in_protocol(by, game, written, code)
    except throttling.TooManyAttempts as refusal:
        raise ValidationError({"code": [too_many_error(refusal)]}) from refusal


def _success_response(
    request: HttpRequest, place: EntryPlace, page: EnteredDeal, entry: DealEntry, version: DealVersion | Deal
) -> HttpResponse:
    """Confirm what was recorded, and go back, to the next deal, or to the next game."""
    messages.success(request, _success_sentence(place, page, version, amends=entry.amends))
    if _was_reopened(page.game):
        messages.warning(request, _("This correction puts the game back below its target: it continues."))
    deal = version.deal if isinstance(version, DealVersion) else version
    return redirect_to(request, place.recorded_url(deal.game, page.number, amends=entry.amends))


def _was_reopened(before: Game) -> bool:
    """Whether the recording has reopened a game that was finished."""
    was_finished = before.state == Game.State.FINISHED
    return was_finished and Game.objects.filter(pk=before.pk, state=Game.State.OPEN).exists()


def _success_sentence(
    place: EntryPlace, page: EnteredDeal, version: DealVersion | Deal, *, amends: bool
) -> str:
    if not isinstance(version, DealVersion):
        return _("The score sheet has been handed in.")
    if place.table is not None:
        return _("The correction is recorded.") if amends else _("The deal is recorded.")
    sides = sheets.sides_of(version.result)
    game, entered = version.deal.game, version.deal.game.entered_result
    if entered is not None and not game.second_entry:
        sentence = _(
            "%(game)s: deal %(number)s is recorded, %(points)s. The result stays as it was entered, "
            "%(entered)s; the deals make %(totals)s so far."
        )
    elif amends:
        sentence = _corrected_sentence(is_over=game.over)
    elif game.over and entered is None:
        sentence = _("%(game)s: deal %(number)s is recorded, %(points)s. The game is over: %(totals)s.")
    else:
        sentence = _("%(game)s: deal %(number)s is recorded, %(points)s, running %(totals)s.")
    return sentence % {
        "game": _game_name(page),
        "number": page.number,
        "points": labels.joined_totals(side.total for side in sides),
        "totals": labels.joined_totals(side.after for side in sides),
        "entered": labels.joined_totals(entered or ()),
    }


def _corrected_sentence(*, is_over: bool) -> str:
    if is_over:
        return _("%(game)s: deal %(number)s is corrected, %(points)s. The game is over: %(totals)s.")
    return _("%(game)s: deal %(number)s is corrected, %(points)s, running %(totals)s.")


def _game_name(page: EnteredDeal) -> str:
    """The table and who sits there: the next page may be that of another game."""
    sides = " / ".join(page.names)
    if not page.game.label:
        return sides
    return _("Table %(number)s, %(sides)s") % {"number": page.game.label, "sides": sides}


def _conflict_page(
    request: HttpRequest, place: EntryPlace, page: EnteredDeal, typed: FieldValues
) -> HttpResponse:
    """The page after a conflict: the recorded deal, with what was typed as a correction of it."""
    now = load_entered_deal(page.game, page.number)
    values = {**typed, "key": str(uuid.uuid4()), "version": str(version_number(now))}
    preview = build_preview(now, bound_entry(place, now, values))
    if now.version is not None and not now.is_void:
        state = PageState(preview=preview, recorded=recorded_sheet(now, now.version))
        return render_page(request, place, now, entry_with(place, now, values), state)
    entry = bound_entry(place, now, values)
    entry.is_valid()
    entry.end.add_error(None, _conflict_sentence(now))
    return render_page(request, place, now, entry, PageState(preview=preview))


def _conflict_sentence(page: EnteredDeal) -> str:
    if page.is_void:
        return _("This deal has been declared void.")
    return _("This has already been sent with different content. Check the game first.")
