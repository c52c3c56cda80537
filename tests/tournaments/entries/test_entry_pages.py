"""The pages of an event's entries: who is here, who comes, which lots were drawn, who plays for whom."""

from __future__ import annotations

import gzip
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import LogEntry, Player, Role, User
from scoring import recording
from scoring.models import Seat
from tests.builders import a_player, a_user
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.entries.list import arrival_limit
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.play import entry_queries, queries

pytestmark = pytest.mark.django_db
KEY = "6f1f5a0e-0d6c-4b6f-9a6b-0d7b0f1c2d3e"
MOST_BYTES = 60_000
SINGLES = agreed(PARTNERS, players=1)


def client_of(user: User | None) -> Client:
    client = Client()
    assert user is not None
    client.force_login(user)
    return client


@pytest.fixture
def event() -> Played:
    played = Played(agreed(SWISS))
    played.enter(4)
    return played


@pytest.fixture
def director(event: Played) -> Client:
    return client_of(event.by.user)


@pytest.fixture
def scorer(event: Played) -> Client:
    return client_of(a_user(Role.Kind.SCORER, club=event.club))


def address(name: str, event: Played) -> str:
    return reverse(f"tournaments:{name}", args=[event.event.pk])


def page_of(client: Client, name: str, event: Played, **asked: str) -> str:
    return client.get(address(name, event), asked).content.decode()


def states(event: Played) -> list[str]:
    return list(event.event.entries.order_by("number").values_list("state", flat=True))


def names_of(entry: Entry) -> list[str]:
    return [place.player.name for place in entry.places.select_related("player").order_by("position")]


# Who is here.


def test_a_tap_says_who_is_here_and_a_second_one_the_same_again(event: Played, scorer: Client) -> None:
    for _tap in range(2):
        answer = scorer.post(address("check_in", event), {"here": "2"})
        assert answer.headers["Location"] == f"{address('entries', event)}#entry-2"
    assert states(event) == ["entered", "present", "entered", "entered"]
    assert LogEntry.objects.filter(book=event.event.book, act="entry.checked").count() == 1
    for _tap in range(2):
        scorer.post(address("check_in", event), {"away": "2"})
    assert states(event) == ["entered"] * 4


def test_two_who_check_in_at_two_doors_disturb_each_other_in_nothing(
    event: Played, scorer: Client, director: Client
) -> None:
    """Both have the page as it was before either has tapped."""
    for client, number in ((scorer, "1"), (director, "1"), (scorer, "3"), (director, "4")):
        assert client.post(address("check_in", event), {"here": number}).status_code == 302
    assert states(event) == ["present", "entered", "present", "present"]


def test_with_a_script_the_list_alone_comes_back_as_it_was_searched(event: Played, scorer: Client) -> None:
    asked = {"here": "2", "q": "2"}
    part = scorer.post(address("check_in", event), asked, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert re.findall(r'id="entry-(\d+)" class="here"', part) == ["2"]
    assert "1 of 4 is here." not in part
    assert "1 of 4 present." in part


def test_without_a_script_the_search_stays(event: Played, scorer: Client) -> None:
    answer = scorer.post(address("check_in", event), {"here": "2", "q": "Berg å"})
    assert answer.headers["Location"] == f"{address('entries', event)}?q=Berg+%C3%A5#entry-2"


@pytest.mark.parametrize(
    "sent", [{}, {"here": "99"}, {"here": "x"}, {"here": "1", "away": "1"}, {"away": "-1"}]
)
def test_a_tap_on_nobody_changes_nothing_and_says_so(
    event: Played, scorer: Client, sent: dict[str, str]
) -> None:
    answer = scorer.post(address("check_in", event), sent, follow=True)
    assert "No entry has this number." in answer.content.decode()
    part = scorer.post(address("check_in", event), sent, headers={"HX-Request": "true"}).content.decode()
    assert "No entry has this number." in part
    assert states(event) == ["entered"] * 4


def test_who_has_withdrawn_is_not_waited_for_and_not_checked_in(event: Played, scorer: Client) -> None:
    running.withdraw(event.by, event.entry(3), "ill")
    answer = scorer.post(address("check_in", event), {"here": "3"}, follow=True)
    page = answer.content.decode()
    assert "This entry has withdrawn." in page
    assert "0 of 3 present." in page
    assert 'id="here-3"' not in page


def test_the_top_of_the_list_names_who_is_missing(event: Played, scorer: Client) -> None:
    assert "Missing:" not in page_of(scorer, "entries", event)
    for number in ("1", "2"):
        scorer.post(address("check_in", event), {"here": number})
    (top,) = re.findall(r'<p class="counted.*?</p>', page_of(scorer, "entries", event), re.DOTALL)
    assert "2 of 4 present." in top
    assert re.findall(r'href="#entry-(\d+)"', top) == ["3", "4"]


def test_the_list_is_searched_by_name_and_by_number(event: Played, scorer: Client) -> None:
    wanted = names_of(event.entry(3))[1]
    for asked in (wanted, wanted.upper(), "3"):
        assert re.findall(r'id="entry-(\d+)"', page_of(scorer, "entries", event, q=asked)) == ["3"]
    assert "0 found" in page_of(scorer, "entries", event, q="nobody")


def test_a_scorer_checks_in_and_enters_nobody(event: Played, scorer: Client) -> None:
    page = page_of(scorer, "entries", event)
    assert 'name="here"' in page
    for name in ("withdraw", "entries/new", "pairs", "lots"):
        assert f"/{name}/" not in page
    assert scorer.get(address("entry_new", event)).status_code == 403


def test_who_ticks_off_prints_the_start_list_too(event: Played, scorer: Client, director: Client) -> None:
    for client in (scorer, director):
        assert page_of(client, "entries", event).count("data-prints") == 1


def test_the_jury_looks_and_taps_nothing(event: Played) -> None:
    jury = client_of(a_user(Role.Kind.JURY, club=event.club))
    assert 'name="here"' not in page_of(jury, "entries", event)
    assert jury.post(address("check_in", event), {"here": "1"}).status_code == 403


def test_nobody_is_checked_in_when_the_result_is_official(event: Played, director: Client) -> None:
    Tournament.objects.filter(pk=event.event.pk).update(state=Tournament.State.OFFICIAL)
    page = page_of(director, "entries", event)
    assert 'name="here"' not in page
    assert 'class="counted' not in page


def test_a_page_that_has_seen_the_state_is_told_that_nothing_is_new(event: Played, scorer: Client) -> None:
    tag = scorer.get(address("entries", event)).headers["ETag"]
    known = {"If-None-Match": tag}
    assert scorer.get(address("entries", event), headers=known).status_code == 304
    scorer.post(address("check_in", event), {"here": "1"})
    assert scorer.get(address("entries", event), headers=known).status_code == 200


def test_the_list_asks_as_much_for_twelve_entries_as_for_four() -> None:
    asked = []
    for size in (4, 12):
        event = Played(agreed(SWISS))
        event.enter(size)
        game = event.games(event.publish())[0]
        put_in(event, game_pairing(event, 1), a_player(club=event.club))
        assert game.pk
        director = client_of(event.by.user)
        with CaptureQueriesContext(connection) as captured:
            director.get(address("entries", event))
        asked.append(len(captured))
    assert asked[0] == asked[1]
    assert asked[0] <= 16


def test_a_long_list_has_pages_that_a_tap_and_a_search_go_on_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.entries.views._ROWS_PER_PAGE", 4)
    event = Played(SINGLES)
    event.enter(9)
    client, url = client_of(event.by.user), address("entries", event)
    first = page_of(client, "entries", event)
    assert first.count('name="here"') == 4
    assert "0 of 9 present." in first
    assert 'href="?page=2#entries"' in first
    assert first.count("data-prints") == 0
    assert f"/events/{event.event.pk}/papers/start-list/" in first
    answer = client.post(address("check_in", event), {"here": "6", "page": "2"})
    assert answer["Location"] == f"{url}?page=2#entry-6"
    second = client.get(url, {"page": "2"}).content.decode()
    assert 'id="entry-6" class="here"' in second
    assert 'href="?q=1#entry-1"' in second  # who is missing, on another page
    by_number = client.get(url, {"q": "9"}).content.decode()
    assert re.findall(r'<li id="(entry-\d+)"', by_number) == ["entry-9"]


def test_a_page_of_the_list_is_light_enough_for_a_phone() -> None:
    event = Played(SINGLES)
    event.enter(101)
    page = client_of(event.by.user).get(address("entries", event)).content
    assert page.count(b'name="here"') == 100
    assert len(gzip.compress(page)) < MOST_BYTES


# The late limit.


def begins(event: Played, minutes: int) -> None:
    """The event begins in so many minutes."""
    Tournament.objects.filter(pk=event.event.pk).update(
        starts_at=timezone.now() + timedelta(minutes=minutes, seconds=30)
    )


def test_without_a_time_there_is_no_late_limit(event: Played, scorer: Client) -> None:
    assert "loses by walkover" not in page_of(scorer, "entries", event)


@pytest.mark.parametrize(
    ("minutes", "left", "passed"),
    [(10, 40 * 60 + 29, False), (-10, 20 * 60 + 29, False), (-31, None, True), (60 * 24, None, False)],
    ids=["before it begins", "after it has begun", "over", "tomorrow"],
)
def test_the_server_says_how_long_one_may_still_come(
    event: Played, scorer: Client, minutes: int, left: int | None, passed: bool
) -> None:
    begins(event, minutes)
    page = page_of(scorer, "entries", event)
    assert "loses by walkover" in page
    (counted,) = re.findall(r'data-left="(\d+)"', page) or [None]
    assert counted is left is None or abs(int(counted or 0) - (left or 0)) <= 5
    assert ("<b>That time has passed.</b>" in page) is passed


def test_the_limit_is_that_of_the_first_round_and_of_who_is_missing(event: Played, scorer: Client) -> None:
    begins(event, 10)
    event.round()
    assert arrival_limit(event.fresh, event.event.rounds.get(), timezone.now()) is None
    other = Played(agreed(SWISS))
    other.enter(2)
    begins(other, 10)
    for number in (1, 2):
        running.check_in(other.by, other.entry(number))
    assert "loses by walkover" not in page_of(client_of(other.by.user), "entries", other)


def test_who_is_missing_at_a_table_leads_to_the_walkover(event: Played, director: Client) -> None:
    event.publish()
    running.check_in(event.by, event.entry(1))
    pairing = Pairing.objects.get(entered__entry=event.entry(2))
    page = page_of(director, "entries", event)
    assert page.count(reverse("tournaments:judge", args=[pairing.pk])) >= 1
    assert page.count("/judge/") == 3


# Who comes, by search.


def chosen(answer: HttpResponseBase) -> str:
    return answer.headers["Location"]


def test_a_pair_is_entered_by_two_taps(event: Played, director: Client) -> None:
    (one, other) = event.players()
    here = address("entry_new", event)
    assert f'value="{one.pk}"' in page_of(director, "entry_new", event, q=one.family_name)
    step = director.post(here, {"chosen": "", "coming": one.pk})
    assert chosen(step) == f"{here}?chosen={one.pk}"
    second = director.get(chosen(step)).content.decode()
    assert f"<b>{one.name}</b>" in second
    assert f'name="coming" value="{one.pk}"' not in second
    done = director.post(here, {"chosen": str(one.pk), "coming": other.pk}, follow=True)
    assert f"{one.name} – {other.name}: entered as number 5." in done.content.decode()
    assert names_of(event.entry(5)) == [one.name, other.name]


def test_a_single_player_is_entered_by_one_tap() -> None:
    event = Played(SINGLES)
    (player,) = event.players()
    client_of(event.by.user).post(address("entry_new", event), {"coming": player.pk})
    assert names_of(event.entry(1)) == [player.name]


def test_the_last_tap_twice_makes_one_entry(event: Played, director: Client) -> None:
    (one, other) = event.players()
    for _tap in range(2):
        sent = {"chosen": str(one.pk), "coming": other.pk}
        assert chosen(director.post(address("entry_new", event), sent)) == address("entry_new", event)
    assert event.event.entries.count() == 5


def test_two_who_enter_the_same_pair_at_once_make_one_entry(
    event: Played, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one's entry comes in between the look and the act."""
    pair = event.players()
    look = entry_queries.find_entry
    looks = iter([lambda *_given: running.enter_pairs(event.by, event.event, [pair]) and None])
    monkeypatch.setattr(entry_queries, "find_entry", lambda *given: next(looks, look)(*given))
    sent = {"chosen": str(pair[0].pk), "coming": pair[1].pk}
    answer = director.post(address("entry_new", event), sent, follow=True)
    assert "entered as number 5." in answer.content.decode()
    assert event.event.entries.count() == 5


def test_who_is_entered_already_is_shown_with_the_number_and_refused(event: Played, director: Client) -> None:
    place = event.entry(3).places.select_related("player").first()
    assert place is not None
    found = page_of(director, "entry_new", event, q=place.player.name)
    assert "already entered as number 3" in found
    assert f'value="{place.player_id}"' not in found
    (new, _other) = event.players()
    for sent in ({"coming": place.player_id}, {"chosen": str(new.pk), "coming": place.player_id}):
        page = director.post(f"{address('entry_new', event)}?q=%C3%A5", sent).content.decode()
        assert f"{place.player.name} is already entered as number 3." in page
        assert 'name="q" value="å"' in page
    assert f"<b>{new.name}</b>" in page
    assert event.event.entries.count() == 4


def test_nobody_plays_with_himself_and_no_stranger_plays(event: Played, director: Client) -> None:
    (one, _other) = event.players()
    stranger = a_player()
    sent = {"chosen": str(one.pk), "coming": one.pk}
    assert (
        f"{one.name} has already been chosen."
        in director.post(address("entry_new", event), sent).content.decode()
    )
    for wrong in (str(stranger.pk), "x", "9" * 30, ""):
        answer = director.post(address("entry_new", event), {"chosen": wrong, "coming": stranger.pk})
        assert "Choose one of these players." in answer.content.decode()
    assert event.event.entries.count() == 4


def test_a_search_while_typing_fetches_the_found_alone(event: Played, director: Client) -> None:
    (one, _other) = event.players()
    asked = {"q": one.family_name, "chosen": ""}
    answer = director.get(address("entry_new", event), asked, headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert part.lstrip().startswith('<div id="found"')
    assert one.name in part
    assert "HX-Request" in answer.headers["Vary"]


def test_enter_leads_to_the_only_one_who_is_found_and_enter_again_chooses(
    event: Played, director: Client
) -> None:
    (one, _other) = event.players()
    button = f'<button name="coming" value="{one.pk}" autofocus>'
    assert button not in page_of(director, "entry_new", event, q=one.name)
    sent = page_of(director, "entry_new", event, q=one.name, go="1")
    assert button in sent
    assert sent.count("autofocus") == 1
    for words in ("", event.entry(3).places.select_related("player")[0].player.name):
        nobody = page_of(director, "entry_new", event, q=words, go="1")
        assert 'spellcheck="false" autofocus' in nobody
        assert nobody.count("autofocus") == 1


def test_numbers_beyond_a_thousand_are_sent_as_they_are() -> None:
    event = Played(SINGLES)
    a_player(club=event.club, id=1_234_567)
    director = client_of(event.by.user)
    assert 'value="1234567"' in page_of(director, "entry_new", event)
    director.post(address("entry_new", event), {"coming": "1234567"})
    Entry.objects.filter(tournament=event.event).update(number=1_200)
    assert 'name="here" value="1200"' in page_of(director, "entries", event)


# Who comes late.


def test_the_page_says_what_it_means_to_come_now() -> None:
    event = Played(agreed(MITCHELL, rounds=4))
    event.enter(5)
    director = client_of(event.by.user)
    assert "place is free" not in page_of(director, "entry_new", event)
    event.round()
    assert "One place is free: a newcomer takes it from round 2 on" in page_of(director, "entry_new", event)
    one, other = event.players()
    data = {"chosen": str(one.pk), "coming": other.pk}
    done = director.post(address("entry_new", event), data, follow=True).content.decode()
    assert "entered as number 6, plays from round 2 on." in done
    assert event.entry(6).from_round == 2
    for name in ("entry_new", "pairs"):
        assert "there is no free" in page_of(director, name, event)
    three, four = event.players()
    refused = director.post(address("entry_new", event), {"chosen": str(three.pk), "coming": four.pk})
    assert "there is no free" in refused.content.decode()
    assert event.event.entries.count() == 6
    event.draw()
    assert "A round has been drawn but not published." in page_of(director, "entry_new", event)


def test_where_rounds_follow_the_standings_who_comes_late_has_missed_those_before(
    event: Played, director: Client
) -> None:
    event.round()
    assert "plays from round 2 on and has missed the earlier ones" in page_of(director, "entry_new", event)
    one, other = event.players()
    pasted = {"names": f"{one.name} – {other.name}"}
    done = director.post(address("pairs", event), pasted, follow=True).content.decode()
    assert "1 entry has been made and plays from round 2 on." in done


# By a pasted list.


def test_single_players_are_pasted_one_a_line() -> None:
    event = Played(SINGLES)
    players = [a_player(club=event.club) for _player in range(250)]
    director = client_of(event.by.user)
    director.post(address("pairs", event), {"names": "\n".join(player.name for player in players)})
    assert event.event.entries.count() == 250
    assert names_of(event.entry(250)) == [players[-1].name]
    assert "Players" in page_of(director, "pairs", event)


def test_a_name_that_is_wrong_is_said_at_its_line_and_everything_stays(
    event: Played, director: Client
) -> None:
    new = event.players()
    (place, _other) = event.entry(2).places.select_related("player")
    text = f"{new[0].name} – {new[1].name}\r\nNils Nobody – {place.player.name}\r\nX"
    page = director.post(address("pairs", event), {"names": text}).content.decode()
    assert "Nils Nobody is new: add this name to the club" in page
    assert "Line 3: write two names" in page
    assert f"{new[0].name} – {new[1].name}" in page
    assert event.event.entries.count() == 4
    text = f"{new[0].name} – {new[1].name}\n{place.player.name} – {new[0].name}"
    page = director.post(address("pairs", event), {"names": text}).content.decode()
    assert f"Line 2: {place.player.name} is already entered as number 2." in page
    assert f"Line 2: {new[0].name} is already on line 1." in page


def test_who_has_left_the_club_is_not_entered(event: Played, director: Client) -> None:
    gone, stays = event.players()
    gone.memberships.update(until=timezone.localdate())
    page = director.post(address("pairs", event), {"names": f"{gone.name} – {stays.name}"}).content.decode()
    assert f"the club has no player called “{gone.name}”" in page
    assert event.event.entries.count() == 4


# Lots.


def lots_of(event: Played) -> list[int | None]:
    return list(event.event.entries.order_by("number").values_list("lot", flat=True))


def sent_lots(*lots: int | str, seen: str = "") -> dict[str, str]:
    named = {f"entry{number}-lot": str(lot) for number, lot in enumerate(lots, start=1)}
    return named | {"seen": seen}


def test_lots_are_written_down_changed_and_taken_back(event: Played, director: Client) -> None:
    director.post(address("lots", event), sent_lots(3, 1, 4, ""))
    assert lots_of(event) == [3, 1, 4, None]
    assert 'value="1:3 2:1 3:4"' in page_of(director, "lots", event)
    director.post(address("lots", event), sent_lots(1, 3, "", 2, seen="1:3 2:1 3:4"))
    assert lots_of(event) == [1, 3, None, 2]


def test_the_same_lot_twice_is_refused_at_both_fields(event: Played, director: Client) -> None:
    answer = director.post(address("lots", event), sent_lots(3, 1, 3, 2))
    errors = answer.context["form"].errors
    assert errors == {
        "entry1-lot": ["Number 3 has this lot too."],
        "entry3-lot": ["Number 1 has this lot too."],
    }
    assert lots_of(event) == [None] * 4
    with pytest.raises(Exception, match="no two the same"):
        running.draw_lots(event.by, event.event, {1: 5, 2: 5})
    running.draw_lots(event.by, event.event, {1: 5})
    with pytest.raises(Exception, match="no two the same"):
        running.draw_lots(event.by, event.event, {2: 5})
    with pytest.raises(Exception, match="No entry has this number"):
        running.draw_lots(event.by, event.event, {9: 6})


def test_lots_sent_twice_are_written_once(event: Played, director: Client) -> None:
    for _tap in range(2):
        assert director.post(address("lots", event), sent_lots(1, 2, 3, 4)).status_code == 302
    assert LogEntry.objects.filter(act="event.lots_drawn").count() == 1


def test_of_two_who_write_lots_the_second_sees_what_the_first_has_written(
    event: Played, director: Client
) -> None:
    director.post(address("lots", event), sent_lots(3, 1, "", ""))
    answer = director.post(address("lots", event), sent_lots("", "", 2, 4))
    page = answer.content.decode()
    assert "Somebody else has entered lots in the meantime." in page
    assert "Currently entered: 3" in page
    assert lots_of(event) == [3, 1, None, None]
    assert 'name="seen" value="1:3 2:1"' in page
    director.post(address("lots", event), sent_lots(3, 1, 2, 4, seen="1:3 2:1"))
    assert lots_of(event) == [3, 1, 2, 4]


def test_the_page_says_when_lots_decide_nothing(event: Played, director: Client) -> None:
    assert "anything entered here has no effect" in page_of(director, "lots", event)
    asked = Played(agreed(SWISS, chain=("points", "lot")))
    asked.enter(2)
    assert "anything entered here has no effect" not in page_of(client_of(asked.by.user), "lots", asked)


# Substitutes.


def game_pairing(event: Played, table: int) -> Pairing:
    return Pairing.objects.select_related("game__book").get(
        round__tournament=event.event, round__state=Round.State.PUBLISHED, table=table
    )


def seats_of(pairing: Pairing) -> list[Seat]:
    seats = Seat.objects.filter(side__game=pairing.game, until_deal=None).select_related("player", "side")
    return list(seats.order_by("side__number", "position"))


def put_in(event: Played, pairing: Pairing, coming: Player) -> Player:
    """Somebody comes for the first one at a table, who is told."""
    seat = seats_of(pairing)[0]
    assert pairing.game is not None
    recording.substitute(event.by, pairing.game, seat.side.number, seat.player, coming, uuid4())
    return seat.player


def test_somebody_of_the_club_takes_a_seat_in_one_game(event: Played, director: Client) -> None:
    event.publish()
    pairing = game_pairing(event, 1)
    (leaving, *_others) = seats_of(pairing)
    coming = a_player(club=event.club)
    page = reverse("tournaments:substitute", args=[pairing.pk])
    assert f'<option value="{coming.name}">' in director.get(page).content.decode()
    sent = {"leaving": str(leaving.player_id), "coming": coming.name, "key": KEY}
    for _tap in range(2):
        assert director.post(page, sent).headers["Location"] == address("entries", event)
    assert coming.pk in {seat.player_id for seat in seats_of(pairing)}
    shown = page_of(director, "entries", event)
    assert f"Round 1, table 1: <b>{coming.name}</b> in place of {leaving.player.name}, from deal 1" in shown
    entry = Entry.objects.get(tournament=event.event, players=leaving.player)
    assert coming.name not in names_of(entry)


def test_who_plays_at_another_table_is_refused_and_named(event: Played, director: Client) -> None:
    event.publish()
    pairing, other = game_pairing(event, 1), game_pairing(event, 2)
    (leaving, *_others), (busy, *_more) = seats_of(pairing), seats_of(other)
    page = reverse("tournaments:substitute", args=[pairing.pk])
    assert f'<option value="{busy.player.name}">' not in director.get(page).content.decode()
    sent = {"leaving": str(leaving.player_id), "coming": busy.player.name, "key": KEY}
    said = f"{busy.player.name} plays at table 2 in this round."
    assert director.post(page, sent).context["form"].errors == {"coming": [said]}
    assert pairing.game is not None
    of_game = reverse("scoring:substitute", args=[pairing.game.pk])
    assert said in director.post(of_game, sent).content.decode()
    assert seats_of(pairing)[0] == leaving


def test_one_substitute_does_not_sit_at_two_tables(event: Played) -> None:
    event.publish()
    coming = a_player(club=event.club)
    put_in(event, game_pairing(event, 1), coming)
    with pytest.raises(Exception, match="plays at table 1 in this round"):
        put_in(event, game_pairing(event, 2), coming)


def test_who_sits_out_or_waits_for_nobody_may_help() -> None:
    event = Played(agreed(SWISS))
    event.enter(5)
    drawn = event.publish()
    out = drawn.pairings.get(kind=Pairing.Kind.SIT_OUT).entered.get().entry
    (helper, *_other) = [place.player for place in out.places.select_related("player")]
    put_in(event, game_pairing(event, 1), helper)
    waiting = game_pairing(event, 2)
    running.rule_result(
        event.by, waiting, running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=1, reason="late")
    )
    free = seats_of(waiting)[0].player
    seat = seats_of(game_pairing(event, 1))[-1]
    game = game_pairing(event, 1).game
    assert game is not None
    recording.substitute(event.by, game, seat.side.number, seat.player, free, uuid4())
    shown = entry_queries.get_substitutes(event.event)
    assert [one.seat.player for one in shown] == [helper, free]


def test_a_substitute_who_goes_again_stays_in_the_list_with_the_deals_played(event: Played) -> None:
    event.publish()
    pairing = game_pairing(event, 1)
    assert pairing.game is not None
    coming = a_player(club=event.club)
    leaving = put_in(event, pairing, coming)
    recording.record_deal(event.by, pairing.game, a_deal(1))
    recording.substitute(event.by, pairing.game, 0, coming, leaving, uuid4())
    (one,) = entry_queries.get_substitutes(event.event)
    assert (one.seat.from_deal, one.seat.until_deal, list(one.instead_of)) == (1, 1, [])
    assert "deals 1–1" in page_of(client_of(event.by.user), "entries", event)


def test_nobody_is_substituted_in_a_round_that_is_over(event: Played, director: Client) -> None:
    closed = event.round()
    pairing = closed.pairings.select_related("game__book").get(table=1)
    (leaving, *_others) = seats_of(pairing)
    sent = {"leaving": str(leaving.player_id), "coming": a_player(club=event.club).name, "key": KEY}
    page = director.post(reverse("tournaments:substitute", args=[pairing.pk]), sent).content.decode()
    assert "The round of this table is over." in page


def test_the_next_round_is_played_by_those_who_are_entered(event: Played) -> None:
    drawn = event.publish()
    coming = a_player(club=event.club)
    put_in(event, game_pairing(event, 1), coming)
    event.play(drawn)
    event.close(drawn)
    event.publish()
    assert not Seat.objects.filter(player=coming, side__game__pairing__round__number=2).exists()


# Entries put right.


def edit_page(event: Played, number: int) -> str:
    return reverse("tournaments:entry_edit", args=[event.entry(number).pk])


def test_a_wrong_partner_is_typed_over(event: Played, director: Client) -> None:
    first, _wrong = names_of(event.entry(2))
    right = a_player("Lisa Ek", club=event.club)
    sent = {"player0": first, "player1": "lisa", "number": "2", "lot": ""}
    answer = director.post(edit_page(event, 2), sent)
    assert answer.headers["Location"] == f"{address('entries', event)}#entry-2"
    assert names_of(event.entry(2)) == [first, right.name]


def test_after_the_draw_the_page_asks_since_when_the_players_are_others(
    event: Played, director: Client
) -> None:
    event.publish()
    first, wrong = names_of(event.entry(2))
    a_player("Lisa Ek", club=event.club)
    page = director.get(edit_page(event, 2)).content.decode()
    assert "The entry was typed wrong" in page
    assert "Other players from now on" in page
    assert 'name="number"' not in page
    sent = {"player0": first, "player1": "Lisa Ek", "lot": ""}
    assert "This field is required." in director.post(edit_page(event, 2), sent).content.decode()
    assert director.post(edit_page(event, 2), {**sent, "since": "now"}).status_code == 302
    listed = page_of(director, "entries", event)
    assert f"{wrong} until round 1" in listed
    assert names_of_current(event.entry(2)) == [first, "Lisa Ek"]


def test_nonsense_since_when_is_refused_also_where_the_players_stay(event: Played, director: Client) -> None:
    event.publish()
    first, second = names_of(event.entry(2))
    sent = {"player0": first, "player1": second, "lot": ""}
    refused = director.post(edit_page(event, 2), {**sent, "since": "whenever"})
    assert refused.status_code == 200
    assert "whenever" in refused.content.decode()
    assert director.post(edit_page(event, 2), sent).status_code == 302


def names_of_current(entry: Entry) -> list[str]:
    return [player.name for player in queries.entry_players(entry)]


def test_a_lot_alone_needs_no_reason_after_the_draw(event: Played, director: Client) -> None:
    event.publish()
    first, second = names_of(event.entry(2))
    sent = {"player0": first, "player1": second, "lot": "4"}
    assert director.post(edit_page(event, 2), sent).status_code == 302
    assert event.entry(2).lot == 4


def test_who_is_entered_elsewhere_is_named_at_the_field(event: Played, director: Client) -> None:
    first, second = names_of(event.entry(2))
    other = names_of(event.entry(3))[0]
    sent = {"player0": first, "player1": other, "number": "2", "lot": ""}
    page = director.post(edit_page(event, 2), sent).content.decode()
    assert f"{other} is already entered as number 3." in page
    assert director.post(edit_page(event, 2), {**sent, "exchanges": "on"}).status_code == 302
    assert names_of(event.entry(3))[0] == second


def test_the_list_leads_to_what_an_entry_needs(event: Played, director: Client) -> None:
    running.withdraw(event.by, event.entry(3), "ill")
    page = page_of(director, "entries", event)
    back = reverse("tournaments:entry_back", args=[event.entry(3).pk])
    assert (page.count(back), page.count("Bring back")) == (1, 1)
    assert director.post(back).headers["Location"] == address("entries", event)
    assert states(event) == ["entered"] * 4
    removal = reverse("tournaments:entry_remove", args=[event.entry(3).pk])
    assert removal in director.get(edit_page(event, 3)).content.decode()
    director.post(removal)
    assert states(event) == ["entered"] * 3


def test_no_page_offers_an_entry_when_the_last_round_is_drawn() -> None:
    event = Played(agreed(SWISS, rounds=2))
    event.enter(4)
    event.round()
    director = client_of(event.by.user)
    new = address("entry_new", event)
    assert new in page_of(director, "entries", event)
    event.publish()
    assert new not in page_of(director, "entries", event)
    for name in ("entry_new", "pairs"):
        shown = page_of(director, name, event)
        assert "The last round is drawn: no entry can come any more." in shown
        assert '<button name="coming"' not in shown
        assert "Enter these" not in shown
