"""Drawn rounds looked at again: the same draw from the same seed, and a second opinion on the rules.

Reads rounds as they were drawn and as they were played; must not write, nor know a name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from tournaments.agreement.agreement import Movement
from tournaments.core import checker
from tournaments.core.checker import Found, PlayedRound
from tournaments.models import Round, Tournament
from tournaments.play import draw, event_record
from tournaments.play.draw import Field

# The same movements under the names of the checker, which shares nothing with the draw.
_AS_CHECKED: Final = {
    Movement.LOT: checker.Movement.LOT,
    Movement.ROUND_ROBIN: checker.Movement.CIRCLE,
    Movement.MITCHELL: checker.Movement.MITCHELL,
    Movement.DANISH_PURE: checker.Movement.DANISH_PURE,
    Movement.DANISH_MODIFIED: checker.Movement.DANISH_MODIFIED,
    Movement.SWISS: checker.Movement.SWISS,
    Movement.THREE_SIDED: checker.Movement.THREE_SIDED,
    Movement.PARTNERS: checker.Movement.PARTNERS,
    Movement.BY_HAND: checker.Movement.BY_HAND,
}


@dataclass(frozen=True, slots=True)
class Checked:
    """A round: whether its seed gives the same draw again, and what is wrong with it by its rules."""

    number: int
    seed: str
    repeats: bool
    by_hand: bool
    faults: tuple[Found, ...]


def check_event(event: Tournament) -> list[Checked]:
    """Every published round of an event, in their order."""
    story = event_record.story_of(event)
    faults = checker.check([_as_played(played, story.agreed.sides) for played in story.rounds])
    return [
        Checked(
            played.round.number,
            played.round.seed,
            repeats(played.round),
            _is_by_hand(played),
            tuple(one for one in faults if one.round == at),
        )
        for at, played in enumerate(story.rounds, start=1)
    ]


def repeats(drawn: Round) -> bool:
    """Whether the draw made again from what was known then is the one that was proposed.

    A draw is who meets whom at which table: how its reasons are told may have been put better since.
    """
    field = Field.read(drawn.basis, drawn.seed)
    again = draw.draw(Movement(drawn.movement), field)
    return [_meets(table.data()) for table in again.tables] == [_meets(table) for table in drawn.proposal]


def _meets(table: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: said for name, said in table.items() if name != "reasons"}


def _is_by_hand(played: event_record.Played) -> bool:
    return any(one.pairing.by_hand for one in played.met)


def _as_played(played: event_record.Played, sides: int) -> PlayedRound:
    """A round as the checker reads it: who met, and how everybody stood before."""
    basis: dict[str, Any] = played.round.basis
    locked = [frozenset(chain(*table["sides"])) for table in basis.get("locked", ())]
    movement, by_hand = Movement(played.round.movement), _is_by_hand(played)
    in_order = not by_hand and movement in (Movement.ROUND_ROBIN, Movement.MITCHELL)
    present = [one["entry"] for one in basis["present"]]
    tables = [one for one in played.met if len(one.sides) > 1]
    return PlayedRound(
        movement=_AS_CHECKED[movement],
        tables=[_entries_at(one) for one in tables],
        out=[_entries_at(one)[0] for one in played.met if len(one.sides) == 1],
        entered=basis["everybody"] if in_order else present,
        absent=[one for one in basis["everybody"] if one not in present] if in_order else (),
        points={one["entry"]: one["points"] for one in basis["present"]},
        standing=[one["entry"] for one in sorted(basis["present"], key=lambda one: _rank(one, played))],
        clubs={one["entry"]: one["club"] for one in basis["present"] if one["club"] is not None},
        clubs_apart=basis["clubs_apart"],
        numbers=[one.pairing.table or 0 for one in tables],
        keeps={one["entry"]: one["table"] for one in basis["present"] if "table" in one},
        # What was locked may have been unlocked and changed by hand since.
        locked=() if by_hand else [tuple(sorted(table)) for table in locked],
        by_hand=by_hand,
        sides=sides,
    )


def _entries_at(one: event_record.Met) -> tuple[int, ...]:
    return tuple(entry for side in one.sides for entry in side)


def _rank(one: dict[str, Any], played: event_record.Played) -> tuple[int, int, str]:
    """Points, difference, and the lot: the hash of the seed and the number, said here once more."""
    lot = hashlib.sha256(f"{played.round.seed}/{one['entry']}".encode()).hexdigest()
    return -one["points"], -one["difference"], lot
