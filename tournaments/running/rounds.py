"""Rounds: drawn from a seed that was shown, removed, closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, JsonValue, retried
from scoring import recording
from scoring.models import Deal, Game
from scoring.recording import NotNow
from tournaments.archive import keep_snapshot
from tournaments.core.drawing.fixed_tables import get_fixed_tables
from tournaments.core.drawing.matching import WeightTooLarge
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import CountsAs, DrawInput, DrawTable, Proposal, UnfinishedGame
from tournaments.core.drawing.seeds import seed_for
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.models import KeptRound, Pairing, PairingEntry, Round, Tournament
from tournaments.play import draw, event_record
from tournaments.play.draw_input import build_draw_input
from tournaments.play.event_record import EntryFacts, EventRecord
from tournaments.play.layouts import NoFreePlace
from tournaments.play.logged_draws import digest_of
from tournaments.play.parts import is_divided
from tournaments.running.attempts import next_attempt, reasons_to_draw_again
from tournaments.running.bracket_rounds import fit_to_draw, fit_to_results, refuse_undecided
from tournaments.running.closing import find_open_matters, refuse_without_results
from tournaments.running.events import refuse_official
from tournaments.running.handicap_ratings import note_ratings, warm_ratings
from tournaments.running.kept_places import recompute_standings, store_standings
from tournaments.running.moved_entries import move_entries_back
from tournaments.running.session import OpenEvent, open_event
from tournaments.running.unfinished import decide_unfinished, pass_tables_on

_MIN_ENTRIES = 2


# Drawn.


@retried
def draw_round(
    by: Author,
    event: Tournament,
    seed: str = "",
    *,
    by_hand: bool = False,
    anew: bool = False,
    going_on: Mapping[tuple[int, int], CountsAs] | None = None,
) -> Round:
    """Draw the next round by the movement that was agreed on, from the seed that the event's secret makes.

    A simulation gives a `seed` of its own: the round then has no attempt, and the log says so.
    `by_hand` makes an empty round, which the director sets. `anew` lays the remaining rounds of a movement
    that is set beforehand out for those who take part; removing the draw takes it back. `going_on` has the
    games that are not over, and how each counts for this draw.
    """
    warm_ratings(event)
    with open_event(event, by) as opened:
        _check_draw_is_possible(opened.event)
        record = event_record.load_event(opened.event)
        unfinished = decide_unfinished(record, going_on)
        return draw_in(opened, record, seed, unfinished, by_hand=by_hand, anew=anew)


def draw_in(
    opened: OpenEvent,
    record: EventRecord,
    seed: str,
    unfinished: Sequence[UnfinishedGame],
    *,
    by_hand: bool = False,
    anew: bool = False,
) -> Round:
    """Draw the round after those of the record in an open event."""
    number = len(record.rounds) + 1
    phase, _turn = opened.agreement.phase_of(number)
    movement = BY_HAND if by_hand else phase.movement
    attempt = 0 if seed else next_attempt(opened.event, number)
    seed = seed or seed_for(opened.event.secret, number, attempt)
    known = _input_of_draw(record, number, seed, anew=anew, unfinished=unfinished)
    refuse_undecided(record, known)
    if len(known.present) < _MIN_ENTRIES:
        raise NotNow(_("There must be at least two entries."))
    proposal = make_proposal(movement, known, opened.agreement.sides)
    drawn = Round.objects.create(
        tournament=opened.event,
        number=number,
        seed=seed,
        attempt=attempt,
        again=reasons_to_draw_again(opened.event, number, known),
        movement=movement.code,
        exact=proposal.exact,
        draw_input=draw.draw_input_as_json(known),
        proposal=draw.tables_as_json(proposal.tables),
        places=list(known.all_entries) if phase.movement.gives_places else [],
        turn=known.turn,
    )
    create_pairings(drawn, proposal.tables, record.entries)
    fit_to_draw(opened.event, number, known)
    laid_out: dict[str, JsonValue] = {"laid_out_anew": True} if anew else {}
    opened.writing.log("round.drawn", drawn, after={"number": number, **draw_facts(drawn), **laid_out})
    note_ratings(opened, drawn)
    return drawn


def _input_of_draw(
    record: EventRecord, number: int, seed: str, *, anew: bool, unfinished: Sequence[UnfinishedGame]
) -> DrawInput:
    try:
        return build_draw_input(record, number, seed, anew=anew, unfinished=unfinished)
    except NoFreePlace as reason:
        raise NotNow(
            _("More entries have come than there are free places. Lay the remaining rounds out again.")
        ) from reason


def draw_facts(drawn: Round) -> dict[str, JsonValue]:
    """Return what the log says of a draw."""
    return {
        "seed": drawn.seed,
        "attempt": drawn.attempt,
        "secret_digest": drawn.tournament.secret_digest,
        "movement": drawn.movement,
        "basis": digest_of(drawn.draw_input),
        **_going_on_facts(drawn),
        **drawn.again,
    }


def _going_on_facts(drawn: Round) -> dict[str, JsonValue]:
    games = draw.unfinished_games(drawn.draw_input)
    going_on: list[JsonValue] = [[game.round, game.table, game.counts_as.value] for game in games]
    return {"going_on": going_on} if going_on else {}


def make_proposal(movement: Movement, draw_input: DrawInput, sides: int) -> Proposal:
    """Return what the program proposes; raises `NotNow` where the director has to set the round."""
    if draw.all_have_met(movement, draw_input):
        raise NotNow(_(movement.exhausted))
    _check_room_for_fixed_tables(movement, draw_input, sides)
    try:
        proposal = draw.draw_proposal(movement, draw_input)
    except WeightTooLarge as reason:
        raise NotNow(
            _("The points are too far apart for an exact pairing. Set this round by hand.")
        ) from reason
    if not movement.is_set_by_hand and all(table.sits_out for table in proposal.tables):
        raise NotNow(_("Nobody would meet anybody: too few are here."))
    _check_fixed_meeting(draw.find_fixed_meeting(proposal, get_fixed_tables(draw_input.present)))
    return proposal


def _check_room_for_fixed_tables(movement: Movement, draw_input: DrawInput, sides: int) -> None:
    """Each entry with a fixed table needs opponents who come to it."""
    shortage = draw.find_table_shortage(movement, draw_input, sides)
    if shortage is not None:
        fixed, tables = shortage
        raise NotNow(
            ngettext(
                "%(staying)s entries are stationary, and %(count)s table is in play: two of "
                "them would have to meet. Let one of them move, or set the round by hand.",
                "%(staying)s entries are stationary, and %(count)s tables are in play: two of "
                "them would have to meet. Let one of them move, or set the round by hand.",
                tables,
            )
            % {"staying": fixed, "count": tables}
        )


def _check_fixed_meeting(fixed: Sequence[int]) -> None:
    """A movement that leaves no choice brings all entries together at some time."""
    if fixed:
        first, second = fixed[:2]
        raise NotNow(
            _(
                "Entries %(one)s and %(other)s would meet in this round, but neither can move. "
                "Let one of them move, or set the round by hand."
            )
            % {"one": first, "other": second}
        )


def _check_draw_is_possible(event: Tournament) -> None:
    """One round is drawn at a time, and none when the results have been published."""
    _check_results_not_shown(event)
    if is_divided(event):
        raise NotNow(_("This event is played in sections: its rounds are drawn there."))
    drawn = event.rounds.filter(state=Round.State.DRAWN).first()
    if drawn is not None:
        raise NotNow(
            _("Round %(number)s has already been drawn: publish it, or remove it.") % {"number": drawn.number}
        )


def _check_results_not_shown(event: Tournament) -> None:
    """No round changes results that have been published."""
    refuse_official(event)
    if event.state == Tournament.State.PRELIMINARY:
        raise NotNow(_("The results have been shown: rounds can no longer be drawn or removed."))


def create_pairings(drawn: Round, tables: Sequence[DrawTable], entries: Mapping[int, EntryFacts]) -> None:
    """Create the pairings of the tables, each under its number; a sit-out has none."""
    pairings = [
        Pairing(
            round=drawn,
            table=number,
            kind=Pairing.Kind.SIT_OUT if table.sits_out else Pairing.Kind.PLAYED,
            reasons=draw.reasons_as_json(table.reasons),
        )
        for table, number in zip(tables, draw.table_numbers(tables), strict=True)
    ]
    Pairing.objects.bulk_create(pairings)
    seat_entries(pairings, tables, entries)


def seat_entries(
    pairings: Sequence[Pairing], tables: Sequence[DrawTable], entries: Mapping[int, EntryFacts]
) -> None:
    """Store who is at each of these pairings, whose tables come in the same order."""
    PairingEntry.objects.bulk_create(
        PairingEntry(
            round_id=pairing.round_id,
            pairing=pairing,
            entry_id=entries[number].pk,
            side=side,
            position=position,
        )
        for pairing, table in zip(pairings, tables, strict=True)
        for side, numbers_of_side in enumerate(table.sides)
        for position, number in enumerate(numbers_of_side)
    )


def require_state(drawn: Round, state: Round.State) -> None:
    if drawn.state != state:
        raise NotNow(
            _("The round has already been published.")
            if drawn.state == Round.State.PUBLISHED
            else _("The round is %(state)s.") % {"state": drawn.get_state_display()}
        )


# Removed.


@retried
def remove_round(
    by: Author, drawn: Round, reason: str = "", was: str = "", *, only_empty: bool = False
) -> Round:
    """Remove the last round. A round with results needs a reason; its games stay, set aside.

    `was` is the state in which the director saw it: a draw that has been published since is not removed.
    `only_empty` refuses a round with results: an undo removes no recorded deal.
    """
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        if was and was != drawn.state:
            raise NotNow(_("The round is %(state)s.") % {"state": drawn.get_state_display()})
        check_removable(opened.event, drawn)
        if only_empty and has_results(drawn):
            raise NotNow(_("A deal or a result has been recorded in it since."))
        if has_results(drawn) and not reason.strip():
            raise validation_error(
                "reason", _("It already has deals or results: give a reason for removing it.")
            )
        mark_removed_in(opened, drawn, reason)
        KeptRound.objects.filter(round=drawn).delete()
        move_entries_back(opened, drawn.number)
        # What was charged in it counts in the round before, and who has left in it had left by then.
        recompute_standings(opened.event, drawn.number - 1)
        return drawn


def check_removable(event: Tournament, drawn: Round) -> None:
    """Refuse to remove a round that is not the last one, or of an event whose results are shown."""
    _check_results_not_shown(event)
    last = get_last_round(event)
    if last is None or last.pk != drawn.pk:
        raise NotNow(_("Only the last round can be removed."))


def mark_removed_in(opened: OpenEvent, drawn: Round, reason: str) -> None:
    """Mark a round of an open event as removed; its games are set aside."""
    before, snapshot = drawn.state, keep_snapshot(opened.event, opened.writing.by.at)
    drawn.state, drawn.removed_because = Round.State.REMOVED, reason
    drawn.save(update_fields=["state", "removed_because"])
    recording.set_aside_in(opened.writing, Game.objects.filter(pairing__round=drawn), reason)
    opened.writing.log(
        "round.removed",
        drawn,
        before={"round_state": before, "snapshot": snapshot.digest},
        after={"number": drawn.number, "round_state": drawn.state},
        reason=reason,
    )


def has_results(drawn: Round) -> bool:
    """Whether a round has a deal, an entered result, or a ruled one."""
    dealt = Deal.objects.filter(game__pairing__round=drawn)
    entered = Game.objects.filter(pairing__round=drawn, entered_result__isnull=False)
    ruled = drawn.pairings.exclude(kind__in=(Pairing.Kind.PLAYED, Pairing.Kind.SIT_OUT))
    return dealt.exists() or entered.exists() or ruled.exists()


# Closed.


@retried
def close_round(by: Author, drawn: Round) -> Round:
    """Close a round that has all its results: the places after it are stored."""
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        require_state(drawn, Round.State.PUBLISHED)
        _refuse_earlier_open(opened.event, drawn)
        refuse_without_results(drawn)
        before = drawn.state
        drawn.state, drawn.closed_at = Round.State.CLOSED, opened.writing.by.at
        drawn.save(update_fields=["state", "closed_at"])
        store_standings(opened.event, drawn)
        fit_to_results(opened.event)
        pass_tables_on(opened, drawn)
        facts = {"number": drawn.number, "round_state": drawn.state, **find_open_matters(drawn).facts}
        opened.writing.log("round.closed", drawn, before={"round_state": before}, after=facts)
        return drawn


def _refuse_earlier_open(event: Tournament, drawn: Round) -> None:
    """Rounds are closed in their order, so that the places after each count all rounds before it."""
    earlier = event.rounds.filter(state=Round.State.PUBLISHED, number__lt=drawn.number).first()
    if earlier is not None:
        raise NotNow(
            _("Round %(number)s is still open. Close it before this one.") % {"number": earlier.number}
        )


@retried
def reopen_round(by: Author, drawn: Round, reason: str) -> Round:
    """Open a closed round again while the next is not published: its tables go on as before.

    Closing it again stores the places again. A draw of the next round stays as it is, and waits for that.
    """
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        refuse_official(opened.event)
        if opened.event.state == Tournament.State.PRELIMINARY:
            raise NotNow(_("The results are shown. Take that back before you open a round again."))
        if drawn.state != Round.State.CLOSED:
            raise NotNow(_("The round is %(state)s.") % {"state": drawn.get_state_display()})
        if (following := get_public_round_after(drawn)) is not None:
            raise NotNow(
                _("Round %(number)s follows. Remove it before you open this one again.")
                % {"number": following.number}
            )
        if not reason.strip():
            raise validation_error("reason", _("Give a reason."))
        before = drawn.state
        drawn.state, drawn.closed_at = Round.State.PUBLISHED, None
        drawn.save(update_fields=["state", "closed_at"])
        drawn.standings.all().delete()
        KeptRound.objects.filter(round=drawn).delete()
        recompute_standings(opened.event, drawn.number - 1)
        opened.writing.log(
            "round.reopened",
            drawn,
            before={"round_state": before},
            after={"number": drawn.number, "round_state": drawn.state},
            reason=reason,
        )
        return drawn


def get_public_round_after(drawn: Round) -> Round | None:
    """Return the next round that everybody can see, if there is one."""
    after = Round.objects.filter(tournament=drawn.tournament_id, number__gt=drawn.number)
    return after.filter(state__in=(Round.State.PUBLISHED, Round.State.CLOSED)).order_by("number").first()


def get_last_round(event: Tournament) -> Round | None:
    """Return the last round that is not removed."""
    return event.rounds.exclude(state=Round.State.REMOVED).order_by("-number").first()
