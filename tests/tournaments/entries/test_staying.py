"""Entries that cannot move: said on the page of entries, kept in every draw and by hand, told to all."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from html import unescape
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from pytest_django import DjangoAssertNumQueries

from clubs.books import log
from clubs.books.verification import verify_log
from clubs.models import LogEntry
from scoring import recording
from scoring.recording import NotNow
from tests.conftest import LONG
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import EventAgreement, Phase
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.partners_by_standing import PARTNERS_BY_STANDING
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.models import Entry, PairingEntry, Round, Tournament
from tournaments.play.audit import check_event_draws
from tournaments.play.seating import get_seats, proposed_seats
from tournaments.public.event_view import load_event_view
from tournaments.running import RoundSeats

pytestmark = pytest.mark.django_db
DRAWN = [one for one in MOVEMENTS.values() if one is not BY_HAND]
SINGLES = {PARTNERS: 4, PARTNERS_BY_STANDING: 4, THREE_SIDED: 3}


def an_event(movement: Movement, size: int, rounds: int = 3, seed: int = 1) -> Played:
    three = movement.sides == 3
    what = agreed(
        movement,
        rounds=rounds,
        players=1 if movement.draws_partners else 2,
        sides=3 if three else 2,
        scheme=PLACES if three else SCL,
    )
    event = Played(what, seed=seed)
    event.enter(size)
    return event


def stays_alone(movement: Movement) -> bool:
    """Whether of two that never move one would have to: everybody meets everybody, or is a partner."""
    return movement.all_meet or movement.mixes_players or movement.bracket is not None


@pytest.fixture
def swiss() -> Played:
    return an_event(SWISS, 8)


def stay(event: Played, **tables: int | None) -> None:
    """`e3=2` lets entry 3 keep table 2."""
    for name, table in tables.items():
        running.set_fixed_table(event.by, event.entry(int(name[1:])), table)


def tables_of(event: Played, entry: int) -> list[int]:
    """Where an entry has played, round by round; nothing where it sat out."""
    rows = PairingEntry.objects.filter(entry__number=entry, round__tournament=event.event)
    rows = rows.exclude(pairing__table=None).exclude(round__state=Round.State.REMOVED)
    tables = rows.order_by("round__number").values_list("pairing__table", flat=True)
    return [table for table in tables if table is not None]


def client_of(event: Played) -> Client:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client


# --- drawn ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("movement", DRAWN, ids=str)
def test_who_stays_has_one_table_in_every_round(movement: Movement) -> None:
    event = an_event(movement, 9)
    stay(event, e5=2)
    if not stays_alone(movement):
        stay(event, e9=1)
    for _round in range(3):
        event.round()
    assert set(tables_of(event, 5)) == {2}
    # In a knock-out it may be out after its first game.
    assert len(tables_of(event, 5)) >= (2 if movement.bracket is None else 1)
    assert [fault for one in check_event_draws(event.fresh) for fault in one.faults] == []
    assert all(one.repeats for one in check_event_draws(event.fresh))


def test_a_table_beyond_those_that_play_is_kept_too(swiss: Played) -> None:
    recording.create_tables(swiss.by, swiss.club, ["12"], uuid4())
    stay(swiss, e3=12)
    drawn = swiss.draw()
    assert list(drawn.pairings.order_by("table").values_list("table", flat=True)) == [1, 2, 3, 12]
    assert get_seats(drawn) == proposed_seats(drawn)
    swiss.play(running.publish_round(swiss.by, drawn))
    assert tables_of(swiss, 3) == [12]


class RandomEvents(TestCase):
    @settings(max_examples=40 if LONG else 4, suppress_health_check=[HealthCheck.too_slow])
    @given(
        st.sampled_from([one for one in DRAWN if not stays_alone(one)]),
        st.integers(8, 40 if LONG else 10),
        st.integers(0, 9999),
        st.data(),
    )
    def test_whoever_stays_comes_late_or_leaves(
        self, movement: Movement, size: int, seed: int, data: st.DataObject
    ) -> None:
        event = an_event(movement, size, rounds=4, seed=seed)
        # One leaves: at tables of four too there is room for all others who stay.
        numbers = data.draw(st.lists(st.integers(1, size), unique=True, max_size=(size - 1) // 4))
        tables = data.draw(st.permutations(range(1, size // SINGLES.get(movement, 2) + 1)))
        kept = dict(zip(numbers, tables, strict=False))
        stay(event, **{f"e{number}": table for number, table in kept.items()})
        for number in range(1, 4):
            event.play(event.publish())
            if number == 1:
                leaving = data.draw(st.integers(1, size))
                running.withdraw(event.by, event.entry(leaving), "ill")
            event.close(event.event.rounds.get(number=number))
        assert all(set(tables_of(event, entry)) <= {table} for entry, table in kept.items())
        checked = check_event_draws(event.fresh)
        assert [fault for one in checked for fault in one.faults] == []
        assert all(one.repeats for one in checked)
        assert verify_log().broken == []


def test_the_reason_says_who_stays_and_the_names_are_told(swiss: Played) -> None:
    stay(swiss, e3=2)
    drawn = swiss.draw()
    (why,) = [one for one in drawn.pairings.get(table=2).reasons if one["why"] == "stays"]
    assert why == {"why": "stays", "entry": 3, "table": 2}
    page = unescape(client_of(swiss).get(reverse("tournaments:round", args=[drawn.pk])).content.decode())
    assert re.search(r"3\. [^<·]+ (is )?stationary at table 2", page)
    assert f"{load_event_view(swiss.fresh).entries[3].name} is stationary at table 2" in page


def test_so_many_may_stay_as_tables_play_and_the_draw_says_it_where_some_have_left(swiss: Played) -> None:
    stay(swiss, e1=1, e2=2, e3=3, e4=4)
    swiss.round()
    running.withdraw(swiss.by, swiss.entry(7), "ill")
    running.withdraw(swiss.by, swiss.entry(8), "ill")
    with pytest.raises(NotNow, match=r"4 entries are stationary, and 3 tables are in play"):
        swiss.draw()
    stay(swiss, e4=None)
    swiss.round()
    assert tables_of(swiss, 1) == [1, 1]


def test_in_a_round_robin_the_draw_says_in_which_round_two_would_meet() -> None:
    """Agreed on before it was refused (below)."""
    event = an_event(SWISS, 4)
    stay(event, e1=1, e4=2)
    Tournament.objects.filter(pk=event.event.pk).update(settings=agreed(ROUND_ROBIN).data())
    with pytest.raises(NotNow, match="Entries 1 and 4 would meet in this round, but neither can move"):
        event.draw()


def changed_to(event: Played, wanted: EventAgreement) -> None:
    plan = running.EventPlan(name="Spring", date=date(2026, 5, 2), ruleset="samba", agreement=wanted)
    running.change_event(event.by, event.event, plan)


def test_a_round_robin_is_not_agreed_on_once_two_keep_their_tables() -> None:
    event = an_event(SWISS, 4)
    stay(event, e1=1, e4=2)
    robin = (Phase(movement=SWISS, rounds=2), Phase(movement=ROUND_ROBIN, rounds=3))
    with pytest.raises(ValidationError) as refused:
        changed_to(event, replace(event.fresh.agreement, phases=robin))
    assert list(refused.value.message_dict) == ["phases"]
    changed_to(event, replace(event.fresh.agreement, hidden=True))
    running.withdraw(event.by, event.entry(4), "ill")
    changed_to(event, replace(event.fresh.agreement, phases=robin))


def test_tables_of_three_sides_are_not_agreed_on_where_more_keep_theirs_than_play() -> None:
    event = an_event(SWISS, 4)
    stay(event, e1=1, e3=2)
    three = agreed(THREE_SIDED, sides=3, scheme=PLACES)
    running.withdraw(event.by, event.entry(4), "ill")
    with pytest.raises(ValidationError, match="1 table is in play"):
        changed_to(event, three)
    event.enter(1)
    changed_to(event, three)


# --- said and refused -------------------------------------------------------------------------------------


def keeps(event: Played) -> dict[int, int | None]:
    rows = Entry.objects.filter(tournament=event.event, fixed_table__isnull=False)
    return dict(rows.values_list("number", "fixed_table"))


def test_it_is_said_taken_back_and_logged_once(swiss: Played) -> None:
    stay(swiss, e3=2)
    stay(swiss, e3=2)
    stay(swiss, e3=None)
    said = list(log.log_lines(LogEntry.objects.filter(act="entry.table_kept").order_by("number")))
    told = [
        (one.subject.partition(":")[0], change.label, change.before, change.after)
        for one in said
        for change in one.changes
    ]
    assert told == [("entry 3", "Table", "", "2"), ("entry 3", "Table", "2", "")]
    assert keeps(swiss) == {}
    assert verify_log().broken == []


@pytest.mark.parametrize(
    ("movement", "entry", "table", "said"),
    [
        (SWISS, 2, 1, "Entry 1 is stationary at this table."),
        (SWISS, 2, 9, "The highest table number here is 2."),
        (ROUND_ROBIN, 2, 2, "Here everybody meets everybody: one"),
    ],
)
def test_what_cannot_be_kept_is_refused(movement: Movement, entry: int, table: int, said: str) -> None:
    event = an_event(movement, 4)
    stay(event, e1=1)
    with pytest.raises(ValidationError, match=said):
        stay(event, **{f"e{entry}": table})
    assert keeps(event) == {1: 1}


def test_more_than_the_tables_that_play_is_refused() -> None:
    event = an_event(SWISS, 5)
    stay(event, e1=1, e2=2)
    with pytest.raises(ValidationError, match="2 tables are in play"):
        stay(event, e3=3)


def test_while_a_draw_waits_nobody_is_tied_to_a_table(swiss: Played) -> None:
    swiss.draw()
    with pytest.raises(NotNow, match="publish it first"):
        stay(swiss, e3=2)


def test_who_has_withdrawn_keeps_no_table_from_anybody(swiss: Played) -> None:
    stay(swiss, e3=2)
    running.withdraw(swiss.by, swiss.entry(3), "ill")
    with pytest.raises(NotNow):
        stay(swiss, e3=1)
    stay(swiss, e4=2)
    swiss.round()
    assert tables_of(swiss, 4) == [2]


def test_once_the_lines_move_nobody_changes_from_one_to_the_other() -> None:
    event = an_event(MITCHELL, 8)
    event.round()
    with pytest.raises(NotNow, match="The lines have started to move"):
        stay(event, e7=2)
    stay(event, e2=2)
    event.round()
    assert keeps(event) == {2: 2}


def test_many_entries_cost_no_more_to_ask_than_eight(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for size in (8, 24):
        event = an_event(SWISS, size)
        entry = event.entry(3)
        with django_assert_max_num_queries(16):
            running.set_fixed_table(event.by, entry, 2)


# --- the pages --------------------------------------------------------------------------------------------


def test_the_page_of_entries_leads_there_and_says_it_afterwards(swiss: Played) -> None:
    client, entries = client_of(swiss), reverse("tournaments:entries", args=[swiss.event.pk])
    address = reverse("tournaments:keep_table", args=[swiss.entry(3).pk])
    assert address in client.get(entries).content.decode()
    answer = client.post(address, {"table": "9"})
    assert "The highest table number here is 4." in answer.content.decode()
    answer = client.post(address, {"table": "2"})
    assert answer["Location"] == f"{entries}#entry-3"
    assert "stationary at table 2" in client.get(entries).content.decode()
    client.post(address, {"table": ""})
    assert keeps(swiss) == {}


def test_everybody_reads_beside_the_name_that_a_side_stays(swiss: Played) -> None:
    stay(swiss, e3=2)
    swiss.publish()
    page = Client().get(reverse("tournaments:event_round", args=[swiss.event.pk, 1])).content.decode()
    assert page.count("stationary") == 1


# --- by hand ----------------------------------------------------------------------------------------------


def opponent_of(seats: RoundSeats, entry: int) -> int:
    (sides,) = [sides for sides in seats.tables if (entry,) in sides]
    ((other,),) = [side for side in sides if side != (entry,)]
    return other


def page_of(event: Played, drawn: Round, **asked: int) -> str:
    answer = client_of(event).get(reverse("tournaments:round_change", args=[drawn.pk]), asked)
    return unescape(answer.content.decode())


def test_who_stays_is_not_moved_by_hand(swiss: Played) -> None:
    stay(swiss, e3=2)
    drawn = swiss.draw()
    before = get_seats(drawn)
    (elsewhere,) = before.tables[0][0]
    with pytest.raises(ValidationError, match="Entry 3 cannot move: it is stationary at table 2"):
        running.set_by_hand(swiss.by, drawn, before.with_exchanged(3, elsewhere))
    assert get_seats(drawn) == before


def test_where_it_changes_places_the_other_comes_to_its_table(swiss: Played) -> None:
    stay(swiss, e3=2)
    drawn = swiss.draw()
    before = get_seats(drawn)
    (elsewhere,), (opposite,) = before.tables[0]
    page = page_of(swiss, drawn, one=3, other=elsewhere)
    assert "Changes" in page
    wanted = before.with_exchanged(3, elsewhere).with_fixed_tables({3: 2})
    assert f'name="looked" value="{wanted.fingerprint}"' in page
    running.set_by_hand(swiss.by, drawn, wanted)
    assert (opponent_of(get_seats(drawn), 3), tables_of(swiss, 3)) == (opposite, [2])


def test_two_who_stay_are_brought_together_by_nobody(swiss: Played) -> None:
    stay(swiss, e3=2, e4=1)
    drawn = swiss.draw()
    before = get_seats(drawn)
    other = opponent_of(before, 4)
    assert "cannot meet: neither can move." in page_of(swiss, drawn, one=3, other=other)
    with pytest.raises(ValidationError, match=r"Entries \d and \d cannot meet"):
        running.set_by_hand(swiss.by, drawn, before.with_exchanged(3, other))


def test_a_wrong_table_is_said_at_its_field(swiss: Played) -> None:
    stay(swiss, e3=2)
    drawn = running.draw_round(swiss.by, swiss.event, "seed", by_hand=True)
    typed = {f"table{1 + at // 2}-side{at % 2}": str(at + 1) for at in range(8)} | {"out": ""}
    address = reverse("tournaments:round_change", args=[drawn.pk])
    typed |= {"table1-side0": "3", "table2-side0": "1", "seen": get_seats(drawn).fingerprint}
    page = unescape(client_of(swiss).post(address, typed).content.decode())
    assert re.search(r"3\. [^<]+ (is )?stationary at table 2\.", page)
    assert "Changes" not in page
    fits = typed | {"table1-side0": "1", "table2-side0": "3"}
    assert "Changes" in client_of(swiss).post(address, fits).content.decode()


def test_an_empty_table_between_others_stays_empty(swiss: Played) -> None:
    drawn = swiss.draw()
    pairs = [((1,), (2,)), (), ((3,), (4,)), ((5,), (6,)), ((7,), (8,))]
    running.set_by_hand(swiss.by, drawn, RoundSeats(tables=pairs))
    assert list(drawn.pairings.order_by("table").values_list("table", flat=True)) == [1, 3, 4, 5]
    assert get_seats(drawn).tables == tuple(pairs)
