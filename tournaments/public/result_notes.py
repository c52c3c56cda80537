"""Sentences on whether results can still change, and on what of them counts already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Note
from tournaments.agreement.agreement import Counting
from tournaments.models import Pairing, Round, Tournament
from tournaments.play.event_record import RoundRecord
from tournaments.play.played_pairings import PlayedPairing
from tournaments.public.event_view import EventView
from tournaments.public.official import not_official, official_since
from tournaments.wording.labels import round_label, tables_finished

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_Kind = Pairing.Kind

# What counts of games that are being played, and of those that are over and not signed.
_WHILE_PLAYED: Final[Mapping[Counting, _StrPromise]] = {
    Counting.RECORDED: _lazy("Games still being played count as they are now."),
    Counting.APPROVED: _lazy("Games that are still being played count with the deals that are approved."),
    Counting.SIGNED: _lazy("Games that are still being played do not count yet."),
}
_WHEN_OVER: Final[Mapping[Counting, _StrPromise]] = {
    Counting.RECORDED: _lazy("Games that are over count also where they are not signed or not approved yet."),
    Counting.APPROVED: _lazy("Of games that are over those deals do not count that are not approved yet."),
    Counting.SIGNED: _lazy("Games that are over do not count before they are signed."),
}


def finished_sentence(round_record: RoundRecord) -> str:
    """How many tables have finished; a table with another result than its game's counts as finished."""
    played = [meeting for meeting in round_record.pairings if meeting.game_id is not None]
    if round_record.round.state == Round.State.CLOSED or not played:
        return ""
    finished = sum(meeting.game_over or meeting.kind != _Kind.PLAYED for meeting in played)
    return tables_finished(finished, len(played))


def result_state_notes(view: EventView) -> Iterator[str]:
    """Sentences on whether the results can still change, or since when they are official."""
    if view.event.state != Tournament.State.OFFICIAL:
        code = "being_corrected" if view.event.revision else "not_official"
        yield Note(not_official(view.event), code, is_above=True)
    elif (since := official_since(view.event)) is not None:
        yield Note(since, "official", is_above=True)
    yield from going_on_notes(view)


def going_on_notes(view: EventView) -> Iterator[str]:
    """How many tables of a round that is played have finished, and what counts of the others and of them."""
    for played in view.record.rounds:
        if finished := finished_sentence(played):
            sentence = f"{round_label(played.round.number)}: {finished}"
            yield Note(sentence, "tables_finished", is_above=True)
    # The latest round first: where a game is going on or is not signed, it is most often one of that round.
    meetings = [meeting for played in reversed(view.record.rounds) for meeting in played.pairings]
    if any(map(_is_under_way, meetings)):
        yield Note(_WHILE_PLAYED[view.agreement.counting_as_said], "while_played", is_above=True)
    if view.has_unsigned and (
        view.agreement.counting is Counting.RECORDED or any(map(_is_over_and_awaits, meetings))
    ):
        counting, is_on_paper = view.agreement.counting_as_said, view.agreement.is_on_paper
        as_recorded = is_on_paper and counting is Counting.RECORDED
        sentence = (
            _("Games that are over count before they are signed.")
            if as_recorded
            else str(_WHEN_OVER[counting])
        )
        yield Note(sentence, "when_over", is_above=True)


def _is_over_and_awaits(meeting: PlayedPairing) -> bool:
    """Whether its game is over, and the event asks for more before all of it counts."""
    return meeting.kind == _Kind.PLAYED and meeting.game_over and meeting.awaits


def _is_under_way(meeting: PlayedPairing) -> bool:
    """Whether its game counts already and is not over."""
    return (
        meeting.kind == _Kind.PLAYED
        and meeting.is_begun
        and meeting.game_id is not None
        and not meeting.game_over
    )
