"""Entries that are not to meet: a draw counts them as having met very often.

So every movement that avoids rematches avoids these meetings first, and none needs a rule of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from tournaments.core.drawing.meeting import DrawEntry, MeetingReason, ReasonCode
from tournaments.core.drawing.proposal import DrawInput, DrawTable

# As often as two entries that are not to meet count as having met: more than any two do in an event.
APART_TIMES: Final = 100


def are_apart(first: DrawEntry, second: DrawEntry) -> bool:
    """Whether these are not to meet."""
    return first.met.get(second.entry, 0) >= APART_TIMES


def with_apart(draw_input: DrawInput) -> DrawInput:
    """Return what a movement draws from: the same with the entries that are not to meet."""
    if not draw_input.apart:
        return draw_input
    both_ways = [*draw_input.apart, *((second, first) for first, second in draw_input.apart)]
    partners = dict(draw_input.partner_counts)
    for pair in both_ways:
        partners[pair] = partners.get(pair, 0) + APART_TIMES
    present = [_with_apart(entry, both_ways) for entry in draw_input.present]
    return replace(draw_input, present=present, partner_counts=partners)


def _with_apart(entry: DrawEntry, pairs: Iterable[tuple[int, int]]) -> DrawEntry:
    met = dict(entry.met)
    for first, second in pairs:
        if first == entry.entry:
            met[second] = met.get(second, 0) + APART_TIMES
    return entry._replace(met=met)


def explained(table: DrawTable, draw_input: DrawInput) -> DrawTable:
    """Return a table whose reasons say what was a rematch, and what a meeting that was not to be."""
    if not draw_input.apart:
        return table
    met = {entry.entry: entry.met for entry in draw_input.present}
    pairs = {frozenset(pair) for pair in draw_input.apart}
    reasons: list[MeetingReason] = []
    for reason in table.reasons:
        reasons += _explained(reason, table.entries, met[table.entries[0]], pairs)
    if any(frozenset(pair) in pairs for pair in combinations(table.entries, 2)):
        reasons.append(MeetingReason(ReasonCode.APART))
    return replace(table, reasons=tuple(reasons))


def _explained(
    reason: MeetingReason, entries: Sequence[int], met: Collection[int], pairs: Collection[frozenset[int]]
) -> list[MeetingReason]:
    if reason.code == ReasonCode.MET_BEFORE:
        passed_over = reason.params["entry"]
        if passed_over in met or frozenset((entries[0], passed_over)) not in pairs:
            return [reason]
        return [MeetingReason(ReasonCode.APART_PASSED_OVER, reason.params)]
    if reason.code not in (ReasonCode.REMATCH, ReasonCode.SAME_PARTNER):
        return [reason]
    times = reason.params.get("times", 0) % APART_TIMES
    return [reason._replace(params={"times": times})] if times else []
