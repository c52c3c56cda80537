"""Finals are made from the places of sections, with what is carried over, and taken back."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from clubs.books import ways_back
from clubs.books.refusals import NotNow
from clubs.models import LogEntry
from tests.tournaments.sections.support import Championship, fresh, numbers, placings
from tests.tournaments.sections.test_dividing import undo, undo_of
from tests.tournaments.support.events import agreed
from tournaments import running, sections
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.drawing.movement import Movement
from tournaments.core.meeting_again import HowSure, MeetingsAgain
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.knock_out import KNOCK_OUT
from tournaments.core.movements.swiss import SWISS
from tournaments.core.sections import CarryOver
from tournaments.models import EventAdjustment, Standing, Tournament
from tournaments.play.audit import check_event_draws
from tournaments.play.event_record import load_event
from tournaments.ratings.queries import counted_parts
from tournaments.sections.carrying import find_changes
from tournaments.sections.finals import count_again, load_qualifying, numbered, who_have_met

pytestmark = pytest.mark.django_db


def played(
    entries: int = 8, agreement: EventAgreement | None = None
) -> tuple[Championship, list[Tournament]]:
    championship = Championship(entries, agreement or agreed(ROUND_ROBIN, rounds=3))
    parts = championship.divide()
    championship.end(*parts)
    return championship, parts


def points_after_rounds(final: Tournament) -> dict[tuple[int, int], int]:
    """The kept points after each round, of each entry."""
    rows = Standing.objects.filter(round__tournament=final)
    values = rows.values_list("round__number", "entry__number", "points")
    return {(after, entry): points for after, entry, points in values}


def lead_over(part: Tournament, one: int, other: int) -> int:
    """By how much one was ahead of the other in their game."""
    results = [result for played in load_event(part).rounds for result in played.results]
    (game,) = (each for each in results if {*each.entries} == {one, other})
    totals = dict(zip(game.entries, game.totals, strict=True))
    return totals[one] - totals[other]


def brought(final: Tournament) -> dict[tuple[int, str], int]:
    charges = EventAdjustment.objects.filter(tournament=final, cancelled_at=None)
    return {
        (entry, unit): amount
        for entry, unit, amount in charges.values_list("entry__number", "unit", "amount")
    }


def test_the_first_of_each_section_play_for_the_first_places() -> None:
    championship, parts = played()
    first, second = championship.make_finals(2, 0)
    best = [[placing.totals.entry for placing in placings(part)] for part in parts]
    assert numbers(first) == [best[0][0], best[1][0], best[0][1], best[1][1]]
    assert numbers(second) == [best[0][2], best[1][2], best[0][3], best[1][3]]
    assert (first.name, second.name) == ("Championship, Final A", "Championship, Final B")
    assert brought(first) == {}


def test_a_share_of_the_points_is_carried_over_and_counts_from_the_first_round_on() -> None:
    championship, parts = played()
    final, _other = championship.make_finals(2, 2, carry=CarryOver.SHARE, percent=50)
    totals = [placings(parts[at % 2])[at // 2].totals for at in range(4)]
    halves = {
        (at, unit): abs(value) // 2 * (1 if value > 0 else -1)
        for at, total in enumerate(totals, 1)
        for unit, value in (("points", total.points), ("difference", total.difference))
    }
    assert brought(final) == {at: half for at, half in halves.items() if half}
    before = {row.totals.entry: (row.totals.points, row.totals.difference) for row in placings(final)}
    assert before == {at: (halves[at, "points"], halves[at, "difference"]) for at in range(1, 5)}
    championship.play(final, rounds=1)
    for row in Standing.objects.filter(round__tournament=final).select_related("entry"):
        assert row.points - halves[row.entry.number, "points"] in (0, 1, 2)


def test_the_games_among_them_are_carried_over_as_they_were_counted() -> None:
    championship, parts = played()
    final, _other = championship.make_finals(2, 2, carry=CarryOver.AMONG)
    expected: dict[tuple[int, str], int] = {}
    for at, part in enumerate(parts, 1):
        best, second = (placing.totals.entry for placing in placings(part)[:2])
        lead = lead_over(part, best, second)
        points = 1 + (lead > 0) - (lead < 0)
        expected |= {(at, "points"): points, (at, "difference"): lead}
        expected |= {(at + 2, "points"): 2 - points, (at + 2, "difference"): -lead}
    assert brought(final) == {key: amount for key, amount in expected.items() if amount}


def meetings(final: Tournament) -> list[frozenset[int]]:
    """Who has met in a final, by the rows of the entries of the sections."""
    rows = final.entries.exclude(source=None).values_list("number", "source")
    source = {number: row for number, row in rows if row is not None}
    return [
        frozenset(source[entry] for entry in result.entries)
        for played in load_event(fresh(final)).rounds
        for result in played.results
        if len(result.entries) == 2
    ]


def test_in_a_round_robin_of_two_of_each_section_they_would_meet_again_in_its_last_round() -> None:
    championship = Championship(16)
    championship.end(*championship.divide(4))
    plan = final_of_two(championship, ROUND_ROBIN, rounds=7)
    (found,) = count_again(load_qualifying(championship.fresh), plan)
    assert found == MeetingsAgain(4, 28, HowSure.EXACTLY, rounds_without=6)
    without = replace(plan, rounds=6)
    assert count_again(load_qualifying(championship.fresh), without) == [None]
    (final,) = sections.make_finals(championship.by, championship.fresh, without, uuid4())
    met = who_have_met(load_qualifying(championship.fresh))
    championship.play(final)
    played_there = meetings(final)
    assert len({*played_there}) == len(played_there) == 24
    assert not {*played_there} & met
    everybody = {*final.entries.values_list("source", flat=True)}
    among = {pair for pair in met if pair <= everybody}
    assert len({*played_there} | among) == 28


def final_of_two(
    championship: Championship, movement: Movement, *, rounds: int, each: int = 2
) -> sections.FinalsPlan:
    plan = championship.finals_plan(each, carry=CarryOver.AMONG, movement=movement, rounds=rounds)
    qualifying = load_qualifying(championship.fresh)
    chosen = [[entry.pk for entry in one.who_may_go_on][:each] for one in qualifying]
    return replace(plan, finals=[numbered(qualifying, chosen, movement, CarryOver.AMONG)])


def test_a_draw_that_avoids_rematches_keeps_those_apart_whose_game_is_carried_over() -> None:
    championship = Championship(16, agreed(ROUND_ROBIN, rounds=7))
    championship.end(*championship.divide())
    plan = final_of_two(championship, SWISS, rounds=4, each=4)
    assert count_again(load_qualifying(championship.fresh), plan) == [None]
    (final,) = sections.make_finals(championship.by, championship.fresh, plan, uuid4())
    met = who_have_met(load_qualifying(championship.fresh))
    assert len(final.agreement.apart) == 2 * 6
    championship.play(final)
    assert len(meetings(final)) == 16
    assert not {*meetings(final)} & met
    nothing_carried = replace(plan, carry=CarryOver.NONE)
    assert count_again(load_qualifying(championship.fresh), nothing_carried) == [None]


def test_made_twice_by_the_same_form_they_are_made_once() -> None:
    championship, _parts = played()
    plan, key = championship.finals_plan(2, 2), uuid4()
    made = sections.make_finals(championship.by, championship.fresh, plan, key)
    assert sections.make_finals(championship.by, championship.fresh, plan, key) == made
    with pytest.raises(NotNow, match="made already"):
        sections.make_finals(championship.by, championship.fresh, plan, uuid4())


def test_finals_wait_until_the_results_of_all_sections_are_shown() -> None:
    championship = Championship()
    first, _second = championship.divide()
    championship.end(first)
    with pytest.raises(NotNow, match="Show the results first"):
        championship.make_finals(2, 2)


def test_who_has_gone_home_is_in_no_final() -> None:
    championship = Championship()
    first, second = championship.divide()
    championship.play(first, rounds=1)
    gone = first.entries.get(number=2)
    running.withdraw(championship.by, gone, "ill")
    championship.end(first, second)
    final, _other = championship.make_finals(2, 0)
    assert gone.pk not in final.entries.values_list("source", flat=True)
    plan = championship.finals_plan(2, 2)
    with_gone = replace(plan, finals=[[*plan.finals[0][:-1], gone.pk]])
    sections.take_back_finals(championship.by, championship.fresh)
    with pytest.raises(ValidationError):
        sections.make_finals(championship.by, championship.fresh, with_gone, uuid4())


def test_an_event_that_is_over_has_finals_without_sections() -> None:
    championship = Championship(agreement=agreed(SWISS, rounds=3))
    championship.end(championship.event)
    best = [placing.totals.entry for placing in placings(championship.event)]
    first, second = championship.make_finals(4, 0)
    assert numbers(first) == best[:4]
    assert numbers(second) == best[4:]
    assert not first.counted_in_whole


def test_the_winners_of_sections_meet_the_last_in_a_knock_out() -> None:
    championship, _parts = played(entries=16, agreement=agreed(ROUND_ROBIN, rounds=7))
    plan = championship.finals_plan(4, movement=KNOCK_OUT)
    (final,) = sections.make_finals(championship.by, championship.fresh, plan, uuid4())
    drawn = running.draw_round(championship.by, fresh(final))
    meetings = {
        tuple(sorted(pairing.entered.values_list("entry__number", flat=True)))
        for pairing in drawn.pairings.all()
    }
    assert meetings == {(1, 8), (2, 7), (3, 6), (4, 5)}


def test_what_is_agreed_on_for_single_pairs_goes_along() -> None:
    championship = Championship(agreement=agreed(SWISS, rounds=3, apart=((1, 3), (1, 2))))
    championship.end(*championship.divide())
    plan = championship.finals_plan(0)
    (final,) = sections.make_finals(championship.by, championship.fresh, plan, uuid4())
    numbers_there = final.entries.values_list("source__source__number", "number")
    new: dict[int, int] = dict(numbers_there)
    assert {frozenset(pair) for pair in final.agreement.apart} == {
        frozenset({new[1], new[3]}),
        frozenset({new[1], new[2]}),
    }


def test_a_correction_of_a_section_is_carried_over_by_one_act_and_taken_back() -> None:
    championship, parts = played()
    final, _other = championship.make_finals(2, 2, carry=CarryOver.SHARE, percent=100)
    championship.play(final, rounds=2)
    assert find_changes(fresh(final)) == []
    winner = placings(parts[0])[0].totals.entry
    charge = running.EventCharge(
        entry=winner, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="Late", key=uuid4()
    )
    running.adjust_event(championship.by, fresh(parts[0]), charge)
    (change,) = find_changes(fresh(final))
    assert (change.entry, change.unit, change.was - change.now) == (1, "points", 1)
    kept = points_after_rounds(final)
    assert sections.carry_again(championship.by, fresh(final)) == 1
    assert sections.carry_again(championship.by, fresh(final)) == 0
    now = points_after_rounds(final)
    assert {at: points - now[at] for at, points in kept.items()} == {at: int(at[1] == 1) for at in kept}
    assert [found for found in check_event_draws(fresh(final)) if found.faults] == []


def test_what_was_carried_over_again_is_put_back_as_it_was() -> None:
    championship, parts = played()
    final, _other = championship.make_finals(2, 2, carry=CarryOver.SHARE, percent=100)
    before = brought(final)
    winner = placings(parts[0])[0].totals.entry
    charge = running.EventCharge(
        entry=winner, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="Late", key=uuid4()
    )
    running.adjust_event(championship.by, fresh(parts[0]), charge)
    sections.carry_again(championship.by, fresh(final))
    log = LogEntry.objects.filter(book=final.book_id, act="final.carried_again")
    undo_of(log.latest("number")).run(championship.by, "Not so", uuid4())
    assert brought(final) == before
    assert len(find_changes(fresh(final))) == 1


def test_one_undo_puts_back_all_that_one_tap_has_carried_over_again() -> None:
    championship, parts = played()
    final, _other = championship.make_finals(2, 2, carry=CarryOver.SHARE, percent=100)
    before = brought(final)
    for part in parts:
        winner, second = (placing.totals for placing in placings(part)[:2])
        charge_points(championship, part, winner.entry, -winner.points)
        charge_points(championship, part, second.entry, 1)
    changes = find_changes(fresh(final))
    assert len(changes) > 2
    assert sections.carry_again(championship.by, fresh(final)) == len(changes)
    acts = ways_back.last_acts(final.book)
    assert acts[0].line.sentence == "Corrected amounts carried over to a final"
    assert "Points carried over to a final" not in {act.line.sentence for act in acts}
    log = LogEntry.objects.filter(book=final.book_id, act="final.carried_again")
    undo_of(log.latest("number")).run(championship.by, "Not so", uuid4())
    assert brought(final) == before
    assert find_changes(fresh(final)) == changes
    assert [found for found in check_event_draws(fresh(final)) if found.faults] == []


def test_amounts_that_were_revoked_since_are_not_put_back_with_the_others() -> None:
    championship, parts = played()
    final, _other = championship.make_finals(2, 2, carry=CarryOver.SHARE, percent=100)
    charge_points(championship, parts[0], placings(parts[0])[0].totals.entry, -1)
    sections.carry_again(championship.by, fresh(final))
    points = {"entry__number": 1, "unit": "points", "cancelled_at": None}
    running.cancel_event_adjustment(championship.by, final.adjustments.get(**points), "Nothing for them")
    log = LogEntry.objects.filter(book=final.book_id, act="final.carried_again")
    assert ways_back.offer_undo(log.latest("number")).why_not == "It has been changed since."


def charge_points(championship: Championship, part: Tournament, entry: int, amount: int) -> EventAdjustment:
    charge = running.EventCharge(
        entry=entry, unit=EventAdjustment.Unit.POINTS, amount=amount, reason="Late", key=uuid4()
    )
    return running.adjust_event(championship.by, fresh(part), charge)


def test_what_a_correction_has_brought_to_nothing_is_carried_over_again_by_a_later_one() -> None:
    championship, parts = played()
    final, _other = championship.make_finals(2, 2, carry=CarryOver.SHARE, percent=100)
    before = brought(final)
    winner = placings(parts[0])[0].totals
    correction = charge_points(championship, parts[0], winner.entry, -winner.points)
    sections.carry_again(championship.by, fresh(final))
    assert (1, "points") not in brought(final)
    running.cancel_event_adjustment(championship.by, correction, "Not late")
    (change,) = find_changes(fresh(final))
    assert (change.entry, change.unit, change.was, change.now) == (1, "points", 0, winner.points)
    assert sections.carry_again(championship.by, fresh(final)) == 1
    assert brought(final) == before


def test_an_amount_brought_to_nothing_is_not_put_back_beside_one_that_came_later() -> None:
    championship, parts = played()
    final, _other = championship.make_finals(2, 2, carry=CarryOver.SHARE, percent=100)
    before = brought(final)
    winner = placings(parts[0])[0].totals
    correction = charge_points(championship, parts[0], winner.entry, -winner.points)
    sections.carry_again(championship.by, fresh(final))
    to_nothing = LogEntry.objects.get(book=final.book_id, act="final.carried_again")
    running.cancel_event_adjustment(championship.by, correction, "Not late")
    sections.carry_again(championship.by, fresh(final))
    with pytest.raises(NotNow, match="revoked or replaced since"):
        undo_of(to_nothing).run(championship.by, "Not so", uuid4())
    assert brought(final) == before


def test_what_the_director_has_revoked_is_not_offered_again_by_a_later_correction() -> None:
    championship, parts = played()
    final, _other = championship.make_finals(2, 2, carry=CarryOver.SHARE, percent=100)
    winner = placings(parts[0])[0].totals
    charge_points(championship, parts[0], winner.entry, -1)
    sections.carry_again(championship.by, fresh(final))
    points = {"entry__number": 1, "unit": "points", "cancelled_at": None}
    running.cancel_event_adjustment(championship.by, final.adjustments.get(**points), "Nothing for them")
    charge_points(championship, parts[0], winner.entry, 1)
    assert find_changes(fresh(final)) == []


def test_the_finals_go_again_by_one_undo_while_nothing_is_drawn() -> None:
    championship, parts = played()
    championship.make_finals(2, 2, carry=CarryOver.AMONG)
    with pytest.raises(NotNow, match="take these back first"):
        sections.take_back_sections(championship.by, championship.fresh)
    undo(championship, "finals.made")
    left = Tournament.objects.filter(club=championship.club)
    assert {event.pk for event in left} == {championship.event.pk, *(part.pk for part in parts)}
    assert championship.fresh.has_parts


def test_on_one_day_the_games_of_a_final_are_rated_after_those_of_its_sections() -> None:
    championship, parts = played()
    (final,) = championship.make_finals(2)
    championship.end(final)
    order = [part.pk for part in counted_parts(championship.club.pk)]
    assert order == [*(part.pk for part in parts), final.pk]
