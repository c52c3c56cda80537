"""Ladders: who won and who lost at each table of the last round says who meets whom, and where.

Everybody has a rung: of the two at a table the winner goes towards the first table or stays, and the loser
goes on. Neighbours on the rungs meet, from the first table on, but not two who have just met while others
can. A drawn game is decided by lot. Before the first results lots alone order the field.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from tournaments.core.drawing.apart import are_apart
from tournaments.core.drawing.fixed_tables import both_fixed
from tournaments.core.drawing.matching import Edge, find_cheapest_pairing
from tournaments.core.drawing.meeting import DrawEntry, Meeting, MeetingReason, ReasonCode, lot_for
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawFunction, DrawInput, Proposal, propose
from tournaments.core.movement_checks import exchanges
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound
from tournaments.core.texts import gettext_noop
from tournaments.core.worth import GameOutcome

# The rung of an entry, of its table and whether it won there; smaller is nearer to the first table.
Rung = Callable[[int, bool], int]


def draw_ladder(field: Sequence[DrawEntry], seed: str, rung: Rung, *, goes_round: bool) -> list[Meeting]:
    """Return the meetings from the first table on; with an odd number one sits out.

    Where it `goes_round`, those who come in and who went on from the last table come to the first one.
    """
    won = _winners(field, seed)
    order = _order(field, won, seed, rung)
    out: list[Meeting] = []
    if len(order) % 2:
        alone = _who_sits_out(order)
        order.remove(alone)
        reasons = MeetingReason(ReasonCode.FEWEST_SIT_OUTS, {"had": alone.sit_outs}), MeetingReason(_LAST)
        out = [Meeting((alone.entry,), reasons)]
    if goes_round:
        order = _gone_round(order, won, rung, max((entry.last_table or 0 for entry in field), default=0))
    pairs = find_cheapest_pairing(len(order), lambda window: list(_edges(order, window))).pairs
    meetings = [_meeting(order[first], order[second], won) for first, second in sorted(pairs)]
    return [*meetings, *out]


def _winners(field: Sequence[DrawEntry], seed: str) -> Mapping[int, bool]:
    """Say of each entry that sat at a table whether it won there; lots decide where nobody did."""
    by_table: dict[int, list[DrawEntry]] = {}
    for entry in field:
        if entry.last_table is not None:
            by_table.setdefault(entry.last_table, []).append(entry)
    won = {}
    for entries in by_table.values():
        first = min(entries, key=lambda entry: (_OUTCOMES.index(entry.last_outcome), _lot(seed, entry)))
        both_lost = len(entries) == 1 and first.last_outcome == GameOutcome.LOSS
        won.update({entry.entry: entry is first and not both_lost for entry in entries})
    return won


_OUTCOMES: Final = (GameOutcome.WIN, GameOutcome.DRAW, GameOutcome.NONE, GameOutcome.LOSS)


def _lot(seed: str, entry: DrawEntry) -> str:
    return lot_for(seed, entry.entry)


def _order(field: Sequence[DrawEntry], won: Mapping[int, bool], seed: str, rung: Rung) -> list[DrawEntry]:
    """Order the field by rungs, winners first; who comes in is behind all others."""

    def key(entry: DrawEntry) -> tuple[bool, int, bool, str]:
        table, wins = entry.last_table, won.get(entry.entry, False)
        return table is None, 0 if table is None else rung(table, wins), not wins, _lot(seed, entry)

    return sorted(field, key=key)


def _who_sits_out(order: Sequence[DrawEntry]) -> DrawEntry:
    """Of those who have sat out least often the last one, of those who have played if there are such."""
    fewest = min(entry.sit_outs for entry in order)
    could = [entry for entry in order if entry.sit_outs == fewest]
    return next((entry for entry in reversed(could) if entry.last_table is not None), could[-1])


def _gone_round(order: list[DrawEntry], won: Mapping[int, bool], rung: Rung, last: int) -> list[DrawEntry]:
    """Put who comes in, and who lost at the last table, behind the winner of the first one."""

    def key(entry: DrawEntry) -> int:
        to = last + 1 if entry.last_table is None else rung(entry.last_table, won[entry.entry])
        return 1 if to > last else 0 if to <= 1 else 2

    return sorted(order, key=key)


def _edges(order: Sequence[DrawEntry], window: int) -> Iterator[Edge]:
    """Yield what it costs to pair two places: two who are not to meet, who just met, then distances."""
    just_met = len(order) ** 3
    for first, second in combinations(range(len(order)), 2):
        one, other = order[first], order[second]
        if second - first > window or both_fixed(one, other):
            continue
        again = one.last_table is not None and one.last_table == other.last_table
        wrong = again + are_apart(one, other) * len(order)
        yield Edge(first, second, wrong * just_met + (second - first) ** 2)


def _meeting(one: DrawEntry, other: DrawEntry, won: Mapping[int, bool]) -> Meeting:
    return Meeting((one.entry, other.entry), (_reason(one, won), _reason(other, won)))


def _reason(entry: DrawEntry, won: Mapping[int, bool]) -> MeetingReason:
    """Say from where an entry comes, and whether a lot has decided that."""
    if entry.last_table is None:
        return MeetingReason(_COMES_IN, {"entry": entry.entry})
    is_by_lot = entry.last_outcome in (GameOutcome.DRAW, GameOutcome.NONE)
    code = (
        (_WON_LOT if won[entry.entry] else _LOST_LOT) if is_by_lot else (_WON if won[entry.entry] else _LOST)
    )
    return MeetingReason(code, {"entry": entry.entry, "table": entry.last_table})


_WON, _LOST, _WON_LOT, _LOST_LOT = "won_at", "lost_at", "won_lot", "lost_lot"
_COMES_IN, _LAST = "comes_in", "last_rung"
_REASONS: Final = {
    _WON: gettext_noop("%(entry)s won at table %(table)s"),
    _LOST: gettext_noop("%(entry)s lost at table %(table)s"),
    _WON_LOT: gettext_noop("%(entry)s won the lot at table %(table)s"),
    _LOST_LOT: gettext_noop("%(entry)s lost the lot at table %(table)s"),
    _COMES_IN: gettext_noop("%(entry)s comes in"),
    _LAST: gettext_noop("the last of these by the tables"),
}


def _draw_by(rung: Rung, *, goes_round: bool) -> DrawFunction:
    def draw(draw_input: DrawInput) -> Proposal:
        return propose(draw_ladder(draw_input.present, draw_input.seed, rung, goes_round=goes_round))

    return draw


def _up_and_down(table: int, won: bool) -> int:
    return table - 1 if won else table + 1


def _stay_or_move(table: int, won: bool) -> int:
    return table if won else table + 1


# The check shares no function with the draws.


class _Sitting:
    """A round as the check of a ladder reads it: from where each comes, and how that went."""

    def __init__(self, played: PlayedRound, *, stays: bool) -> None:
        self.played, self.stays = played, stays
        # Who sits at a locked table is no part of what was drawn.
        self.from_tables = {
            entry: table for entry, table in played.last_tables.items() if entry in played.entered
        }
        self.last = max(self.from_tables.values(), default=0)

    def lot(self, entry: int) -> str:
        return hashlib.sha256(f"{self.played.seed}/{entry}".encode()).hexdigest()

    def has_won(self, entry: int) -> bool:
        """Whether it has won, alone or by lot, among those of its table who take part again."""
        table = self.from_tables[entry]
        there = [other for other, at in self.from_tables.items() if at == table]
        if there == [entry]:
            return self.played.last_outcomes[entry] != "loss"
        for outcome in ("win", "draw", ""):
            best = [other for other in there if self.played.last_outcomes[other] == outcome]
            if best:
                return entry == min(best, key=self.lot)
        return entry == min(there, key=self.lot)

    def key(self, entry: int) -> tuple[float, bool, str]:
        """The rung, with halves for those who go round to the first table."""
        if entry not in self.from_tables:
            return (1.5 if self.stays and self.last else self.last + 2), True, self.lot(entry)
        table, won = self.from_tables[entry], self.has_won(entry)
        if self.stays and not won and table == self.last:
            return 1.2, True, self.lot(entry)
        rung = table + (not won if self.stays else -1 if won else 1)
        return rung, not won, self.lot(entry)


def _check_by(*, stays: bool) -> Callable[[PlayedRound, PastRounds], Iterator[Finding]]:
    def check(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
        """Neighbours on the rungs meet: no exchange of two tables brings them nearer."""
        sitting = _Sitting(played, stays=stays)
        seated = [entry for table in played.tables for entry in table]
        place = {entry: at for at, entry in enumerate(sorted(seated, key=sitting.key))}

        def cost(*tables: tuple[int, ...]) -> tuple[int, int, int]:
            apart = sum(frozenset(table) in played.apart for table in tables)
            again = sum(_sat_together(played, table) for table in tables)
            return apart, again, sum((place[table[0]] - place[table[1]]) ** 2 for table in tables)

        for one, other in combinations(played.tables, 2):
            if any(
                cost(*tables) < cost(one, other) and played.keeps_fixed_entries_apart(*tables)
                for tables in exchanges(one, other)
            ):
                yield FaultCode.NOT_NEIGHBOURS, one
        yield from _wrongly_out(sitting, before)

    return check


def _sat_together(played: PlayedRound, table: Sequence[int]) -> bool:
    tables = [played.last_tables.get(entry) for entry in table]
    return tables[0] is not None and tables[0] == tables[1]


def _wrongly_out(sitting: _Sitting, before: PastRounds) -> Iterator[Finding]:
    """Who sits out has nobody behind it who played, and has sat out as seldom."""
    played = sitting.played
    for alone in set(played.out) & sitting.from_tables.keys():
        for entry in sitting.from_tables.keys() - set(played.out):
            same = before.sit_outs[entry] == before.sit_outs[alone]
            if same and _straight(sitting, entry) > _straight(sitting, alone):
                yield FaultCode.SAT_OUT_AGAIN, (alone,)
                return


def _straight(sitting: _Sitting, entry: int) -> tuple[float, bool, str]:
    """The rung where nobody goes round."""
    table, won = sitting.from_tables[entry], sitting.has_won(entry)
    return table + (not won if sitting.stays else -1 if won else 1), not won, sitting.lot(entry)


LADDER: Final = Movement(
    code="ladder",
    label=gettext_noop("ladder: winners move up a table, losers move down"),
    position=64,
    draw=_draw_by(_up_and_down, goes_round=False),
    check=_check_by(stays=False),
    follows_tables=True,
    reasons=_REASONS,
    rule=gettext_noop(
        "The winner goes one table up and the loser one down; at the first table the winner stays, at the "
        "last one the loser. A lot decides a drawn game. Entries that come in begin at the last table."
    ),
)
WINNERS_STAY: Final = Movement(
    code="winners_stay",
    label=gettext_noop("winners stay at their table, losers move to the next"),
    position=66,
    draw=_draw_by(_stay_or_move, goes_round=True),
    check=_check_by(stays=True),
    follows_tables=True,
    reasons=_REASONS,
    rule=gettext_noop(
        "The winner stays and the loser goes to the next table, from the last one to the first. A lot "
        "decides a drawn game. Entries that come in begin at the first table."
    ),
)
