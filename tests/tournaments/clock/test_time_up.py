"""Time ran out: the games of all tables are ended by one act, and go on by one undo."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.ways_back import last_acts
from clubs.models import LogEntry, Role
from scoring import recording
from scoring.models import Game
from tests.builders import a_user, an_author
from tests.scoring.support.played import a_deal
from tests.tournaments.clock.test_clock_acts import Evening, client_of
from tests.tournaments.support.events import agreed
from tournaments import running
from tournaments.clock.panel import ClockPanel, load_panel
from tournaments.clock.time_up import load_round_at_time_up
from tournaments.desk.late_deals import late_deals_of
from tournaments.models import Entry, Round, RoundClock
from tournaments.play.clock import load_times

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """Four tables: two with a deal, one in the middle of a deal, one without any."""
    played = Evening(agreed(clock_minutes=50))
    played.enter(8)
    played.drawn = played.publish()
    played.start()
    first, second, third, _fourth = played.games(played.drawn)
    for game in (first, second, third):
        recording.record_deal(played.by, game, a_deal())
    recording.start_deal(played.by, third, 2, uuid4())
    return played


def ended(evening: Evening) -> list[bool]:
    return [game.ended_by == "time" and game.over for game in evening.games(evening.drawn)]


def end(evening: Evening) -> None:
    now = load_round_at_time_up(evening.drawn)
    running.end_round_by_time(evening.at(61), evening.drawn, now.games, uuid4())


def test_it_ends_the_games_in_which_no_deal_is_being_played(evening: Evening) -> None:
    now = load_round_at_time_up(evening.drawn)
    assert (now.ends, now.in_a_deal, now.without_deal) == ([1, 2], [3], [4])
    totals = [[side.total for side in game.sides.all()] for game in evening.games(evening.drawn)]
    end(evening)
    assert ended(evening) == [True, True, False, False]
    assert totals == [[side.total for side in game.sides.all()] for game in evening.games(evening.drawn)]
    with pytest.raises(NotNow, match="No game can be ended"):
        running.end_round_by_time(evening.by, evening.drawn, now.games, uuid4())


def test_one_undo_lets_all_of_them_go_on(evening: Evening) -> None:
    end(evening)
    listed = [act.label for act in last_acts(evening.fresh.book)]
    assert "Lets the game go on." not in listed
    evening.undo(evening.at(62))
    assert ended(evening) == [False] * 4
    assert all(game.state == Game.State.OPEN for game in evening.games(evening.drawn))
    assert verify_log().broken == []
    end(evening)
    assert ended(evening)[:2] == [True, True]


def test_nothing_is_undone_where_a_table_has_signed(evening: Evening) -> None:
    end(evening)
    first, second, *_others = evening.games(evening.drawn)
    Game.objects.filter(pk=second.pk).update(state=Game.State.SIGNED)
    with pytest.raises(NotNow):
        running.let_round_go_on(evening.at(62), evening.drawn, [first.pk, second.pk])
    assert ended(evening)[:2] == [True, True]
    assert last_acts(evening.fresh.book)[0].why_not == "A table has signed. Open its game again first."


def test_only_a_director_ends_a_round_by_time(evening: Evening) -> None:
    scorer = an_author(a_user(Role.Kind.SCORER, book=evening.event.book))
    with pytest.raises(PermissionDenied):
        running.end_round_by_time(scorer, evening.drawn, [1], uuid4())


def test_sent_twice_it_is_done_once(evening: Evening) -> None:
    key, games = uuid4(), load_round_at_time_up(evening.drawn).games
    running.end_round_by_time(evening.at(61), evening.drawn, games, key)
    running.end_round_by_time(evening.at(61), evening.drawn, games, key)
    assert LogEntry.objects.filter(act="round.time_up").count() == 1
    assert LogEntry.objects.filter(act="game.ended_with_round").count() == 2


def test_the_page_says_before_what_it_ends_and_offers_to_take_it_back(evening: Evening) -> None:
    client, address = client_of(evening), reverse("tournaments:time_up", args=[evening.drawn.pk])
    text = client.get(address).content.decode()
    assert "The games end with the totals that they have: table 1, 2." in text
    assert "A deal is being played, and its game goes on: table 3." in text
    assert "No deal has been recorded, and nothing is ended: table 4." in text
    games = load_round_at_time_up(evening.drawn).as_value
    text = client.post(address, {"games": games, "key": str(uuid4())}, follow=True).content.decode()
    assert "The games are ended by time." in text
    assert "Undo</a>" in text
    assert "No game can be ended now." in client.get(address).content.decode()


def test_what_players_are_told_is_what_was_agreed() -> None:
    for end_of_clock, words in (("annul", "not finished counts nothing"), ("stop_at_once", "Stop at once")):
        evening = Evening(agreed(clock_minutes=50, clock_end=end_of_clock))
        evening.begin()
        evening.start()
        page = reverse("tournaments:event_round", args=[evening.event.pk, 1])
        assert words in client_of(evening).get(page).content.decode()


# What needs a director meanwhile.


def panel(evening: Evening, minutes: float) -> ClockPanel:
    drawn = Round.objects.select_related("tournament").get(pk=evening.drawn.pk)
    found = load_panel(drawn, load_times(drawn), evening.at(minutes).at, directs=True)
    assert found is not None
    return found


def test_a_deal_begun_after_the_signal_is_not_blocked_and_the_director_sees_it() -> None:
    evening = Evening(agreed(clock_minutes=50))
    evening.begin()
    evening.start()
    first, second = evening.games(evening.drawn)
    recording.start_deal(evening.at(49), first, 1, uuid4())
    assert late_deals_of(evening.event) == []
    running.give_minutes(evening.at(50), evening.drawn.pairings.get(table=1), 3, uuid4())
    recording.start_deal(evening.at(52), second, 1, uuid4())
    # The other table has three minutes more.
    assert [(one.table, one.deal) for one in late_deals_of(evening.event)] == [(2, 1)]
    for name, pk in (("round", evening.drawn.pk), ("desk", evening.event.pk)):
        text = client_of(evening).get(reverse(f"tournaments:{name}", args=[pk])).content.decode()
        assert f'id="late-{second.pk}-' in text
        assert "Deal 1 was begun after the signal. Was its last card dealt before?" in text
    Game.objects.filter(pk=second.pk).update(state=Game.State.SIGNED)
    text = client_of(evening).get(reverse("tournaments:desk", args=[evening.event.pk])).content.decode()
    assert "after the signal" not in text


@pytest.mark.parametrize(
    ("ticked", "is_agreed"), [(["0", "1"], True), (["0"], False), ([], False), (["x"], False)]
)
def test_after_the_signal_both_sides_are_asked_and_what_they_say_is_shown(
    ticked: list[str], is_agreed: bool
) -> None:
    evening = Evening(agreed(clock_minutes=50))
    tables = recording.create_tables(evening.by, evening.club, ["1", "2"], uuid4())
    evening.begin()
    evening.start()
    phone, table = Client(), reverse("scoring:table", args=[tables[0].secret])
    text = phone.get(table).content.decode()
    assert "Was the last card of this deal dealt before?" in text
    assert text.count('name="in_time"') == 2
    game = evening.games(evening.drawn)[0]
    sent = {"number": "1", "game": str(game.pk), "key": str(uuid4()), "in_time": ticked}
    assert phone.post(reverse("scoring:table_start", args=[tables[0].secret]), sent).status_code == 302
    (late,) = late_deals_of(evening.event)
    assert (late.table, late.agree, late.sides, late.is_agreed) == (1, len(set(ticked) - {"x"}), 2, is_agreed)
    text = client_of(evening).get(reverse("tournaments:round", args=[evening.drawn.pk])).content.decode()
    assert ("All sides say that its last card was dealt before." in text) == is_agreed
    assert ("Only 1 side says that its last card was dealt before." in text) == (ticked == ["0"])


def test_a_table_without_a_deal_after_the_late_limit_is_named_with_its_walkover() -> None:
    evening = Evening(agreed(clock_minutes=50, clock_late=10))
    evening.begin()
    evening.start()
    recording.start_deal(evening.at(3), evening.games(evening.drawn)[0], 1, uuid4())
    assert panel(evening, 9.9).missing == ()
    running.pause_clock(evening.at(9.9), evening.drawn)
    running.resume_clock(evening.at(19.9), evening.drawn)
    assert panel(evening, 19).missing == ()
    late = panel(evening, 20)
    assert [one.table for one in late.missing] == [2]
    assert late.missing_since == evening.at(20).at
    page = reverse("tournaments:round", args=[evening.drawn.pk])
    judge = reverse("tournaments:judge", args=[evening.drawn.pairings.get(table=2).pk])
    text = client_of(evening).get(page).content.decode()
    assert "a side that is missing loses" in text
    assert f'<a href="{judge}?late=1">Table 2</a>' in text


@pytest.mark.parametrize(("here", "at_fault"), [((1,), 1), ((0, 1), ""), ((), "")])
def test_the_walkover_of_a_late_side_is_filled_in(here: tuple[int, ...], at_fault: object) -> None:
    evening = Evening(agreed(clock_minutes=50, clock_late=10))
    evening.begin()
    pairing = evening.drawn.pairings.get(table=1)
    Entry.objects.filter(tournament=evening.event).update(state=Entry.State.ENTERED)
    for side in here:
        entry = pairing.entered.get(side=1 - side).entry
        Entry.objects.filter(pk=entry.pk).update(state=Entry.State.PRESENT)
    judge = reverse("tournaments:judge", args=[pairing.pk])
    form = client_of(evening).get(judge, {"late": "1"}).context["form"]
    assert (form["kind"].value(), form["at_fault"].value()) == ("walkover", at_fault)
    assert form["reason"].value() == "Not at the table at the late limit."
    assert client_of(evening).get(judge).context["form"]["kind"].value() == "played"


def test_the_page_says_so_while_time_is_not_up_yet(evening: Evening) -> None:
    page = reverse("tournaments:time_up", args=[evening.drawn.pk])
    RoundClock.objects.update(started_at=timezone.now())
    end = timezone.localtime(evening.times.playing[0].clock.stops_at)
    said = f"Time is not up yet: the last table plays until {end:%H:%M}."
    assert said in client_of(evening).get(page).content.decode()
    RoundClock.objects.update(started_at=timezone.now() - timedelta(hours=3))
    assert "Time is not up yet" not in client_of(evening).get(page).content.decode()


def test_where_time_begins_with_a_deal_nobody_is_late() -> None:
    evening = Evening(agreed(clock_minutes=50))
    evening.begin()
    evening.start(running.ClockTerms(minutes=50, by_table=True))
    assert panel(evening, 40).missing == ()
