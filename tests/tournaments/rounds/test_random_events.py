"""Random events of every movement: what must hold whoever comes, leaves, is late, loses or is put right.

Events are of numbers and results only; `test_simulating` plays them deal by deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import chain, combinations
from typing import Final
from uuid import uuid4

import networkx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubs.books.verification import verify_log
from scoring import recording
from scoring.models import Game
from scoring.recording import NotNow
from tests.conftest import LONG
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import WithdrawalRule
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.circle import DOUBLE_ROUND_ROBIN, ROUND_ROBIN
from tournaments.core.movements.danish import DANISH_MODIFIED, DANISH_PURE
from tournaments.core.movements.guided import GUIDED
from tournaments.core.movements.individual import INDIVIDUAL
from tournaments.core.movements.ladder import LADDER, WINNERS_STAY
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.partners_by_standing import PARTNERS_BY_STANDING
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.movements.triples import TRIPLES
from tournaments.core.results import Result, ResultKind
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.models import Entry, EventAdjustment, Pairing, Round
from tournaments.play import event_record, event_results
from tournaments.play.audit import check_event_draws
from tournaments.play.entry_queries import free_places, next_round_number
from tournaments.running import EventCharge, RuledResult, recheck

pytestmark = pytest.mark.django_db
Kind, Unit = Pairing.Kind, EventAdjustment.Unit

# A knock-out ends by itself: `tests/tournaments/knock_out` plays it.
DRAWN: Final = [one for one in MOVEMENTS.values() if one is not BY_HAND and one.bracket is None]
# Those that never repeat a meeting while another round without one can be made of all that is left.
AVOID_REMATCHES: Final = (SWISS, DANISH_MODIFIED)
# Those that choose who sits out; in the circle and the lines it follows from the place.
CHOOSE_WHO_SITS_OUT: Final = (
    LOT,
    LADDER,
    WINNERS_STAY,
    SWISS,
    DANISH_PURE,
    DANISH_MODIFIED,
    PARTNERS,
    PARTNERS_BY_STANDING,
)
MOST_ROUNDS: Final = 5
FEWEST: Final = 4

EXAMPLES: Final = settings(
    max_examples=40 if LONG else 2, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
sizes = st.integers(FEWEST, 60 if LONG else 9)
seeds = st.integers(0, 99_999)
happenings = st.lists(
    st.sampled_from(["late", "leaves", "walkover", "both_absent", "charged", "corrected", "taken_back"]),
    max_size=2 * MOST_ROUNDS,
)

# With three of five rounds played, too many to be struck out.
LEAVES_LATE: Final = ["taken_back"] * 6 + ["leaves"]


def an_event(movement: Movement, size: int, seed: int) -> Played:
    players = 1 if movement.draws_partners else 2
    sides = movement.sides
    scheme = PLACES if sides == 3 else SCL
    what = agreed(
        movement,
        rounds=MOST_ROUNDS,
        players=players,
        sides=sides,
        scheme=scheme,
        who_leaves=list(WithdrawalRule)[seed % 2],
    )
    event = Played(what, seed=seed)
    event.enter(size)
    return event


class RandomEvents(TestCase):
    """One for each movement, so that a failure names it."""

    def check(self, movement: Movement, size: int, seed: int, happens: list[str]) -> None:
        event = an_event(movement, size, seed)
        for number in range(1, MOST_ROUNDS + 1):
            try:
                drawn = event.publish()
            except NotNow:
                assert movement is MITCHELL
                assert number > (size + 1) // 2
                break
            never_against_itself(drawn)
            for what in (happened := happens[2 * number - 2 : 2 * number]):
                pass_time(event)
                HAPPEN[what](event, drawn)
            event.play(drawn)
            pass_time(event)
            event.close(drawn)
            every_result_once(event)
            if happened or LONG:
                standings_are_those_from_scratch(event)
        standings_are_those_from_scratch(event)
        assert recheck.differences_in(event.fresh) == []
        nothing_repeated_in_vain(event, movement)
        nobody_out_again_in_vain(event, movement)
        if movement.all_meet:
            who_has_left_is_met_once(event)
        checked = list(check_event_draws(event.fresh))
        assert [(one.number, fault) for one in checked for fault in one.faults] == []
        assert all(one.repeats for one in checked)
        assert verify_log().broken == []

    @EXAMPLES
    @given(sizes, seeds, happenings)
    def test_by_lot(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(LOT, size, seed, happens)

    @EXAMPLES
    @example(5, 0, ["leaves"])
    @example(6, 0, LEAVES_LATE)
    @example(5, 0, LEAVES_LATE)
    @given(sizes, seeds, happenings)
    def test_round_robin(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(ROUND_ROBIN, size, seed, happens)

    @EXAMPLES
    @given(sizes, seeds, happenings)
    def test_mitchell(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(MITCHELL, size, seed, happens)

    @EXAMPLES
    @example(6, 0, LEAVES_LATE)
    @given(sizes, seeds, happenings)
    def test_round_robin_with_guide_cards(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(GUIDED, size, seed, happens)

    @EXAMPLES
    @given(sizes, seeds, happenings)
    def test_double_round_robin(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(DOUBLE_ROUND_ROBIN, size, seed, happens)

    @EXAMPLES
    @given(sizes, seeds, happenings)
    def test_ladder(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(LADDER, size, seed, happens)

    @EXAMPLES
    @given(sizes, seeds, happenings)
    def test_winners_stay(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(WINNERS_STAY, size, seed, happens)

    @EXAMPLES
    @given(sizes, seeds, happenings)
    def test_danish_pure(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(DANISH_PURE, size, seed, happens)

    @EXAMPLES
    @given(sizes, seeds, happenings)
    def test_danish_modified(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(DANISH_MODIFIED, size, seed, happens)

    @EXAMPLES
    @example(5, 0, [])
    @given(sizes, seeds, happenings)
    def test_swiss(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(SWISS, size, seed, happens)

    @EXAMPLES
    @example(4, 0, ["late"])
    @given(sizes, seeds, happenings)
    def test_three_sided(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(THREE_SIDED, size, seed, happens)

    @EXAMPLES
    @given(sizes, seeds, happenings)
    def test_drawn_partners(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(PARTNERS, size, seed, happens)

    @EXAMPLES
    @given(sizes, seeds, happenings)
    def test_drawn_partners_by_standing(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(PARTNERS_BY_STANDING, size, seed, happens)

    @EXAMPLES
    @given(sizes, seeds, happenings)
    def test_changing_partners_set_beforehand(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(INDIVIDUAL, size, seed, happens)

    @EXAMPLES
    @given(sizes, seeds, happenings)
    def test_three_sides_set_beforehand(self, size: int, seed: int, happens: list[str]) -> None:
        self.check(TRIPLES, size, seed, happens)

    @EXAMPLES
    @given(st.sampled_from(DRAWN), sizes, seeds, st.permutations(range(6)))
    def test_corrections_in_any_order_lead_to_the_same_standings(
        self, movement: Movement, size: int, seed: int, order: list[int]
    ) -> None:
        """Six corrections of games and of what counts in their place; all kept places follow each of them."""
        told = [corrected_in(an_event(movement, size, seed), each) for each in (order, sorted(order))]
        assert told[0] == told[1]

    def test_every_movement_is_tried(self) -> None:
        assert len([name for name in dir(self) if name.startswith("test_")]) == len(DRAWN) + 2


def corrected_in(event: Played, order: list[int]) -> list[list[tuple[int, int, int, int]]]:
    """An event of two rounds after corrections in this order; the places that it has come to after each."""
    rounds = [two_minutes_later(event).round(), two_minutes_later(event).round()]
    pairings = [one for drawn in rounds for one in drawn.pairings.exclude(game=None).order_by("table")]
    for which in order:
        pass_time(event)
        correct(event, pairings[which % len(pairings)], which)
        standings_are_those_from_scratch(event)
    assert recheck.differences_in(event.fresh) == []
    return [event.kept(drawn) for drawn in rounds]


def pass_time(event: Played) -> None:
    event.by = replace(event.by, at=event.by.at + timedelta(minutes=1))


def two_minutes_later(event: Played) -> Played:
    pass_time(event)
    pass_time(event)
    return event


# What must hold.


def sides_of(pairing: Pairing) -> list[list[int]]:
    """The numbers of the entries on each side."""
    sides: dict[int, list[int]] = {}
    for one in pairing.entered.select_related("entry").order_by("side", "position"):
        sides.setdefault(one.side, []).append(one.entry.number)
    return [sides[side] for side in sorted(sides)]


def never_against_itself(drawn: Round) -> None:
    seated = [entry for pairing in drawn.pairings.all() for entry in chain(*sides_of(pairing))]
    assert len(set(seated)) == len(seated)


def here_in(event: Played, number: int) -> list[int]:
    entries = event_record.load_event(event.fresh).entries.values()
    return [entry.number for entry in entries if event_record.takes_part(entry, number)]


def rounds_of(event: Played) -> Iterator[tuple[Round, list[list[list[int]]]]]:
    for drawn in event.event.rounds.exclude(state=Round.State.REMOVED).order_by("number"):
        yield drawn, [sides_of(pairing) for pairing in drawn.pairings.order_by("table", "pk")]


def every_result_once(event: Played) -> None:
    """In each round everybody has one result: played, sat out, given or missed.

    Who is struck out has none: all its games are, and who has met it has sat out that round. Who has left a
    round robin otherwise has lost, by walkover, to those whom it was still to meet.
    """
    story = event_record.load_event(event.fresh)
    gone = event_results.struck_out_entries(story)
    for played, results in zip(story.rounds, event_results.round_results(story), strict=True):
        counted = Counter(entry for result in results for entry in result.entries if entry not in gone)
        tables = [set(chain(*one.sides)) for one in played.pairings]
        met = set(chain(*tables))
        left = [entry for entry in story.entries.values() if entry.number not in met]
        missed = {entry.number for entry in left if entry.from_round > played.round.number}
        left_to = {away for _here, away in given_by_absence(results, tables)}
        assert set(counted) == (met | missed | left_to) - gone
        assert set(counted.values()) <= {1}
        kinds = Counter(result.kind for result in results)
        assert kinds[ResultKind.MISSED] == len(missed - gone)
        alone = set(chain(*(table for table in tables if len(table) == 1 or table & gone)))
        assert kinds[ResultKind.SIT_OUT] == len(alone - gone) - len(left_to)


def given_by_absence(results: Sequence[Result], tables: list[set[int]]) -> list[tuple[int, int]]:
    """Who had nobody at the table and has a walkover, and from whom."""
    alone = set(chain(*(table for table in tables if len(table) == 1)))
    return [
        (one.entries[0], one.entries[1])
        for one in results
        if one.kind is ResultKind.WALKOVER and one.entries[0] in alone
    ]


def who_has_left_is_met_once(event: Played) -> None:
    """In one turn of a round robin: at a table, or by a walkover after it has left with half of it played."""
    story = event_record.load_event(event.fresh)
    entries, gone = story.entries, event_results.struck_out_entries(story)
    turn = story.rounds[: len(entries) - 1 + len(entries) % 2]
    if any(entry.from_round > 1 for entry in entries.values()):
        return  # whoever comes late moves the circle
    met: Counter[frozenset[int]] = Counter()
    for played, results in zip(turn, event_results.round_results(story), strict=False):
        tables = [set(chain(*one.sides)) for one in played.pairings]
        met.update(frozenset(table) for table in tables if len(table) == 2)
        for here, away in given_by_absence(results, tables):
            until = entries[away].until_round
            assert until is not None
            assert until < played.round.number
            assert away not in gone
            met[frozenset((here, away))] += 1
    assert set(met.values()) <= {1}
    strikes = event.fresh.agreement.who_leaves is WithdrawalRule.STRUCK_UNDER_HALF
    if len(turn) == len(entries) - 1 + len(entries) % 2 and strikes:
        stayed = {number for number, entry in entries.items() if entry.until_round is None}
        wanted = {frozenset((one, other)) for one in stayed for other in entries.keys() - gone - {one}}
        assert wanted <= met.keys()


def nothing_repeated_in_vain(event: Played, movement: Movement) -> None:
    """A round holds a rematch only where all who played in it could not meet anybody new."""
    met: Counter[frozenset[int]] = Counter()
    for drawn, tables in rounds_of(event):
        pairs = [frozenset(chain(*table)) for table in tables if len(table) == 2]
        if movement in AVOID_REMATCHES and any(met[pair] for pair in pairs):
            playing = sorted(chain(*pairs))
            assert not all_can_meet_strangers(playing, met), f"round {drawn.number}"
        met.update(pair for table in tables for pair in couples(table))


def couples(table: list[list[int]]) -> Iterator[frozenset[int]]:
    """Who meets whom at a table: entries of different sides."""
    for one, other in combinations(table, 2):
        yield from (frozenset((mine, theirs)) for mine in one for theirs in other)


def all_can_meet_strangers(playing: list[int], met: Counter[frozenset[int]]) -> bool:
    """By another library than the draw asks."""
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(playing)
    graph.add_edges_from(
        (one, other) for one, other in combinations(playing, 2) if not met[frozenset((one, other))]
    )
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(playing)


def nobody_out_again_in_vain(event: Played, movement: Movement) -> None:
    """Nobody sits out a second time before everybody who is there has; and no more do than must.

    In a Swiss round only where that leaves no more rematches: these weigh more.
    """
    out: Counter[int] = Counter()
    met: Counter[frozenset[int]] = Counter()
    for drawn, tables in rounds_of(event):
        here = here_in(event, drawn.number)
        alone = [entry for table in tables if len(table) == 1 for entry in chain(*table)]
        if movement in CHOOSE_WHO_SITS_OUT:
            assert len(alone) == len(here) % (4 if movement.draws_partners else 2)
            had = max((out[one] for one in alone), default=0)
            fewer = [one for one in here if out[one] < had]
            if movement is SWISS:
                again = sum(met[pair] for table in tables for pair in couples(table))
                assert all(
                    fewest_rematches([each for each in here if each != one], met) > again for one in fewer
                )
            else:
                assert set(fewer) <= set(alone)
        out.update(alone)
        met.update(pair for table in tables for pair in couples(table))


def fewest_rematches(playing: list[int], met: Counter[frozenset[int]]) -> int:
    """By another library than the draw asks, which takes the heaviest of all ways to pair them."""
    graph: networkx.Graph[int] = networkx.Graph()
    heaviest = max(met.values(), default=0)
    for one, other in combinations(playing, 2):
        graph.add_edge(one, other, weight=heaviest - met[frozenset((one, other))])
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sum(met[frozenset(pair)] for pair in pairs)


def standings_are_those_from_scratch(event: Played) -> None:
    """After every closed round, also of those long ago."""
    for closed in event.event.rounds.filter(state=Round.State.CLOSED):
        assert event.kept(closed) == event.counted(until=closed.number)


# What may happen in a round.


def late(event: Played, _drawn: Round) -> None:
    number = next_round_number(event.fresh)
    if number <= MOST_ROUNDS and free_places(event.fresh, number) != 0:
        running.enter_pairs(event.by, event.event, [event.players()])


def leaves(event: Played, _drawn: Round) -> None:
    here = event.event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number")
    if here.count() > FEWEST:
        gone = event.dice.choice(list(here))
        running.withdraw(event.by, event.entry(gone.number), "leaves")


def judged(kind: Pairing.Kind, at_fault: int | None) -> Callable[[Played, Round], None]:
    def happens(event: Played, drawn: Round) -> None:
        pairing = drawn.pairings.filter(kind=Kind.PLAYED).order_by("table").first()
        if pairing is not None:
            running.rule_result(event.by, pairing, RuledResult(kind=kind, at_fault=at_fault, reason="late"))

    return happens


def charged(event: Played, _drawn: Round) -> None:
    unit = event.dice.choice([Unit.POINTS, Unit.DIFFERENCE])
    charge = EventCharge(entry=1, unit=unit, amount=-1, reason="phone rang", key=uuid4())
    running.adjust_event(event.by, event.event, charge)


def taken_back(event: Played, _drawn: Round) -> None:
    made = event.event.adjustments.filter(cancelled_at=None).first()
    if made is not None:
        running.cancel_event_adjustment(event.by, made, "a mistake")


def corrected(event: Played, _drawn: Round) -> None:
    games = Game.objects.filter(pairing__round__tournament=event.event).select_related("book")
    if games.exists():
        charge_game(event, event.dice.choice(list(games.order_by("pk"))), -500)


def charge_game(event: Played, game: Game, points: int) -> None:
    charge = recording.Charge(side=0, points=points, reason="found out later", key=uuid4())
    recording.adjust(event.by, game, charge)


def correct(event: Played, pairing: Pairing, which: int) -> None:
    """One of six corrections, the same each time for its number."""
    pairing = Pairing.objects.select_related("game__book", "round__tournament__book").get(pk=pairing.pk)
    if which in (0, 1, 2):
        assert pairing.game is not None
        charge_game(event, pairing.game, (-3000, 4500, -500)[which])
    elif which == 3:
        running.rule_result(event.by, pairing, RuledResult(kind=Kind.WALKOVER, at_fault=1, reason="late"))
    else:
        unit, amount = ((Unit.POINTS, -1), (Unit.DIFFERENCE, 250))[which - 4]
        charge = EventCharge(entry=which - 2, unit=unit, amount=amount, reason="the jury", key=uuid4())
        running.adjust_event(event.by, event.event, charge)


HAPPEN: Final = {
    "late": late,
    "leaves": leaves,
    "walkover": judged(Kind.WALKOVER, 0),
    "both_absent": judged(Kind.BOTH_ABSENT, None),
    "charged": charged,
    "corrected": corrected,
    "taken_back": taken_back,
}
