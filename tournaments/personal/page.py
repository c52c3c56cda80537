"""What the own page of an entry says: what to do, where and when it plays, its games and its standing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef
from django.utils.timezone import now
from django.utils.translation import gettext as _

from clubs.people.names import NameOf
from scoring.models import Confirmation, Deal, DealVersion, Game
from tournaments.models import Entry, EntryPlayer, Pairing, Tournament
from tournaments.notices.sentences import approval_sentence, call_sentence, signing_sentence
from tournaments.play.clock import with_times
from tournaments.play.guides import guide_from
from tournaments.play.notices import NoticeKind, standing_notices
from tournaments.public.clock_face import ClockFace
from tournaments.public.entry_rounds import tables_of_entry
from tournaments.public.entry_state import EntryState, EntryStates, states_now
from tournaments.public.event_view import FINISHED_EVENT_STATES, EventView
from tournaments.public.rounds import TableView


class OwnCall(NamedTuple):
    """That the director calls the entry, until a moment."""

    sentence: str
    until: datetime


@dataclass(frozen=True, slots=True)
class OwnPage:
    """The own page of an entry."""

    view: EventView
    state: EntryState
    is_here: bool
    may_check: bool
    todo: Sequence[str]
    calls: Sequence[OwnCall]
    clock: ClockFace | None
    # The rounds, the latest first.
    tables: Sequence[TableView]
    has_rounds: bool
    # Where it plays in the rounds to come, where that is laid out.
    way: Sequence[str]


def build_own_page(event: Tournament, number: int, name_of: NameOf) -> OwnPage | None:
    """Build the page of an entry; None where it was removed a moment ago."""
    states = states_now(event, name_of, with_games=True)
    if number not in states.view.entries:
        return None
    record = states.view.record.entries[number]
    pairing = _own_pairing(event, states, number)
    has_withdrawn = record.state == Entry.State.WITHDRAWN
    may_check = event.takes_entries and not has_withdrawn
    is_here = record.state == Entry.State.PRESENT
    return OwnPage(
        view=states.view,
        state=states.of_entry(number),
        is_here=is_here,
        may_check=may_check,
        todo=tuple(_todo(pairing, asks_to_check=may_check and not is_here)),
        calls=tuple(_calls(event, number)),
        clock=None if pairing is None else _clock(pairing),
        tables=tables_of_entry(states.view, number)[::-1],
        has_rounds=bool(states.view.record.rounds),
        way=tuple(_way(states.view, number)),
    )


def players_of(entry: int) -> list[int]:
    """Return the players of an entry, whose league matches stand on its page."""
    places = EntryPlayer.objects.filter(entry=entry, until_round=None).order_by("position")
    return list(places.values_list("player", flat=True))


def _way(view: EventView, number: int) -> Iterator[str]:
    """Where the entry plays in the rounds after the last public one, if they are laid out."""
    rounds = view.record.rounds
    guide = guide_from(view.agreement, rounds[-1].round, view.record.entries) if rounds else None
    if guide is None or view.event.state in FINISHED_EVENT_STATES or number not in guide.entries:
        return
    for line in guide.lines(number)[1:]:
        if line.opponent is None or line.opponent not in view.entries:
            yield _("Round %(round)s: you sit out") % {"round": line.round}
            continue
        yield _("Round %(round)s: table %(table)s, against %(opponent)s") % {
            "round": line.round,
            "table": line.table,
            "opponent": view.entries[line.opponent].name,
        }


def _own_pairing(event: Tournament, states: EntryStates, number: int) -> Pairing | None:
    """The table of the entry in the last public round, with its game and what its clock needs."""
    if states.last is None:
        return None
    mine = Pairing.objects.filter(round=states.last.round.pk, entered__entry__number=number)
    mine = mine.annotate(own_side=F("entered__side")).select_related("round__clock", "game")
    pairing = with_times(mine).first()
    if pairing is not None:
        pairing.round.tournament = event
    return pairing


def _clock(pairing: Pairing) -> ClockFace | None:
    """The clock of the own table while it plays."""
    game = pairing.game
    return ClockFace.of_pairing(pairing) if game is not None and game.is_going_on else None


def _todo(pairing: Pairing | None, *, asks_to_check: bool) -> Iterator[str]:
    """What waits for the players of the entry."""
    if asks_to_check:
        yield _("Say that you are here when you have come.")
    if pairing is None or pairing.game is None or pairing.table is None:
        return
    game = pairing.game
    if game.state == Game.State.FINISHED and not game.other_result and not game.is_on_paper:
        yield signing_sentence(pairing.table)
    if deals := _deals_to_approve(game, pairing.own_side):  # type: ignore[attr-defined] # annotated
        yield approval_sentence(deals, pairing.table)


def _deals_to_approve(game: Game, side: int) -> list[int]:
    """The deals of a game in play that this side has not approved: what it wrote itself, it has.

    One from paper is approved by signing.
    """
    if game.state != Game.State.OPEN or game.is_on_paper or game.away == side:
        return []
    approvals = Confirmation.objects.filter(
        version__deal=OuterRef("pk"), version__current=True, side=side, kind=Confirmation.Kind.APPROVED
    )
    versions = DealVersion.objects.filter(deal=OuterRef("pk"), current=True).exclude(side=side)
    if game.written_on == Game.WrittenOn.BOTH:
        versions = versions.exclude(device="")
    waiting = Deal.objects.filter(Exists(versions), ~Exists(approvals), game=game, state=Deal.State.ENTERED)
    return list(waiting.order_by("number").values_list("number", flat=True))


def _calls(event: Tournament, number: int) -> Iterator[OwnCall]:
    """Who calls the entry; nobody is called to a table once all rounds are over."""
    is_over = event.state in FINISHED_EVENT_STATES
    for notice in standing_notices(event, NoticeKind.CALL, now()):
        if notice.entry == number and not (is_over and notice.table is not None):
            yield OwnCall(call_sentence(notice.table), notice.until)
