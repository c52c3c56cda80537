"""Drawn rounds audited: the draw repeated from its seed, and a second opinion on the rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final

from tournaments.agreement.agreement import PlacesBy
from tournaments.core import checker
from tournaments.core.drawing.layout import count_places
from tournaments.core.drawing.meeting import PHANTOM_ENTRY, DrawEntry, MeetingReason, ReasonCode
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.seeds import seed_for
from tournaments.core.movements import MOVEMENTS
from tournaments.core.played_rounds import FaultCode, Finding, PlayedRound, RoundFault
from tournaments.models import Round, Tournament
from tournaments.play import brackets, draw, draw_input, event_record, seating
from tournaments.play.charges import sum_charges
from tournaments.play.event_record import EventRecord, RoundRecord
from tournaments.play.layouts import first_places
from tournaments.play.logged_draws import LoggedDraw, digest_of, load_logged_draws
from tournaments.play.played_pairings import PlayedPairing
from tournaments.play.unfinished import count_unfinished

# The reasons of a meeting that the program has not proposed.
_BY_HAND: Final = draw.reasons_as_json([MeetingReason(ReasonCode.BY_HAND)])


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """The audit of a round: whether its seed gives the same draw again, and its faults by the rules."""

    number: int
    seed: str
    # Which draw of the round it was; 0 where the seed was given.
    attempt: int
    repeats: bool
    by_hand: bool
    faults: tuple[RoundFault, ...]


def check_event_draws(event: Tournament) -> list[RoundCheck]:
    """Audit every published round of an event, in their order."""
    record, logged = event_record.load_event(event), load_logged_draws(event)
    changed = [at for at, played in enumerate(record.rounds) if _is_by_hand(played)]
    faults = checker.check_rounds(
        [
            # A bracket follows what was set by hand, and its check would not.
            replace(each, bracket=None) if changed and changed[0] < at else each
            for at, each in enumerate(
                _as_played(played, record.agreement.sides, logged.get(played.round.pk))
                for played in record.rounds
            )
        ]
    )
    checks = []
    for at, played in enumerate(record.rounds, start=1):
        before = replace(record, rounds=record.rounds[: at - 1], until=at - 1)
        stored = [RoundFault(at, *finding) for finding in _check_stored(before, played, logged)]
        checks.append(
            RoundCheck(
                played.round.number,
                played.round.seed,
                played.round.attempt,
                is_repeatable(played.round),
                _is_by_hand(played),
                (*stored, *(fault for fault in faults if fault.round == at)),
            )
        )
    return checks


def _check_stored(
    before: EventRecord, played: RoundRecord, logged: Mapping[int, LoggedDraw]
) -> Iterator[Finding]:
    """Compare what is stored of a round with what was logged and with what was played before."""
    draw_logged = logged.get(played.round.pk)
    if draw_logged is None:
        yield FaultCode.NOT_LOGGED, ()
        return
    yield from _check_seed(before.event, played.round, draw_logged)
    yield from _check_basis(before, played.round, draw_logged)
    yield from _check_seats(played, draw_logged)
    ratings = played.round.handicap_ratings
    if draw_logged.ratings != (digest_of(ratings) if ratings else ""):
        yield FaultCode.NOT_THE_RATINGS, ()


def _check_seed(event: Tournament, drawn: Round, draw_logged: LoggedDraw) -> Iterator[Finding]:
    """The seed is the one of the log and follows from the secret, whose digest was logged."""
    stored = drawn.seed, drawn.movement, drawn.attempt
    logged = draw_logged.seed, draw_logged.movement, draw_logged.attempt
    follows = not drawn.attempt or drawn.seed == seed_for(event.secret, drawn.number, drawn.attempt)
    if stored != logged or not follows or draw_logged.secret_digest not in ("", event.secret_digest):
        yield FaultCode.NOT_THE_SEED, ()


def _check_basis(before: EventRecord, drawn: Round, draw_logged: LoggedDraw) -> Iterator[Finding]:
    """What was known is what was logged, and follows from the rounds before unless these were corrected."""
    if draw_logged.basis and draw_logged.basis != digest_of(drawn.draw_input):
        yield FaultCode.NOT_THE_BASIS, ()
    if not _are_places_known(drawn) or not _are_places_agreed(before, drawn):
        yield FaultCode.NOT_THE_BASIS, tuple(entry for entry in drawn.places if entry != PHANTOM_ENTRY)
    if draw_logged.is_corrected:
        return
    stored = draw.read_draw_input(drawn.draw_input, drawn.seed)
    charges = sum_charges(before.event.adjustments.filter(pk__in=draw_logged.charges))
    before = count_unfinished(before, stored.unfinished)
    movement = MOVEMENTS[drawn.movement]
    present = draw_input.present_entries(before, drawn.number, movement, charges)
    counted = {entry.entry: entry for entry in present}
    # Who did not come, and gave his place to another after the draw, has no place in the record.
    absent = {entry.entry for entry in stored.present} - {*_entered(drawn, draw_logged)}
    wrong = [
        entry.entry
        for entry in stored.present
        if entry.entry not in absent
        and _facts_of(entry, movement) != _facts_of(counted.get(entry.entry), movement)
    ]
    if wrong:
        yield FaultCode.NOT_THE_BASIS, tuple(wrong)
    if stored.bracket not in (None, brackets.bracket_so_far(before, drawn.number, stored.unfinished)):
        yield FaultCode.NOT_THE_BASIS, ()


def _entered(drawn: Round, draw_logged: LoggedDraw | None) -> Sequence[int]:
    """Return who takes part: those who were drawn, or those whom the director has set since."""
    if draw_logged is None or draw_logged.seats is None:
        return [entry["entry"] for entry in drawn.draw_input["present"]]
    return draw_logged.seats.entries


def _are_places_known(drawn: Round) -> bool:
    """Whether the places that are stored with a round are those that it was drawn by."""
    known = drawn.draw_input["everybody"], drawn.draw_input["turn"]
    return not drawn.places or known == (drawn.places, drawn.turn)


def _are_places_agreed(before: EventRecord, drawn: Round) -> bool:
    """Whether the places of a first round follow from its seed, where the program draws lots for them."""
    by_seed = before.agreement.places_by is PlacesBy.SEED
    movement = MOVEMENTS[drawn.movement]
    agreed = before.agreement.phase_of(drawn.number)[0].movement
    if not by_seed or not movement.gives_places or movement is not agreed or drawn.turn != 1:
        return True
    present = [entry["entry"] for entry in drawn.draw_input["present"]]
    if movement.bracket is not None:
        # Those are present who play: the others have a place too.
        present = sorted(drawn.places)
    return first_places(_as_drawn(before, drawn), drawn.number, present, drawn.seed) == tuple(drawn.places)


def _as_drawn(before: EventRecord, drawn: Round) -> EventRecord:
    """Return the record with the tables that entries kept at the draw: they may keep others since."""
    tables = {entry["entry"]: entry.get("table") for entry in drawn.draw_input["present"]}
    entries = {
        number: entry._replace(fixed_table=tables.get(number)) for number, entry in before.entries.items()
    }
    return replace(before, entries=entries)


def _facts_of(entry: DrawEntry | None, movement: Movement) -> Sequence[object]:
    """What an entry has done. Its club and its table may have changed since."""
    if entry is None:
        return ()
    last = (entry.last_table, entry.last_outcome) if movement.follows_tables else ()
    return entry.points, entry.difference, dict(entry.met), entry.sit_outs, entry.small_tables, *last


def _check_seats(played: RoundRecord, draw_logged: LoggedDraw) -> Iterator[Finding]:
    """Those sit at each table who were proposed, or set by hand after the draw, and are marked so."""
    proposed = seating.proposed_seats(played.round)
    expected = draw_logged.seats or proposed
    stored = {pairing.table: pairing.sides for pairing in played.pairings if pairing.table is not None}
    tables = {number: sides for number, sides in enumerate(expected.tables, start=1) if sides}
    for number in sorted(stored.keys() | tables.keys()):
        if stored.get(number) != tables.get(number):
            yield FaultCode.NOT_THE_SEATS, tuple(chain(*stored.get(number, ()), *tables.get(number, ())))
    out = [pairing.sides[0][0] for pairing in played.pairings if pairing.table is None]
    if sorted(out) != sorted(expected.out):
        yield FaultCode.NOT_THE_SEATS, tuple(sorted({*out} ^ {*expected.out}))
    by_program = seating.proposed_reasons(played.round)
    reasons = dict(played.round.pairings.values_list("pk", "reasons"))
    for pairing in played.pairings:
        proposed_reasons = by_program.get(seating.meeting_key(pairing.sides), _BY_HAND)
        marks = pairing.by_hand, reasons[pairing.pk]
        if marks != (proposed_reasons is _BY_HAND, proposed_reasons):
            yield FaultCode.NOT_MARKED, _entries_at(pairing)


def is_repeatable(drawn: Round) -> bool:
    """Whether the draw repeated from its input is the one that was proposed.

    Compares who meets whom at which table, and not the reasons: those of an older version may differ.
    """
    draw_input = draw.read_draw_input(drawn.draw_input, drawn.seed)
    repeated = draw.draw_proposal(MOVEMENTS[drawn.movement], draw_input)
    return [_without_reasons(table) for table in draw.tables_as_json(repeated.tables)] == [
        _without_reasons(table) for table in drawn.proposal
    ]


def _without_reasons(table: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in table.items() if name != "reasons"}


def _is_by_hand(played: RoundRecord) -> bool:
    return any(pairing.by_hand for pairing in played.pairings)


def _as_played(played: RoundRecord, sides: int, draw_logged: LoggedDraw | None) -> PlayedRound:
    """Return a round as the checker reads it: who met, and how the entries stood before."""
    known: dict[str, Any] = played.round.draw_input
    by_hand = _is_by_hand(played)
    in_order = not by_hand and MOVEMENTS[played.round.movement].has_fixed_schedule
    everybody: list[int] = known["everybody"] if in_order else []
    present = _entered(played.round, draw_logged)
    tables = [pairing for pairing in played.pairings if len(pairing.sides) > 1]
    return PlayedRound(
        movement=played.round.movement,
        tables=[_entries_at(pairing) for pairing in tables],
        out=[_entries_at(pairing)[0] for pairing in played.pairings if len(pairing.sides) == 1],
        entered=[entry for entry in everybody if entry != PHANTOM_ENTRY] if in_order else present,
        absent=[entry for entry in everybody if entry not in (*present, PHANTOM_ENTRY)],
        places=_places_of(played.round, everybody),
        bracket=draw.read_bracket(known),
        large_tables=known.get("large", ()),
        turn=known["turn"],
        points={entry["entry"]: entry["points"] for entry in known["present"]},
        last_tables=_of_present(known, "last_table"),
        last_outcomes=_of_present(known, "last_outcome"),
        seed=played.round.seed,
        standing=[
            entry["entry"] for entry in sorted(known["present"], key=lambda entry: _rank(entry, played))
        ],
        clubs={entry["entry"]: entry["club"] for entry in known["present"] if entry["club"] is not None},
        clubs_apart=known["clubs_apart"],
        numbers=[pairing.table or 0 for pairing in tables],
        fixed_tables=_of_present(known, "table"),
        apart=frozenset(frozenset(pair) for pair in known.get("apart", ())),
        wished=frozenset(frozenset(pair) for pair in known.get("wished", ())),
        # What was locked may have been unlocked and changed by hand since.
        locked=() if by_hand else _locked_in(known),
        by_hand=by_hand,
        sides=sides,
    )


def _of_present(known: Mapping[str, Any], fact: str) -> dict[int, Any]:
    """Return what was known of each entry, of those of which it was."""
    return {entry["entry"]: entry[fact] for entry in known["present"] if fact in entry}


def _locked_in(known: Mapping[str, Any]) -> list[tuple[int, ...]]:
    return [tuple(sorted({*chain(*table["sides"])})) for table in known.get("locked", ())]


def _places_of(drawn: Round, everybody: Sequence[int]) -> list[int]:
    """Return the places of a round; those of a knock-out hold also where it was changed by hand."""
    movement = MOVEMENTS[drawn.movement]
    if movement.bracket is not None:
        return list(drawn.places)
    return [*everybody, *[PHANTOM_ENTRY] * (count_places(movement, len(everybody)) - len(everybody))]


def _entries_at(pairing: PlayedPairing) -> tuple[int, ...]:
    """Return all at a table, those of a smaller side first."""
    return tuple(entry for side in sorted(pairing.sides, key=len) for entry in side)


def _rank(entry: dict[str, Any], played: RoundRecord) -> tuple[int, int, str]:
    """Rank by points, difference, and the lot: the hash of seed and number, written here a second time."""
    lot = hashlib.sha256(f"{played.round.seed}/{entry['entry']}".encode()).hexdigest()
    return -entry["points"], -entry["difference"], lot
