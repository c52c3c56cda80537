"""Drawn rounds audited: the draw repeated from its seed, and a second opinion on the rules."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tournaments.core import checker
from tournaments.core.movements import MOVEMENTS
from tournaments.core.played_rounds import PlayedRound, RoundFault
from tournaments.models import Round, Tournament
from tournaments.play import draw, event_record
from tournaments.play.played_pairings import PlayedPairing


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """The audit of a round: whether its seed gives the same draw again, and its faults by the rules."""

    number: int
    seed: str
    repeats: bool
    by_hand: bool
    faults: tuple[RoundFault, ...]


def check_event_draws(event: Tournament) -> list[RoundCheck]:
    """Audit every published round of an event, in their order."""
    record = event_record.load_event(event)
    faults = checker.check_rounds([_as_played(played, record.agreement.sides) for played in record.rounds])
    return [
        RoundCheck(
            played.round.number,
            played.round.seed,
            is_repeatable(played.round),
            _is_by_hand(played),
            tuple(fault for fault in faults if fault.round == at),
        )
        for at, played in enumerate(record.rounds, start=1)
    ]


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


def _is_by_hand(played: event_record.RoundRecord) -> bool:
    return any(pairing.by_hand for pairing in played.pairings)


def _as_played(played: event_record.RoundRecord, sides: int) -> PlayedRound:
    """Return a round as the checker reads it: who met, and how the entries stood before."""
    draw_input: dict[str, Any] = played.round.draw_input
    locked = [frozenset(chain(*table["sides"])) for table in draw_input.get("locked", ())]
    by_hand = _is_by_hand(played)
    in_order = not by_hand and MOVEMENTS[played.round.movement].has_fixed_schedule
    present = [entry["entry"] for entry in draw_input["present"]]
    tables = [pairing for pairing in played.pairings if len(pairing.sides) > 1]
    return PlayedRound(
        movement=played.round.movement,
        tables=[_entries_at(pairing) for pairing in tables],
        out=[_entries_at(pairing)[0] for pairing in played.pairings if len(pairing.sides) == 1],
        entered=draw_input["everybody"] if in_order else present,
        absent=[entry for entry in draw_input["everybody"] if entry not in present] if in_order else (),
        points={entry["entry"]: entry["points"] for entry in draw_input["present"]},
        standing=[
            entry["entry"] for entry in sorted(draw_input["present"], key=lambda entry: _rank(entry, played))
        ],
        clubs={entry["entry"]: entry["club"] for entry in draw_input["present"] if entry["club"] is not None},
        clubs_apart=draw_input["clubs_apart"],
        numbers=[pairing.table or 0 for pairing in tables],
        fixed_tables={entry["entry"]: entry["table"] for entry in draw_input["present"] if "table" in entry},
        # What was locked may have been unlocked and changed by hand since.
        locked=() if by_hand else [tuple(sorted(table)) for table in locked],
        by_hand=by_hand,
        sides=sides,
    )


def _entries_at(pairing: PlayedPairing) -> tuple[int, ...]:
    return tuple(entry for side in pairing.sides for entry in side)


def _rank(entry: dict[str, Any], played: event_record.RoundRecord) -> tuple[int, int, str]:
    """Rank by points, difference, and the lot: the hash of seed and number, written here a second time."""
    lot = hashlib.sha256(f"{played.round.seed}/{entry['entry']}".encode()).hexdigest()
    return -entry["points"], -entry["difference"], lot
