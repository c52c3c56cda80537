"""From the stored rounds of an event to results, standings, and what a draw asks of the entries.

Reads rounds, pairings and the derived results of games; must not write, nor know a name. A handful of queries
however many entries there are; entries go by their numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any, Final, NamedTuple, Protocol

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Aggregate, Exists, F, JSONField, OuterRef, Q, Subquery, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from scoring.models import Deal, Hand, Side
from tournaments.agreement.agreement import Agreed, Movement
from tournaments.core import results, standings
from tournaments.core.movements.circle import circle
from tournaments.core.movements.meeting import Before
from tournaments.core.movements.staying import seated_in_line
from tournaments.core.results import Kind, Result
from tournaments.core.schemes import Worth
from tournaments.core.standings import Added, Placing
from tournaments.models import Entry, EventAdjustment, Pairing, PairingEntry, Round, Tournament
from tournaments.play.draw import Field, partners_of
from tournaments.play.substitutes import had_a_substitute


@dataclass(frozen=True, slots=True)
class Met:
    """A pairing of the past: the numbers of the entries on each side, and what became of it."""

    pairing: Pairing
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    # Deals have been counted in its game.
    begun: bool
    # The combinations of each side, where a criterion asks for them.
    made: tuple[Mapping[str, int], ...] = ()
    # In whose place a substitute sat, where that is asked.
    substituted: frozenset[int] = frozenset()

    @property
    def counts(self) -> bool:
        """There is a result: a deal that counts, or what was ruled instead of one. A sit-out is none yet."""
        return self.begun or self.pairing.kind not in (Pairing.Kind.PLAYED, Pairing.Kind.SIT_OUT)


@dataclass(frozen=True, slots=True)
class Played:
    """A round of the past."""

    round: Round
    met: Sequence[Met]


@dataclass(frozen=True, slots=True)
class Story:
    """An event so far: its entries by their numbers, and its rounds."""

    event: Tournament
    agreed: Agreed
    entries: Mapping[int, Entry]
    rounds: Sequence[Played]
    # After which round it is told, where not all are.
    until: int | None = None


def story_of(event: Tournament, until: int | None = None) -> Story:
    """The published rounds, up to one of them where `until` says so: then as it was when that one was over,
    without who came later and what was charged later."""
    shown = event.rounds.filter(state__in=(Round.State.PUBLISHED, Round.State.CLOSED)).order_by("number")
    rounds = list(shown if until is None else shown.filter(number__lte=until))
    entered = event.entries.order_by("number")
    entries = {
        entry.number: entry
        for entry in (entered if until is None else entered.filter(from_round__lte=max(until, 1)))
    }
    met = _meetings_of(rounds, event.agreed)
    return Story(event, event.agreed, entries, [Played(one, met.get(one.pk, [])) for one in rounds], until)


class _Sat(NamedTuple):
    """An entry at a table, as it is read: rows alone, since a big event has thousands."""

    round: int
    pairing: int
    table: int | None
    kind: str
    at_fault: int | None
    given: str
    by_hand: bool
    game: int | None
    settled: bool
    side: int
    entry: int
    total: int | None
    # The combinations of the side, deal by deal, where they are asked for.
    made: list[dict[str, int]] | None
    substituted: bool
    # Deals have been counted in the game.
    counted: bool

    @property
    def begun(self) -> bool:
        return self.counted or self.settled


class Seated(Protocol):
    """What is asked of such a row, with whatever else it was read."""

    @property
    def round(self) -> int: ...
    @property
    def pairing(self) -> int: ...
    @property
    def table(self) -> int | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def at_fault(self) -> int | None: ...
    @property
    def given(self) -> str: ...
    @property
    def by_hand(self) -> bool: ...
    @property
    def game(self) -> int | None: ...
    @property
    def side(self) -> int: ...
    @property
    def entry(self) -> int: ...
    @property
    def total(self) -> int | None: ...
    @property
    def made(self) -> list[dict[str, int]] | None: ...
    @property
    def substituted(self) -> bool: ...
    @property
    def begun(self) -> bool: ...


def _meetings_of(rounds: Iterable[Round], agreed: Agreed) -> dict[int, list[Met]]:
    """The pairings of these rounds, by round."""
    found: dict[int, list[Met]] = {}
    for _pairing, together in groupby(_sat_in(rounds, agreed), key=lambda sat: sat.pairing):
        rows = list(together)
        found.setdefault(rows[0].round, []).append(met_at(rows))
    return found


def _sat_in(rounds: Iterable[Round], agreed: Agreed) -> list[_Sat]:
    """Everybody at every table of these rounds, in one query."""
    counted = Deal.objects.filter(game=OuterRef("pairing__game"), state__in=Deal.COUNTED)
    rows = (
        PairingEntry.objects.filter(round__in=list(rounds))
        .annotate(
            ruled=RULED,
            settled=SETTLED,
            total_now=total_at_side(),
            made=made_at_side(agreed),
            substituted=had_a_substitute(agreed),
            counted=Exists(counted),
        )
        .order_by("round", F("pairing__table").asc(nulls_last=True), "pairing", "side", "position")
    )
    return [
        _Sat(*row)
        for row in rows.values_list(
            *("round", "pairing", "pairing__table", "pairing__kind", "pairing__at_fault", "ruled"),
            *("pairing__by_hand", "pairing__game", "settled"),
            *("side", "entry__number", "total_now", "made", "substituted", "counted"),
        )
    ]


# What the jury has given, as it is written: it stands in few rows of the thousands, and is read in those.
RULED: Final = Cast("pairing__given", TextField())
_NOTHING_GIVEN: Final = "[]"
# Only the result of the game is known.
SETTLED: Final = Q(pairing__game__final__isnull=False)


def total_at_side() -> Subquery:
    """For annotating entries in their pairings: what their side has in the game so far."""
    at_side = Side.objects.filter(game=OuterRef("pairing__game"), number=OuterRef("side")).order_by()
    return Subquery(at_side.values_list(F("total") + F("adjustment"))[:1])


class _InAList(Aggregate):
    """The values of a JSON column in one list."""

    function = "JSONB_AGG"
    output_field = JSONField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """Its rows hold JSON as text."""
        template = "JSON_GROUP_ARRAY(JSON(%(expressions)s))"
        return self.as_sql(compiler, connection, template=template, **extra)


def made_at_side(agreed: Agreed) -> Combinable:
    """For annotating entries in their pairings: what their side has made in each deal that counts, where a
    criterion asks for it. A deal that does not count has no hands."""
    if "combinations" not in agreed.chain:
        return Value(None, output_field=TextField())
    at_side = Hand.objects.filter(deal__game=OuterRef("pairing__game"), side__number=OuterRef("side"))
    return Subquery(at_side.order_by().values("side").annotate(all=_InAList("combinations")).values("all"))


def met_at(rows: Sequence[Seated]) -> Met:
    """A pairing from its rows, which stand in the order of its sides."""
    first = rows[0]
    sides: dict[int, list[int]] = {}
    totals: dict[int, int] = {}
    made: dict[int, Counter[str]] = {}
    for row in rows:
        if row.side not in sides:
            made[row.side] = _together(row.made)
        sides.setdefault(row.side, []).append(row.entry)
        if row.total is not None:
            totals[row.side] = row.total
    return Met(
        _pairing_of(first),
        tuple(tuple(sides[side]) for side in sorted(sides)),
        tuple(totals[side] for side in sorted(totals)),
        begun=first.begun,
        made=tuple(made[side] for side in sorted(made)),
        substituted=frozenset(row.entry for row in rows if row.substituted),
    )


_READ: Final = ("id", "round_id", "table", "kind", "at_fault", "given", "by_hand", "game_id")


def _pairing_of(row: Seated) -> Pairing:
    """The pairing as a row tells it; made as Django makes one that it has read, in half the time."""
    given = [] if row.given == _NOTHING_GIVEN else json.loads(row.given)
    told = (row.pairing, row.round, row.table, row.kind, row.at_fault, given, row.by_hand, row.game)
    return Pairing.from_db(DEFAULT_DB_ALIAS, _READ, told)


def _together(made: Iterable[Mapping[str, int]] | None) -> Counter[str]:
    """The combinations of some deals."""
    counted: Counter[str] = Counter()
    for in_deal in made or ():
        counted.update(in_deal)
    return counted


# Results.


def results_of(story: Story) -> list[list[Result]]:
    """What each round has come to; a game counts from its first deal. Struck-out entries are not in it."""
    rounds = [
        [*_with_walkovers(story, played), *_missed_in(story, played.round.number)] for played in story.rounds
    ]
    return results.without(struck_out(story), rounds)


def _with_walkovers(story: Story, played: Played) -> list[Result]:
    """Of a round of the circle: whoever sits out since whom it was to meet has left, has a walkover."""
    left = _left_in(story, played)
    return [
        Result(Kind.WALKOVER, (alone, left[alone]), side=1)
        if one.kind is Kind.SIT_OUT and (alone := one.entries[0]) in left
        else one
        for one in _results_in(played)
    ]


def _left_in(story: Story, played: Played) -> Mapping[int, int]:
    """Who was to meet one that had left, by the circle, and whom."""
    if played.round.movement != Movement.ROUND_ROBIN or not story.agreed.strikes:
        return {}
    number = played.round.number
    _phase, turn = story.agreed.phase_of(number)
    # Whoever came later had no place in it yet.
    drawn = [entry.number for entry in story.entries.values() if entry.from_round <= number]
    pairs = [one.entries for one in circle(drawn, turn) if not one.sits_out]
    return {
        here: away
        for pair in pairs
        for here, away in (pair, pair[::-1])
        if takes_part(story.entries[here], number) and _has_left(story.entries[away], number)
    }


def _has_left(entry: Entry, number: int) -> bool:
    return entry.until_round is not None and entry.until_round < number


def _results_in(played: Played) -> list[Result]:
    return [result for one in played.met for result in _results_at(one)]


def _results_at(one: Met) -> list[Result]:
    """The result of a pairing. Where partners were drawn the side's result is that of each of its players."""
    kind = Kind(one.pairing.kind)
    if kind is Kind.PLAYED and not one.begun:
        return []
    given = tuple(Worth(points, difference) for points, difference in one.pairing.given)
    totals = one.totals if one.begun else ()
    width = max(len(side) for side in one.sides)
    met = [tuple(side[at] for side in one.sides) for at in range(width)]
    return [
        Result(kind, entries, totals, one.pairing.at_fault, given, one.substituted.intersection(entries))
        for entries in met
    ]


def _missed_in(story: Story, number: int) -> list[Result]:
    """Who came late has missed the rounds before."""
    return [
        Result(Kind.MISSED, (entry.number,)) for entry in story.entries.values() if entry.from_round > number
    ]


def struck_out(story: Story) -> frozenset[int]:
    """In a round robin: who has withdrawn with under half of the games played that were agreed on then."""
    if not story.agreed.strikes:
        return frozenset()
    gone = {
        entry.number: entry.rounds_agreed or story.agreed.rounds
        for entry in story.entries.values()
        if _had_gone(entry, story.until)
    }
    return results.struck_out(gone, [_results_in(played) for played in story.rounds])


def _had_gone(entry: Entry, until: int | None) -> bool:
    """Whether an entry has withdrawn, by a round where it is said."""
    if entry.state != Entry.State.WITHDRAWN:
        return False
    return until is None or entry.until_round is None or entry.until_round <= until


# Standings.


def places_of(story: Story, charges: Counter[tuple[int, str]] | None = None) -> tuple[Placing, ...]:
    """The places after these rounds: from nothing but what is stored. Charges are read unless given."""
    rounds = results_of(story)
    agreed = story.agreed.counting(story.event.ruleset, sorted(story.event.options.items()))
    counted = results.counted(agreed, rounds)
    gone = struck_out(story)
    present = {number: counted.get(number, []) for number in story.entries if number not in gone}
    return standings.rank(present, story.agreed.criteria(), _added_to(story, charges))


def _added_to(story: Story, charges: Counter[tuple[int, str]] | None = None) -> dict[int, Added]:
    """What stands beside the rounds: penalties and awards, combinations where they are asked, lots."""
    charged = _charges_of(story.event, story.until) if charges is None else charges
    made = combinations_of(story) if "combinations" in story.agreed.chain else {}
    return {
        number: Added(
            points=charged[number, EventAdjustment.Unit.POINTS.value],
            difference=charged[number, EventAdjustment.Unit.DIFFERENCE.value],
            combinations=made.get(number, ()),
            lot=entry.lot,
        )
        for number, entry in story.entries.items()
    }


def _charges_of(event: Tournament, until: int | None = None) -> Counter[tuple[int, str]]:
    """The ledger of each entry; after a round, what was charged before the next one was over."""
    charged: Counter[tuple[int, str]] = Counter()
    standing = event.adjustments.filter(cancelled_at=None)
    if until is not None:
        following = event.rounds.filter(state=Round.State.CLOSED, number=until + 1).first()
        standing = standing if following is None else standing.filter(at__lt=following.closed_at)
    for number, unit, amount in standing.values_list("entry__number", "unit", "amount"):
        charged[number, unit] += amount
    return charged


def combinations_of(story: Story) -> dict[int, tuple[int, ...]]:
    """How many sambas an entry has made, and how many combinations in all; not in what is struck out."""
    made: dict[int, Counter[str]] = {number: Counter() for number in story.entries}
    gone = struck_out(story)
    for one in chain.from_iterable(played.met for played in story.rounds):
        if gone.isdisjoint(chain(*one.sides)):
            for entries, counted in zip(one.sides, one.made, strict=True):
                for entry in entries:
                    made[entry].update(counted)
    return {number: (counted["samba"], counted.total()) for number, counted in made.items()}


# What a draw asks.


def field_of(story: Story, number: int, seed: str) -> Field:
    """Everything that the draw of a round asks: who takes part in it, and what they have done."""
    phase, turn = story.agreed.phase_of(number)
    sums = {placing.sum.entry: placing.sum for placing in places_of(story)}
    past = _past_of(story)
    present = [
        Before(
            entry.number,
            points=sums[entry.number].points if entry.number in sums else 0,
            difference=sums[entry.number].difference if entry.number in sums else 0,
            met=past.met.get(entry.number, {}),
            sit_outs=past.out[entry.number],
            club=past.clubs.get(entry.number) if story.agreed.clubs_apart else None,
            small_tables=past.small[entry.number],
            table=entry.keeps_table,
        )
        for entry in story.entries.values()
        if takes_part(entry, number)
    ]
    tables = [one.sides for played in story.rounds for one in played.met]
    return Field(
        present=present,
        everybody=_in_their_order(phase.movement, story.entries),
        turn=turn,
        clubs_apart=story.agreed.clubs_apart,
        partnered=partners_of(tables),
        seed=seed,
    )


def _in_their_order(movement: Movement, entries: Mapping[int, Entry]) -> list[int]:
    """Everybody by number; for the lines with those who keep a table in the one that sits."""
    if movement is not Movement.MITCHELL:
        return list(entries)
    keeps = {number: one.keeps_table for number, one in entries.items() if one.keeps_table is not None}
    return seated_in_line(list(entries), keeps)


def takes_part(entry: Entry, number: int) -> bool:
    return entry.from_round <= number and (entry.until_round is None or entry.until_round >= number)


@dataclass(frozen=True, slots=True)
class _Past:
    """What entries have done in the rounds before: whom they met, sit-outs, small tables, their clubs."""

    met: Mapping[int, Counter[int]]
    out: Counter[int]
    small: Counter[int]
    clubs: Mapping[int, int]


def _past_of(story: Story) -> _Past:
    met: dict[int, Counter[int]] = {}
    out: Counter[int] = Counter()
    small: Counter[int] = Counter()
    for played in story.rounds:
        for one in played.met:
            if len(one.sides) == 1:
                out.update(one.sides[0])
            for side in one.sides:
                others = [entry for other in one.sides if other != side for entry in other]
                for entry in side:
                    met.setdefault(entry, Counter()).update(others)
                    small[entry] += 1 < len(one.sides) < story.agreed.sides
    clubs = _clubs_of(story) if story.agreed.clubs_apart else {}
    return _Past(met, out, small, clubs)


def _clubs_of(story: Story) -> dict[int, int]:
    """The club of an entry, where all of its players are at home in one."""
    clubs: dict[int, set[int]] = {}
    homes = story.event.entries.values_list("number", "places__player__home_club")
    for number, club in homes:
        clubs.setdefault(number, set()).add(club)
    return {number: next(iter(some)) for number, some in clubs.items() if len(some) == 1}
