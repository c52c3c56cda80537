"""Entries that wish to meet once, or to be partners once where partners are drawn.

A wish is granted in the first round in which it costs nobody anything. The round is drawn without wishes, and
then around one wish after the other, in the order of lots. A round is not taken that brings more together who
are not to meet, repeats more meetings, or lets somebody sit out again. So no movement has a rule of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from tournaments.core.drawing.apart import APART_TIMES, with_apart
from tournaments.core.drawing.fixed_tables import both_fixed
from tournaments.core.drawing.meeting import DrawEntry, MeetingReason, ReasonCode, lot_for, sorted_by_lot
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, DrawTable, Proposal

Wish = tuple[int, int]
_TWO_SIDES: Final = 2


def draw_with_wishes(movement: Movement, draw_input: DrawInput) -> Proposal:
    """Draw the entries that are free, and grant as many wishes as cost nobody anything."""
    drawn = movement.draw(with_apart(draw_input))
    granted: tuple[Wish, ...] = ()
    most = _price(movement, draw_input, drawn)
    for wish in open_wishes(movement, draw_input):
        wishes = (*granted, wish)
        if is_granted(movement, drawn.tables, wish):
            granted = wishes
            continue
        around = _draw_around(movement, draw_input, wishes)
        if around is None or not all(is_granted(movement, around.tables, one) for one in wishes):
            continue
        price = _price(movement, draw_input, around)
        if all(costs <= limit for costs, limit in zip(price, most, strict=True)):
            # Of the rounds around a wish none is compared with all others.
            drawn, granted = replace(around, exact=False), wishes
    tables = [_explained(movement, table, draw_input) for table in drawn.tables]
    return Proposal(tables, drawn.exact)


def open_wishes(movement: Movement, draw_input: DrawInput) -> list[Wish]:
    """Return the wishes that can come true in this round for the first time, in the order of lots."""
    known = {entry.entry: entry for entry in draw_input.present}
    wishes = [
        (first, second)
        for first, second in draw_input.wished
        if first in known and second in known and not both_fixed(known[first], known[second])
    ]
    if movement.draws_partners:
        wishes = [wish for wish in wishes if not draw_input.partner_counts.get(wish, 0)]
    else:
        wishes = [(first, second) for first, second in wishes if second not in known[first].met]
    return sorted(wishes, key=lambda wish: lot_for(f"{draw_input.seed}/wishes/{wish[0]}", wish[1]))


def is_granted(movement: Movement, tables: Iterable[DrawTable], wish: Wish) -> bool:
    """Whether two are at one table, and on one side of it where partners are drawn."""
    if movement.draws_partners:
        return any({*wish} == {*side} for table in tables for side in table.sides)
    return any({*wish} <= {*table.entries} for table in tables)


# A round around wishes.


def _draw_around(movement: Movement, draw_input: DrawInput, wishes: Sequence[Wish]) -> Proposal | None:
    """Draw so that these wishes come true where that is possible; None where it is not for certain."""
    if movement.draws_partners:
        return movement.draw(with_apart(_with_no_other_partner(draw_input, wishes)))
    if movement.sides > _TWO_SIDES:
        return movement.draw(with_apart(_drawn_together(draw_input, wishes)))
    return _with_own_tables(movement, draw_input, wishes)


def _with_own_tables(movement: Movement, draw_input: DrawInput, wishes: Sequence[Wish]) -> Proposal | None:
    """Give each wish a table of its own, and draw the others."""
    seated = [entry for wish in wishes for entry in wish]
    rest = [entry for entry in draw_input.present if entry.entry not in seated]
    if len({*seated}) < len(seated) or 2 * sum(entry.table is not None for entry in rest) > len(rest):
        return None
    tables = [DrawTable(tuple((entry,) for entry in sorted_by_lot(wish, draw_input.seed))) for wish in wishes]
    if not rest:
        return Proposal(tables)
    drawn = movement.draw(with_apart(replace(draw_input, present=rest)))
    playing = [table for table in drawn.tables if not table.sits_out]
    out = [table for table in drawn.tables if table.sits_out]
    return Proposal([*playing, *tables, *out], drawn.exact)


def _with_no_other_partner(draw_input: DrawInput, wishes: Sequence[Wish]) -> DrawInput:
    """Count everybody else as not to be a partner of those who wish."""
    counts = dict(draw_input.partner_counts)
    for entry, partner in _both_ways(wishes):
        for other in draw_input.present:
            if other.entry not in (entry, partner):
                for pair in ((entry, other.entry), (other.entry, entry)):
                    counts[pair] = counts.get(pair, 0) + APART_TIMES
    return replace(draw_input, partner_counts=counts)


def _drawn_together(draw_input: DrawInput, wishes: Sequence[Wish]) -> DrawInput:
    """Count the meeting of those who wish as the very best."""
    together = set(_both_ways(wishes))
    return replace(draw_input, present=[_with_best(entry, together) for entry in draw_input.present])


def _with_best(entry: DrawEntry, together: Iterable[Wish]) -> DrawEntry:
    best = {second: -APART_TIMES for first, second in together if first == entry.entry}
    return entry._replace(met={**entry.met, **best}) if best else entry


def _both_ways(wishes: Iterable[Wish]) -> Iterator[Wish]:
    for first, second in wishes:
        yield first, second
        yield second, first


# What a round costs.


def _price(movement: Movement, draw_input: DrawInput, drawn: Proposal) -> tuple[int, ...]:
    """Return what must not become more: those who are not to be partners or to meet and do, what is repeated,
    and sit-outs.
    """
    known = {entry.entry: entry for entry in draw_input.present}
    fewest = min((entry.sit_outs for entry in draw_input.present), default=0)
    apart = {frozenset(pair) for pair in draw_input.apart}
    wished = {frozenset(wish) for wish in draw_input.wished}
    playing = [table for table in drawn.tables if not table.sits_out]
    pairs = [pair for table in playing for pair in combinations(table.entries, 2)]
    return (
        sum(frozenset(side) in apart for table in playing for side in table.sides),
        sum(frozenset(pair) in apart for pair in pairs),
        _repeated(movement, draw_input, playing),
        sum(known[table.entries[0]].sit_outs - fewest for table in drawn.tables if table.sits_out),
        sum(known[entry].small_tables for table in playing for entry in _at_small_table(movement, table)),
        sum(
            _are_mates(known[first], known[second])
            for first, second in pairs
            if movement.keeps_clubs_apart and frozenset((first, second)) not in wished
        ),
    )


def _repeated(movement: Movement, draw_input: DrawInput, playing: Iterable[DrawTable]) -> int:
    """Return how often partners have been so before; elsewhere meetings, where the movement avoids these."""
    if not movement.avoids_rematches:
        return 0
    if movement.draws_partners:
        counts = draw_input.partner_counts
        return sum(counts.get((side[0], side[1]), 0) for table in playing for side in table.sides)
    met = {entry.entry: entry.met for entry in draw_input.present}
    return sum(
        met[first].get(second, 0) for table in playing for first, second in combinations(table.entries, 2)
    )


def _at_small_table(movement: Movement, table: DrawTable) -> Sequence[int]:
    return table.entries if len(table.sides) < movement.sides else ()


def _are_mates(first: DrawEntry, second: DrawEntry) -> bool:
    return first.club is not None and first.club == second.club


def _explained(movement: Movement, table: DrawTable, draw_input: DrawInput) -> DrawTable:
    """Give a table at which a wish has come true that reason; others keep theirs."""
    if not any(is_granted(movement, [table], wish) for wish in open_wishes(movement, draw_input)):
        return table
    kept = [_without_offset(reason) for reason in table.reasons]
    return replace(table, reasons=(*filter(None, kept), MeetingReason(ReasonCode.WISHED)))


def _without_offset(reason: MeetingReason) -> MeetingReason | None:
    """Return a reason with how often they have really met; None if they have not."""
    if reason.code not in (ReasonCode.REMATCH, ReasonCode.SAME_PARTNER):
        return reason
    times = reason.params["times"] % APART_TIMES
    return reason._replace(params={"times": times}) if times else None
