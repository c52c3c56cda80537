"""New entries until the end of round 1, and others who take over an entry that has left."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import LogEntry, Player, Role
from scoring.recording import NotNow
from tests.builders import a_player, a_user, an_author
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import EntriesUntil, EventAgreement
from tournaments.archive import content_hash
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import MissedValue
from tournaments.models import Entry, EntryPlayer, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict() -> Played:
    """Four rounds of Swiss, into which new entries come until the end of round 1."""
    event = Played(agreed(SWISS, rounds=4, entries_until=EntriesUntil.FIRST_ROUND))
    event.enter(6)
    return event


def players_of(event: Played, number: int) -> list[Player]:
    places = EntryPlayer.objects.filter(entry=event.entry(number), until_round=None).select_related("player")
    return [place.player for place in places.order_by("position")]


def points_of(event: Played, number: int) -> int:
    return next(row[2] for row in event.counted() if row[1] == number)


def drawn_in(drawn: Round) -> set[int]:
    return set(drawn.pairings.values_list("entered__entry__number", flat=True))


def left(event: Played, number: int) -> Entry:
    return running.withdraw(event.by, event.entry(number), "ill")


def test_who_takes_an_entry_over_may_still_send_others_who_are_no_substitutes(strict: Played) -> None:
    """They have not played yet: it is they who take the entry over. And back, as if nobody had."""
    strict.round()
    left(strict, 1)
    running.replace_entry(strict.by, strict.entry(1), [a_player(club=strict.club) for _at in range(2)])
    before = content_hash(strict.event)
    first, second = players_of(strict, 1)
    other = a_player(club=strict.club)
    for players in ([first, other], [first, second]):
        change = running.EntryChange(players=players, number=1, since=running.Since.NOW)
        running.edit_entry(strict.by, strict.entry(1), change)
        assert not EntryPlayer.objects.filter(entry=strict.entry(1), is_substitute=True).exists()
    assert content_hash(strict.event) == before


# New entries.


def test_new_entries_come_until_round_1_is_closed(strict: Played) -> None:
    first = strict.publish()
    assert strict.enter(1)[0].from_round == 2
    strict.play(first)
    strict.close(first)
    with pytest.raises(NotNow, match="until the end of round 1"):
        strict.enter(1)
    running.reopen_round(strict.by, first, "a sheet was found")
    assert strict.enter(1)[0].from_round == 2


def test_a_round_drawn_while_a_table_plays_ends_the_entries_too(strict: Played) -> None:
    strict.round()
    strict.publish()
    with pytest.raises(NotNow, match="until the end of round 1"):
        strict.enter(1)


def test_where_agreed_entries_come_until_the_last_round_is_drawn() -> None:
    event = Played(agreed(SWISS, rounds=3, entries_until=EntriesUntil.LAST_DRAW))
    event.enter(4)
    event.round()
    event.round()
    assert event.enter(1)[0].from_round == 3
    event.draw()
    with pytest.raises(NotNow, match="last round is drawn"):
        event.enter(1)


def test_an_event_of_before_takes_entries_as_it_did_and_has_the_value_it_agreed_on() -> None:
    stored = {"missed_as_sit_out": True}
    read = EventAgreement.read(stored)
    assert (read.entries_until, read.missed, read.missed_last) == (
        EntriesUntil.LAST_DRAW,
        MissedValue.SIT_OUT,
        True,
    )
    assert EventAgreement().entries_until is EntriesUntil.FIRST_ROUND


def test_who_cancelled_comes_back_in_time_or_not_at_all(strict: Played) -> None:
    cancelled = left(strict, 6)
    strict.round()
    with pytest.raises(NotNow, match="until the end of round 1"):
        running.bring_back(strict.by, cancelled)


def test_who_left_before_playing_is_brought_back_in_the_same_breath(strict: Played) -> None:
    """Entered during round 1, withdrawn after it: taking that back is no new entry."""
    first = strict.publish()
    (late,) = strict.enter(1)
    strict.play(first)
    strict.close(first)
    running.withdraw(strict.by, late, "a wrong click")
    assert running.bring_back(strict.by, late).from_round == 2


# A place that is taken.


@pytest.mark.parametrize("movement", [ROUND_ROBIN, MITCHELL], ids=lambda movement: movement.code)
def test_a_place_taken_is_the_newcomers_and_who_comes_back_gets_another_or_is_refused(
    movement: Movement,
) -> None:
    event = Played(agreed(movement, rounds=5))
    event.enter(6)
    event.round()
    gone = left(event, 5)
    event.enter(1)  # it takes the place of entry 5
    with pytest.raises(NotNow, match="there is no free"):
        running.bring_back(event.by, gone)
    event.round()
    with pytest.raises(NotNow, match="there is no free"):
        running.bring_back(event.by, gone)
    left(event, 6)
    running.bring_back(event.by, gone)
    third = event.publish()
    assert drawn_in(third) == {1, 2, 3, 4, 5, 7}
    assert 6 not in third.places


# Replaced.


def test_others_take_over_number_place_and_results(strict: Played) -> None:
    strict.round()
    before, former = points_of(strict, 3), players_of(strict, 3)
    gone = left(strict, 3)
    coming = strict.players()
    running.replace_entry(strict.by, gone, coming)
    assert (players_of(strict, 3), strict.entry(3).state) == (coming, Entry.State.ENTERED)
    assert points_of(strict, 3) == before
    second = strict.publish()
    assert drawn_in(second) == {1, 2, 3, 4, 5, 6}
    seats = second.pairings.get(entered__entry=gone).game
    assert seats is not None
    seated = {seat.player_id for side in seats.sides.all() for seat in side.seats.all()}
    assert {player.pk for player in coming} <= seated
    assert not {player.pk for player in former} & seated
    # They are no substitutes, and who played in round 1 is still told.
    assert not EntryPlayer.objects.filter(entry=gone, is_substitute=True).exists()
    assert EntryPlayer.objects.filter(entry=gone, until_round=1, player__in=former).count() == 2


def test_the_rounds_between_are_missed_and_count_as_agreed() -> None:
    event = Played(agreed(SWISS, rounds=5, missed=MissedValue.SIT_OUT))
    event.enter(6)
    event.round()
    gone = left(event, 3)
    had = points_of(event, 3)
    event.round()
    running.replace_entry(event.by, gone, event.players())
    assert event.entry(3).missed == [2]
    assert points_of(event, 3) == had + 2


def test_in_a_round_robin_the_place_is_kept_and_nobody_is_struck_out() -> None:
    event = Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(6)
    first = event.round()
    gone = left(event, 4)
    assert all(row[1] != 4 for row in event.counted())
    running.replace_entry(event.by, gone, event.players())
    assert any(row[1] == 4 for row in event.counted())
    assert event.publish().places == first.places


def test_one_of_the_two_may_stay(strict: Played) -> None:
    strict.round()
    stays, leaves = players_of(strict, 2)
    comes = a_player(club=strict.club)
    running.replace_entry(strict.by, left(strict, 2), [comes, stays])
    assert players_of(strict, 2) == [stays, comes]
    assert EntryPlayer.objects.get(entry=strict.entry(2), player=leaves).until_round == 1


@pytest.mark.parametrize(
    ("rounds_played", "reason"), [(0, "played in no round"), (1, None), (2, "Half of the rounds are played")]
)
def test_before_half_of_the_rounds_and_only_what_was_played(
    strict: Played, rounds_played: int, reason: str | None
) -> None:
    for _round in range(rounds_played):
        strict.round()
    gone = left(strict, 1)
    if reason is None:
        running.replace_entry(strict.by, gone, strict.players())
        return
    with pytest.raises(NotNow, match=reason):
        running.replace_entry(strict.by, gone, strict.players())


def test_who_cannot_take_over(strict: Played) -> None:
    strict.round()
    with pytest.raises(NotNow, match="Withdraw it first"):
        running.replace_entry(strict.by, strict.entry(1), strict.players())
    former = players_of(strict, 1)
    gone = left(strict, 1)
    for coming, reason in (
        (players_of(strict, 2), "already entered as number 2"),
        (former, "bring the entry back"),
        (former[:1], "have 2 players"),
        ([former[0], former[0]], "is there twice"),
    ):
        with pytest.raises(ValidationError, match=reason):
            running.replace_entry(strict.by, gone, coming)
    with pytest.raises(PermissionDenied):
        running.replace_entry(an_author(a_user(Role.Kind.SCORER, club=strict.club)), gone, strict.players())


def test_it_is_taken_back_until_the_next_draw_and_done_again(strict: Played) -> None:
    strict.round()
    gone = left(strict, 3)
    before = content_hash(strict.fresh)
    running.replace_entry(strict.by, gone, strict.players())
    after = content_hash(strict.fresh)
    running.take_back_replacement(strict.by, gone)
    assert content_hash(strict.fresh) == before != after
    running.replace_entry(strict.by, gone, strict.players())
    strict.draw()
    with pytest.raises(NotNow, match="A round has been drawn since"):
        running.take_back_replacement(strict.by, gone)


def test_the_log_tells_who_left_and_who_came(strict: Played) -> None:
    strict.round()
    former = [player.pk for player in players_of(strict, 3)]
    coming = strict.players()
    running.replace_entry(strict.by, left(strict, 3), coming)
    logged = LogEntry.objects.get(book=strict.event.book, act="entry.replaced")
    assert f'"players":{former}'.replace(" ", "") in logged.text
    assert logged.facts["players"] == [player.pk for player in coming]


def test_the_page_takes_names_and_the_list_leads_to_it(strict: Played) -> None:
    strict.round()
    gone = left(strict, 3)
    first, second = strict.players()
    client, page = Client(), reverse("tournaments:entry_replace", args=[gone.pk])
    assert strict.by.user is not None
    client.force_login(strict.by.user)
    listed = client.get(reverse("tournaments:entries", args=[strict.event.pk])).content.decode()
    assert f'href="{page}"' in listed
    assert "get its number, its place and its results" in client.get(page).content.decode()
    wrong = client.post(page, {"player0": first.name, "player1": first.name}).content.decode()
    assert "is there twice" in wrong
    assert client.post(page, {"player0": first.name, "player1": second.name}).status_code == 302
    assert players_of(strict, 3) == [first, second]
    assert "Withdraw it first" in client.get(page).content.decode()
    coming = client.get(reverse("tournaments:entry_new", args=[strict.event.pk])).content.decode()
    assert "Others can still take over" in coming


# Missed rounds in a movement set beforehand.


def test_the_opponent_of_who_misses_a_round_sits_out_or_has_a_walkover_as_agreed() -> None:
    """Four in a round robin; entry 1 misses round 2: who was to meet it has 1 or 2 points more."""
    points = {}
    for walkover in (False, True):
        event = Played(agreed(ROUND_ROBIN, rounds=2, missed_walkover=walkover, walkover_margin=2000))
        event.enter(4)
        event.round()
        before = {row[1]: row[2:] for row in event.counted()}
        running.set_missing(event.by, event.event, 2, [1])
        second = event.publish()
        (alone,) = second.pairings.get(kind="sit_out").entered.values_list("entry__number", flat=True)
        after = {row[1]: row[2:] for row in event.counted()}
        assert after[1] == before[1]
        points[walkover] = (after[alone][0] - before[alone][0], after[alone][1] - before[alone][1])
    # Two rounds of three: a sit-out counts as a draw.
    assert points == {False: (1, 0), True: (2, 2000)}
