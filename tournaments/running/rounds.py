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
from tournaments.core.drawing.proposal import DrawInput, DrawTable, Proposal
from tournaments.core.drawing.seeds import seed_for
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.models import Entry, KeptRound, Pairing, PairingEntry, Round, Tournament
from tournaments.play import draw, event_record
from tournaments.play.draw_input import build_draw_input
from tournaments.play.event_record import EntryFacts, EventRecord
from tournaments.play.layouts import NoFreePlace
from tournaments.play.logged_draws import digest_of
from tournaments.running.attempts import next_attempt, reasons_to_draw_again
from tournaments.running.closing import find_open_matters
from tournaments.running.events import refuse_official
from tournaments.running.kept_places import recompute_standings, store_standings
from tournaments.running.session import OpenEvent, open_event

_MIN_ENTRIES = 2


# Drawn.


@retried
def draw_round(
    by: Author, event: Tournament, seed: str = "", *, by_hand: bool = False, anew: bool = False
) -> Round:
    """Draw the next round by the movement that was agreed on, from the seed that the event's secret makes.

    A simulation gives a `seed` of its own: the round then has no attempt, and the log says so.
    `by_hand` makes an empty round, which the director sets. `anew` lays the remaining rounds of a movement
    that is set beforehand out for those who take part; removing the draw takes it back.
    """
    with open_event(event, by) as opened:
        _check_draw_is_possible(opened.event)
        record = event_record.load_event(opened.event)
        number = len(record.rounds) + 1
        phase, _turn = opened.agreement.phase_of(number)
        movement = BY_HAND if by_hand else phase.movement
        attempt = 0 if seed else next_attempt(opened.event, number)
        seed = seed or seed_for(opened.event.secret, number, attempt)
        known = _input_of_draw(record, number, seed, anew=anew)
        if len(known.present) < _MIN_ENTRIES:
            raise NotNow(_("There must be at least two entries."))
        proposal = make_proposal(movement, known, opened.agreement.sides)
        basis = draw.draw_input_as_json(known)
        drawn = Round.objects.create(
            tournament=opened.event,
            number=number,
            seed=seed,
            attempt=attempt,
            again=reasons_to_draw_again(opened.event, number, known),
            movement=movement.code,
            exact=proposal.exact,
            draw_input=basis,
            proposal=draw.tables_as_json(proposal.tables),
            places=list(known.all_entries) if phase.movement.has_fixed_schedule else [],
            turn=known.turn,
        )
        create_pairings(drawn, proposal.tables, record.entries)
        laid_out: dict[str, JsonValue] = {"laid_out_anew": True} if anew else {}
        opened.writing.log("round.drawn", drawn, after={"number": number, **draw_facts(drawn), **laid_out})
        return drawn


def _input_of_draw(record: EventRecord, number: int, seed: str, *, anew: bool) -> DrawInput:
    try:
        return build_draw_input(record, number, seed, anew=anew)
    except NoFreePlace as reason:
        raise NotNow(
            _("More entries have come than places are free. Lay the remaining rounds out anew.")
        ) from reason


def draw_facts(drawn: Round) -> dict[str, JsonValue]:
    """Return what the log says of a draw."""
    return {
        "seed": drawn.seed,
        "attempt": drawn.attempt,
        "secret_digest": drawn.tournament.secret_digest,
        "movement": drawn.movement,
        "basis": digest_of(drawn.draw_input),
        **drawn.again,
    }


def make_proposal(movement: Movement, draw_input: DrawInput, sides: int) -> Proposal:
    """Return what the program proposes; raises `NotNow` where the director has to set the round."""
    if draw.all_have_met(movement, draw_input):
        raise NotNow(_(movement.exhausted))
    _check_room_for_fixed_tables(movement, draw_input, sides)
    try:
        proposal = draw.draw_proposal(movement, draw_input)
    except WeightTooLarge as reason:
        raise NotNow(
            _("The points are too far apart to be matched exactly. Set this round by hand.")
        ) from reason
    _check_fixed_meeting(draw.find_fixed_meeting(proposal, get_fixed_tables(draw_input.present)))
    return proposal


def _check_room_for_fixed_tables(movement: Movement, draw_input: DrawInput, sides: int) -> None:
    """Each entry with a fixed table needs opponents who come to it."""
    shortage = draw.find_table_shortage(movement, draw_input, sides)
    if shortage is not None:
        fixed, tables = shortage
        raise NotNow(
            ngettext(
                "%(staying)s entries keep their table, and %(count)s table plays: two of them would have to "
                "meet. Let somebody move, or set the round by hand.",
                "%(staying)s entries keep their table, and %(count)s tables play: two of them would have to "
                "meet. Let somebody move, or set the round by hand.",
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
                "Entries %(one)s and %(other)s would meet in this round, and neither can move. "
                "Let one of them move, or set the round by hand."
            )
            % {"one": first, "other": second}
        )


def _check_draw_is_possible(event: Tournament) -> None:
    """One round is drawn at a time, and none when the results have been published."""
    _check_results_not_shown(event)
    under_way = event.rounds.filter(state__in=(Round.State.DRAWN, Round.State.PUBLISHED)).first()
    if under_way is None:
        return
    if under_way.state == Round.State.PUBLISHED:
        raise NotNow(_("A round is still being played."))
    raise NotNow(
        _("Round %(number)s is drawn already: publish it, or remove it.") % {"number": under_way.number}
    )


def _check_results_not_shown(event: Tournament) -> None:
    """No round changes results that have been published."""
    refuse_official(event)
    if event.state == Tournament.State.PRELIMINARY:
        raise NotNow(_("The results have been shown: no round is drawn or removed any more."))


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
            _("The round is published already.")
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
        _check_results_not_shown(opened.event)
        if was and was != drawn.state:
            raise NotNow(_("The round is %(state)s.") % {"state": drawn.get_state_display()})
        last = get_last_round(opened.event)
        if last is None or last.pk != drawn.pk:
            raise NotNow(_("Only the last round can be removed."))
        if only_empty and has_results(drawn):
            raise NotNow(_("A deal or a result has been recorded in it since."))
        if has_results(drawn) and not reason.strip():
            raise validation_error("reason", _("It has deals or results already: say why it is removed."))
        before, snapshot = drawn.state, keep_snapshot(opened.event, opened.writing.by.at)
        drawn.state, drawn.removed_because = Round.State.REMOVED, reason
        drawn.save(update_fields=["state", "removed_because"])
        recording.set_aside_in(opened.writing, Game.objects.filter(pairing__round=drawn), reason)
        opened.writing.log(
            "round.removed",
            drawn,
            before={"round_state": before, "snapshot": snapshot.digest},
            after={"number": drawn.number},
            reason=reason,
        )
        KeptRound.objects.filter(round=drawn).delete()
        _move_entries_back(opened, drawn.number)
        # What was charged in it counts in the round before, and who has left in it had left by then.
        recompute_standings(opened.event, drawn.number - 1)
        return drawn


def has_results(drawn: Round) -> bool:
    """Whether a round has a deal, an entered result, or a ruled one."""
    dealt = Deal.objects.filter(game__pairing__round=drawn)
    entered = Game.objects.filter(pairing__round=drawn, entered_result__isnull=False)
    ruled = drawn.pairings.exclude(kind__in=(Pairing.Kind.PLAYED, Pairing.Kind.SIT_OUT))
    return dealt.exists() or entered.exists() or ruled.exists()


def _move_entries_back(opened: OpenEvent, number: int) -> None:
    """Late entries of a removed round play in its replacement; entries that left by then do not."""
    for entry in opened.event.entries.filter(from_round=number + 1).order_by("number"):
        _move(opened, entry, "from_round", number)
    for entry in opened.event.entries.filter(until_round=number).order_by("number"):
        _move(opened, entry, "until_round", number - 1)


def _move(opened: OpenEvent, entry: Entry, field: str, number: int) -> None:
    """Set `from_round` or `until_round` of an entry."""
    before = getattr(entry, field)
    setattr(entry, field, number)
    entry.save(update_fields=[field])
    opened.writing.log("entry.moved", entry, before={field: before}, after={field: number})


# Closed.


@retried
def close_round(by: Author, drawn: Round) -> Round:
    """Close a round that has all its results: the places after it are stored."""
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        require_state(drawn, Round.State.PUBLISHED)
        missing = drawn.pairings.filter(kind=Pairing.Kind.PLAYED, game__over=False).order_by("table")
        if missing.exists():
            tables = ", ".join(str(table) for table in missing.values_list("table", flat=True))
            raise NotNow(_("Results are missing at table %(tables)s.") % {"tables": tables})
        drawn.state, drawn.closed_at = Round.State.CLOSED, opened.writing.by.at
        drawn.save(update_fields=["state", "closed_at"])
        store_standings(opened.event, drawn)
        facts = {"number": drawn.number, **find_open_matters(drawn).facts}
        opened.writing.log("round.closed", drawn, after=facts)
        return drawn


@retried
def reopen_round(by: Author, drawn: Round, reason: str) -> Round:
    """Open the last closed round again while no other follows: its tables go on as if it had not been closed.

    Closing it again stores the places again.
    """
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        refuse_official(opened.event)
        if opened.event.state == Tournament.State.PRELIMINARY:
            raise NotNow(_("The results are shown. Take that back before you open a round again."))
        if drawn.state != Round.State.CLOSED:
            raise NotNow(_("The round is %(state)s.") % {"state": drawn.get_state_display()})
        last = get_last_round(opened.event)
        if last is not None and last.pk != drawn.pk:
            raise NotNow(
                _("Round %(number)s follows. Remove it before you open this one again.")
                % {"number": last.number}
            )
        if not reason.strip():
            raise validation_error("reason", _("Say why."))
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


def get_last_round(event: Tournament) -> Round | None:
    """Return the last round that is not removed."""
    return event.rounds.exclude(state=Round.State.REMOVED).order_by("-number").first()
