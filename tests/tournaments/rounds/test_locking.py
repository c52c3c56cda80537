"""Tables of a drawn round that are locked: no hand moves them, and the others are drawn anew around them."""

from __future__ import annotations

from html import unescape
from itertools import chain

import pytest
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from pytest_django import DjangoAssertNumQueries

from clubs.books import log
from clubs.books.verification import verify_log
from clubs.models import LogEntry
from scoring.recording import NotNow
from tests.conftest import LONG
from tests.tournaments.entries.test_staying import an_event, client_of, stay
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.archive import content_hash
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.seeds import seed_for
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.danish import DANISH_MODIFIED, DANISH_PURE
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.partners_by_standing import PARTNERS_BY_STANDING
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.models import Round
from tournaments.play.audit import check_event_draws
from tournaments.play.seating import Sides, get_constraints, get_seats, meeting_key
from tournaments.running import SeatsChanged

pytestmark = pytest.mark.django_db
# Those whose rounds are drawn one by one.
DRAWN = (
    LOT,
    SWISS,
    DANISH_PURE,
    DANISH_MODIFIED,
    THREE_SIDED,
    PARTNERS,
    PARTNERS_BY_STANDING,
)
SEED = "feedfeedfeedfeed"


@pytest.fixture
def swiss() -> Played:
    event = an_event(SWISS, 8)
    event.round()
    return event


def lock(event: Played, drawn: Round, *tables: int) -> None:
    for table in tables:
        running.lock_table(event.by, drawn, table, locked=True)


def locked(drawn: Round) -> list[int | None]:
    return list(drawn.pairings.filter(locked=True).order_by("table").values_list("table", flat=True))


def at(drawn: Round, table: int) -> Sides:
    return get_seats(drawn).tables[table - 1]


def faults(event: Played) -> list[object]:
    return [fault for one in check_event_draws(event.fresh) for fault in one.faults]


# --- locked -----------------------------------------------------------------------------------------------


def test_a_table_is_locked_and_unlocked_and_the_log_says_which(swiss: Played) -> None:
    drawn = swiss.draw()
    lock(swiss, drawn, 2, 2)
    assert locked(drawn) == [2]
    running.lock_table(swiss.by, drawn, 2, locked=False)
    assert locked(drawn) == []
    acts = LogEntry.objects.filter(act__in=["round.locked", "round.unlocked"]).order_by("number")
    assert [(one.act, one.facts["table"]) for one in acts] == [("round.locked", 2), ("round.unlocked", 2)]


def test_no_hand_moves_a_locked_table_until_it_is_unlocked(swiss: Played) -> None:
    drawn = swiss.draw()
    lock(swiss, drawn, 1)
    before = get_seats(drawn)
    (one,), (other,) = before.tables[0][0], before.tables[1][0]
    with pytest.raises(NotNow, match="Unlock it first"):
        running.set_by_hand(swiss.by, drawn, before.with_exchanged(one, other))
    (third,) = before.tables[2][0]
    running.set_by_hand(swiss.by, drawn, before.with_exchanged(other, third))
    assert (locked(drawn), at(drawn, 1)) == ([1], before.tables[0])
    running.lock_table(swiss.by, drawn, 1, locked=False)
    running.set_by_hand(swiss.by, drawn, before.with_exchanged(one, other))


@pytest.mark.parametrize("table", [9, 5])
def test_a_table_at_which_nobody_plays_is_not_locked(swiss: Played, table: int) -> None:
    with pytest.raises(ValidationError, match="Nobody is playing at this table"):
        lock(swiss, swiss.draw(), table)


def test_a_lock_ends_with_the_publication_and_an_exchange_that_is_taken_back_changes_nothing(
    swiss: Played,
) -> None:
    drawn = swiss.draw()
    running.lock_table(swiss.by, drawn, 1, locked=True)
    running.publish_round(swiss.by, drawn)
    assert locked(drawn) == []
    before, seats = content_hash(swiss.fresh), get_seats(drawn)
    one, other = seats.tables[0][0][0], seats.tables[1][0][0]
    running.exchange_places(swiss.by, drawn, seats.with_exchanged(one, other), "Wrong chairs")
    running.exchange_places(swiss.by, drawn, seats, "They were right")
    assert content_hash(swiss.fresh) == before


def test_what_is_published_is_not_locked_any_more_nor_drawn_anew(swiss: Played) -> None:
    drawn = swiss.draw()
    lock(swiss, drawn, 1)
    running.publish_round(swiss.by, drawn)
    with pytest.raises(NotNow):
        running.lock_table(swiss.by, drawn, 1, locked=False)
    with pytest.raises(NotNow):
        running.redraw_others(swiss.by, drawn, SEED)


def test_what_another_director_has_set_meanwhile_is_looked_at_first(swiss: Played) -> None:
    drawn = swiss.draw()
    seen = get_seats(drawn)
    (one,), (other,) = seen.tables[0][0], seen.tables[1][0]
    running.set_by_hand(swiss.by, drawn, seen.with_exchanged(one, other))
    with pytest.raises(SeatsChanged):
        running.lock_table(swiss.by, drawn, 1, locked=True, seen=seen.fingerprint)
    lock(swiss, drawn, 1)
    with pytest.raises(SeatsChanged):
        running.redraw_others(swiss.by, drawn, SEED, seen.fingerprint)


# --- drawn anew -------------------------------------------------------------------------------------------


def test_two_whom_the_director_wants_to_meet_do_and_the_rest_is_the_best_without_them(swiss: Played) -> None:
    drawn = swiss.draw()
    before = get_seats(drawn)
    (one,), (other,) = before.tables[0][0], before.tables[3][1]
    wanted = before.with_exchanged(before.tables[0][1][0], other)
    running.set_by_hand(swiss.by, drawn, wanted)
    lock(swiss, drawn, 1)
    again = running.redraw_others(swiss.by, drawn, SEED)
    assert meeting_key(at(again, 1)) == meeting_key(((one,), (other,)))
    assert [why["why"] for why in again.pairings.get(table=1).reasons] == ["by_hand", "locked"]
    assert "smallest_gap" in [why["why"] for why in again.pairings.get(table=2).reasons]
    assert locked(again) == [1]
    swiss.play(running.publish_round(swiss.by, again))
    assert faults(swiss) == []
    assert all(one.repeats and not one.by_hand for one in check_event_draws(swiss.fresh))


def test_the_log_keeps_the_seed_before_and_what_was_locked(swiss: Played) -> None:
    drawn = swiss.draw()
    seed = drawn.seed
    lock(swiss, drawn, 1)
    running.redraw_others(swiss.by, drawn, SEED)
    running.redraw_others(swiss.by, drawn, SEED)  # sent a second time
    (entry,) = LogEntry.objects.filter(act="round.redrawn")
    (said,) = log.log_lines([entry])
    assert ("Seed of the draw", seed, SEED) in [(one.label, one.before, one.after) for one in said.changes]
    assert entry.facts["locked"] == [[[*side] for side in at(drawn, 1)]]
    assert verify_log().broken == []


class RandomRounds(TestCase):
    @settings(max_examples=40 if LONG else 4, suppress_health_check=[HealthCheck.too_slow])
    @given(st.sampled_from(DRAWN), st.integers(8, 30 if LONG else 11), st.integers(0, 9999), st.data())
    def test_whatever_is_locked_stays_and_everybody_else_has_one_place(
        self, movement: Movement, size: int, seed: int, data: st.DataObject
    ) -> None:
        event = an_event(movement, size, seed=seed)
        stay(event, e2=1)
        event.round()
        drawn = event.draw()
        tables = [number for number, sides in enumerate(get_seats(drawn).tables, start=1) if sides]
        chosen = data.draw(
            st.lists(st.sampled_from(tables), unique=True, min_size=1, max_size=len(tables) - 1)
        )
        lock(event, drawn, *chosen)
        before = get_constraints(drawn).locked
        again = running.redraw_others(event.by, drawn, SEED)
        assert get_constraints(again).locked == before
        assert not get_constraints(again).unlocks(get_seats(again))
        assert sorted(get_seats(again).entries) == list(range(1, size + 1))
        event.play(running.publish_round(event.by, again))
        assert faults(event) == []
        assert all(one.repeats for one in check_event_draws(event.fresh))


def test_a_locked_table_gives_its_number_to_who_keeps_it() -> None:
    """3 sits out, others are locked at its table; drawn anew it plays, and they go elsewhere."""
    event = an_event(LOT, 5)
    stay(event, e3=1)
    drawn = running.draw_round(event.by, event.event, next(seed for seed in seeds() if sits_out(seed, 3)))
    lock(event, drawn, 1)
    together = meeting_key(at(drawn, 1))
    for seed in seeds():
        drawn = running.redraw_others(event.by, drawn, seed)
        if get_seats(drawn).out != (3,):
            break
    tables = get_seats(drawn).tables
    assert (3,) in tables[0]
    assert meeting_key(tables[1]) == together


def seeds() -> list[str]:
    return [f"{number:016x}" for number in range(40)]


def sits_out(seed: str, entry: int) -> bool:
    event = an_event(LOT, 5)
    return get_seats(running.draw_round(event.by, event.event, seed)).out == (entry,)


@pytest.mark.parametrize("movement", [ROUND_ROBIN, MITCHELL, BY_HAND], ids=str)
def test_what_is_set_for_all_rounds_is_not_drawn_anew(movement: Movement) -> None:
    event = an_event(movement, 6)
    drawn = event.draw()
    if movement is BY_HAND:
        pairs = tuple(((one,), (one + 1,)) for one in (1, 3, 5))
        running.set_by_hand(event.by, drawn, running.RoundSeats(tables=pairs))
    lock(event, drawn, 1)
    with pytest.raises(NotNow, match="can be redrawn here"):
        running.redraw_others(event.by, drawn, SEED)


def test_with_no_table_locked_or_all_there_is_nothing_to_draw(swiss: Played) -> None:
    drawn = swiss.draw()
    with pytest.raises(NotNow, match="No table is locked"):
        running.redraw_others(swiss.by, drawn, SEED)
    lock(swiss, drawn, 1, 2, 3, 4)
    with pytest.raises(NotNow, match="All tables are locked"):
        running.redraw_others(swiss.by, drawn, SEED)


def test_a_round_begun_by_hand_lets_the_program_draw_the_rest() -> None:
    event = Played(agreed(SWISS))
    event.enter(8)
    drawn = running.draw_round(event.by, event.event, "0" * 16, by_hand=True)
    pairs = tuple(((one,), (one + 1,)) for one in (1, 3, 5, 7))
    running.set_by_hand(event.by, drawn, running.RoundSeats(tables=pairs))
    lock(event, drawn, 1)
    again = running.redraw_others(event.by, drawn, SEED)
    assert (again.movement, at(again, 1)) == ("swiss", pairs[0])
    assert sorted(chain(*chain(*get_seats(again).tables))) == list(range(1, 9))


# --- the page ---------------------------------------------------------------------------------------------


def post(event: Played, name: str, drawn: Round, **sent: str) -> HttpResponse:
    address = reverse(f"tournaments:{name}", args=[drawn.pk])
    answer = client_of(event).post(address, {"seen": get_seats(drawn).fingerprint, **sent})
    assert isinstance(answer, HttpResponse)
    return answer


def page_of(client: Client, drawn: Round) -> str:
    return unescape(client.get(reverse("tournaments:round", args=[drawn.pk])).content.decode())


def test_two_presses_lock_a_table_and_draw_the_others(swiss: Played) -> None:
    drawn, client = swiss.draw(), client_of(swiss)
    assert "Redraw the unlocked tables" not in page_of(client, drawn)
    assert post(swiss, "lock", drawn, lock="2")["Location"].endswith("#table-2")
    page = page_of(client, drawn)
    next_step = page.partition('aria-labelledby="tables"')[0]
    assert "1 table is locked and stays as it is." in next_step
    assert "Redraw the unlocked tables" in next_step
    before = at(drawn, 2)
    post(swiss, "redraw", drawn, seed="0" * 16)
    assert at(drawn, 2) == before
    again = Round.objects.get(pk=drawn.pk)
    assert again.seed == seed_for(swiss.fresh.secret, again.number, again.attempt)
    assert "around locked tables: 2" in page_of(client, drawn)
    post(swiss, "lock", drawn, unlock="2")
    assert locked(drawn) == []


@pytest.mark.parametrize(
    "sent", [{}, {"lock": "2", "unlock": "2"}, {"lock": "x"}, {"lock": "2", "seen": "x"}]
)
def test_a_press_that_says_nothing_locks_nothing(swiss: Played, sent: dict[str, str]) -> None:
    drawn = swiss.draw()
    assert post(swiss, "lock", drawn, **sent).status_code == 302
    assert post(swiss, "redraw", drawn, seed="x").status_code == 302
    assert locked(drawn) == []


def test_the_change_by_hand_says_that_a_table_is_locked(swiss: Played) -> None:
    drawn = swiss.draw()
    lock(swiss, drawn, 1)
    (one,), (other,) = at(drawn, 1)[0], at(drawn, 2)[0]
    address = reverse("tournaments:round_change", args=[drawn.pk])
    page = unescape(client_of(swiss).get(address, {"one": one, "other": other}).content.decode())
    assert "A table that is locked would change. Unlock it first." in page
    assert "Changes" not in page


def test_many_entries_cost_no_more_to_ask_than_eight(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for size in (8, 24):
        event = an_event(SWISS, size)
        drawn = event.draw()
        lock(event, drawn, 1, 2)
        with django_assert_max_num_queries(27):
            running.redraw_others(event.by, drawn, SEED)
