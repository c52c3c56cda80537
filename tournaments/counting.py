"""From the stored rounds of an event to results, standings, and what a draw asks of the entries.

Reads rounds, pairings and the derived results of games; must not write, nor know a name. A handful of queries
however many entries there are; entries go by their numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, Prefetch, Q

from scoring.models import Deal, Hand, Side
from tournaments.agreed import Agreed, Movement, Phase, WhoLeaves
from tournaments.core import results, standings
from tournaments.core.movements.meeting import Before
from tournaments.core.results import Kind, Left, Result
from tournaments.core.schemes import Worth
from tournaments.core.standings import Added, Placing
from tournaments.drawing import Field, partners_of
from tournaments.models import Entry, EventAdjustment, Pairing, PairingEntry, Round, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class DealsCounted(TypedDict):
    """What a pairing is annotated with."""

    deals_counted: int


@dataclass(frozen=True, slots=True)
class Met:
    """A pairing of the past: the numbers of the entries on each side, and what became of it."""

    pairing: Pairing
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    # Deals have been counted in its game.
    begun: bool


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


def story_of(event: Tournament, until: int | None = None) -> Story:
    """The published rounds, up to one of them where `until` says so."""
    shown = event.rounds.filter(state__in=(Round.State.PUBLISHED, Round.State.CLOSED)).order_by("number")
    rounds = list(shown if until is None else shown.filter(number__lte=until))
    entries = {entry.number: entry for entry in event.entries.order_by("number")}
    met = meetings_of(rounds)
    return Story(event, event.agreed, entries, [Played(one, met.get(one.pk, [])) for one in rounds])


def meetings_of(rounds: Iterable[Round]) -> dict[int, list[Met]]:
    """The pairings of these rounds, by round."""
    counted = Count("game__deals", filter=Q(game__deals__state__in=Deal.COUNTED))
    entered = PairingEntry.objects.select_related("entry").order_by("side", "position")
    pairings = (
        Pairing.objects.filter(round__in=list(rounds))
        .annotate(deals_counted=counted)
        .select_related("game")
        .prefetch_related(
            Prefetch("entered", queryset=entered),
            Prefetch("game__sides", queryset=Side.objects.order_by("number")),
        )
        .order_by("table", "pk")
    )
    found: dict[int, list[Met]] = {}
    for pairing in pairings:
        found.setdefault(pairing.round_id, []).append(met_at(pairing))
    return found


def met_at(pairing: WithAnnotations[Pairing, DealsCounted]) -> Met:
    sides: dict[int, list[int]] = {}
    for one in pairing.entered.all():
        sides.setdefault(one.side, []).append(one.entry.number)
    game = pairing.game
    totals = () if game is None else tuple(side.result for side in game.sides.all())
    begun = pairing.deals_counted > 0 or (game is not None and game.final is not None)
    return Met(pairing, tuple(tuple(sides[side]) for side in sorted(sides)), totals, begun)


# Results.


def results_of(story: Story) -> list[list[Result]]:
    """What each round has come to; a game counts from its first deal. Struck-out entries are not in it."""
    rounds = [[*results_in(played), *missed_in(story, played.round.number)] for played in story.rounds]
    return results.without(struck_out(story, rounds), rounds)


def results_in(played: Played) -> list[Result]:
    return [result for one in played.met for result in results_at(one)]


def results_at(one: Met) -> list[Result]:
    """The result of a pairing. Where partners were drawn the side's result is that of each of its players."""
    kind = Kind(one.pairing.kind)
    if kind is Kind.PLAYED and not one.begun:
        return []
    given = tuple(Worth(points, difference) for points, difference in one.pairing.given)
    totals = one.totals if one.begun else ()
    width = max(len(side) for side in one.sides)
    return [
        Result(kind, tuple(side[at] for side in one.sides), totals, one.pairing.at_fault, given)
        for at in range(width)
    ]


def missed_in(story: Story, number: int) -> list[Result]:
    """Who came late has missed the rounds before."""
    return [
        Result(Kind.MISSED, (entry.number,)) for entry in story.entries.values() if entry.from_round > number
    ]


def struck_out(story: Story, rounds: Sequence[Iterable[Result]]) -> frozenset[int]:
    """In a round robin: who has withdrawn with under half of the games played."""
    robin = any(phase.movement is Movement.ROUND_ROBIN for phase in story.agreed.phases)
    if not robin or story.agreed.who_leaves is not WhoLeaves.STRUCK_UNDER_HALF:
        return frozenset()
    gone = frozenset(entry.number for entry in story.entries.values() if entry.state == Entry.State.WITHDRAWN)
    return results.struck_out(Left(games=story.agreed.rounds, entries=gone), rounds)


# Standings.


def places_of(story: Story) -> tuple[Placing, ...]:
    """The places after these rounds: from nothing but what is stored."""
    rounds = results_of(story)
    agreed = story.agreed.counting(story.event.ruleset, sorted(story.event.options.items()))
    counted = results.counted(agreed, rounds)
    gone = struck_out(story, rounds_with_all(story))
    present = {number: counted.get(number, []) for number in story.entries if number not in gone}
    return standings.rank(present, story.agreed.criteria(), added_to(story))


def rounds_with_all(story: Story) -> list[list[Result]]:
    return [results_in(played) for played in story.rounds]


def added_to(story: Story) -> dict[int, Added]:
    """What stands beside the rounds: penalties and awards, combinations where they are asked, lots."""
    charged = charges_of(story.event)
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


def charges_of(event: Tournament) -> Counter[tuple[int, str]]:
    charged: Counter[tuple[int, str]] = Counter()
    standing = event.adjustments.filter(cancelled_at=None)
    for number, unit, amount in standing.values_list("entry__number", "unit", "amount"):
        charged[number, unit] += amount
    return charged


def combinations_of(story: Story) -> dict[int, tuple[int, ...]]:
    """How many sambas an entry has made, and how many combinations in all."""
    of_side = {
        (one.pairing.game_id, side): entries
        for played in story.rounds
        for one in played.met
        for side, entries in enumerate(one.sides)
    }
    made: Counter[tuple[int, str]] = Counter()
    hands = Hand.objects.filter(deal__game__pairing__round__in=[played.round for played in story.rounds])
    for game, side, counted in hands.values_list("deal__game", "side__number", "combinations"):
        for entry in of_side.get((game, side), ()):
            made.update({(entry, code): times for code, times in counted.items()})
    return {
        number: (
            made[number, "samba"],
            sum(times for (entry, _code), times in made.items() if entry == number),
        )
        for number in story.entries
    }


# What a draw asks.


def field_of(story: Story, number: int, seed: str) -> Field:
    """Everything that the draw of a round asks: who takes part in it, and what they have done."""
    phase, turn = story.agreed.phase_of(number)
    sums = {placing.sum.entry: placing.sum for placing in places_of(story)}
    past = past_of(story)
    present = [
        Before(
            entry.number,
            points=sums[entry.number].points if entry.number in sums else 0,
            difference=sums[entry.number].difference if entry.number in sums else 0,
            met=past.met.get(entry.number, {}),
            sit_outs=past.out[entry.number],
            club=past.clubs.get(entry.number) if story.agreed.clubs_apart else None,
            small_tables=past.small[entry.number],
        )
        for entry in story.entries.values()
        if takes_part(entry, number)
    ]
    tables = [one.sides for played in story.rounds for one in played.met]
    return Field(
        present=present,
        everybody=[
            entry.number for entry in story.entries.values() if keeps_a_place(phase, entry, number - turn)
        ],
        turn=turn,
        clubs_apart=story.agreed.clubs_apart,
        partnered=partners_of(tables),
        seed=seed,
    )


def keeps_a_place(phase: Phase, entry: Entry, before: int) -> bool:
    """Whether an entry has a place in the circle or the lines; `before` are the rounds before the phase.

    Who comes late to a round robin has no place in its circle; the lines have one where the phantom stood.
    """
    return phase.movement is not Movement.ROUND_ROBIN or entry.from_round <= before + 1


def takes_part(entry: Entry, number: int) -> bool:
    return entry.from_round <= number and (entry.until_round is None or entry.until_round >= number)


@dataclass(frozen=True, slots=True)
class Past:
    """What entries have done in the rounds before: whom they met, sit-outs, small tables, their clubs."""

    met: Mapping[int, Counter[int]]
    out: Counter[int]
    small: Counter[int]
    clubs: Mapping[int, int]


def past_of(story: Story) -> Past:
    met: dict[int, Counter[int]] = {}
    out: Counter[int] = Counter()
    small: Counter[int] = Counter()
    for played in story.rounds:
        three_sided = any(len(one.sides) > 2 for one in played.met)
        for one in played.met:
            if len(one.sides) == 1:
                out.update(one.sides[0])
            for side in one.sides:
                others = [entry for other in one.sides if other != side for entry in other]
                for entry in side:
                    met.setdefault(entry, Counter()).update(others)
                    small[entry] += three_sided and len(one.sides) == 2
    clubs = clubs_of(story) if story.agreed.clubs_apart else {}
    return Past(met, out, small, clubs)


def clubs_of(story: Story) -> dict[int, int]:
    """The club of an entry, where all of its players are at home in one."""
    clubs: dict[int, set[int]] = {}
    homes = story.event.entries.values_list("number", "places__player__home_club")
    for number, club in homes:
        clubs.setdefault(number, set()).add(club)
    return {number: next(iter(some)) for number, some in clubs.items() if len(some) == 1}
