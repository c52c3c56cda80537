"""Places of a published round put right: exchanged, taken by who came late, or of who really sat there."""

from __future__ import annotations

import uuid
from io import StringIO

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubs.models import LogEntry
from scoring import recording
from scoring.models import Deal, Game, Seat, Table
from scoring.recording import NotNow
from tests.scoring.support.played import a_deal
from tests.tournaments.rounds.test_round_page import director, seen, send, typed, whole
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.archive import content_hash
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Pairing, PairingEntry, Round
from tournaments.play.entry_queries import entries_that_may_come
from tournaments.play.seating import RoundSeats, get_seats

pytestmark = pytest.mark.django_db


def event_of(entries: int) -> Played:
    event = Played(agreed(SWISS))
    event.enter(entries)
    recording.create_tables(event.by, event.club, ["1", "2", "3", "4"], uuid.uuid4())
    return event


def seated(game: Game, side: int) -> set[int]:
    seats = Seat.objects.filter(side__game=game, side__number=side, until_deal=None)
    return set(seats.values_list("player", flat=True))


def players_of(event: Played, entry: int) -> set[int]:
    return set(event.entry(entry).places.filter(until_round=None).values_list("player", flat=True))


def assert_games_follow(event: Played, drawn: Round) -> None:
    """Who is in a pairing sits in its game, at its table, and every check of the event agrees."""
    for one in PairingEntry.objects.filter(round=drawn, pairing__game__isnull=False).select_related(
        "pairing__game", "entry"
    ):
        assert one.pairing.game is not None
        assert seated(one.pairing.game, one.side) == players_of(event, one.entry.number)
        assert Table.objects.get(label=str(one.pairing.table)).game == one.pairing.game
    out = StringIO()
    call_command("check_draw", str(event.event.pk), stdout=out)
    call_command("rescore", "--check", stdout=StringIO())


def two_of(drawn: Round) -> tuple[int, int]:
    """An entry of the first table and one of the second."""
    tables = get_seats(drawn).tables
    return tables[0][0][0], tables[1][1][0]


def test_two_pairs_exchange_their_tables_before_the_first_deal_and_back() -> None:
    event = event_of(4)
    drawn = event.publish()
    before, games = get_seats(drawn), event.games(drawn)
    recording.take_seats(
        event.by, games[0], recording.Seats(highest=min(seated(games[0], 1)), key=uuid.uuid4())
    )
    wanted = before.with_exchanged(*two_of(drawn))
    running.exchange_places(event.by, drawn, wanted)
    assert get_seats(drawn) == wanted
    assert event.games(drawn) == games
    assert (Game.objects.get(pk=games[0].pk).first_side, Game.objects.get(pk=games[0].pk).keeper) == (
        None,
        None,
    )
    assert set(drawn.pairings.values_list("by_hand", flat=True)) == {True}
    assert_games_follow(event, drawn)
    running.exchange_places(event.by, drawn, before)
    assert get_seats(drawn) == before
    assert set(drawn.pairings.values_list("by_hand", flat=True)) == {False}
    assert_games_follow(event, drawn)
    assert LogEntry.objects.filter(act="round.places_exchanged").count() == 2


def test_a_late_pair_takes_the_place_of_one_that_did_not_come() -> None:
    event = event_of(4)
    drawn = event.publish()
    (late,) = event.enter(1)
    before = get_seats(drawn)
    absent, _other = two_of(drawn)
    assert entries_that_may_come(drawn) == [late.number]
    running.exchange_places(event.by, drawn, before.with_exchanged(absent, late.number))
    assert (event.entry(late.number).from_round, event.entry(absent).from_round) == (1, 2)
    assert_games_follow(event, drawn)
    event.play(drawn)
    event.close(drawn)
    assert {entry for _place, entry, _points, _difference in event.counted()} == {1, 2, 3, 4, 5}
    assert event.kept(drawn) == event.counted(1)
    second = event.publish()
    assert set(get_seats(second).entries) == {1, 2, 3, 4, 5}
    assert_games_follow(event, second)


def test_a_late_pair_meets_the_one_that_sits_out_and_leaves_again() -> None:
    event = event_of(5)
    drawn = event.publish()
    (late,) = event.enter(1)
    before = get_seats(drawn)
    together = RoundSeats(tables=(*before.tables, ((before.out[0],), (late.number,))))
    running.exchange_places(event.by, drawn, together)
    assert get_seats(drawn) == together
    assert not drawn.pairings.filter(kind=Pairing.Kind.SIT_OUT).exists()
    assert_games_follow(event, drawn)
    game = drawn.pairings.get(table=3).game
    running.exchange_places(event.by, drawn, before, "it was the other evening")
    assert get_seats(drawn) == before
    assert game is not None
    assert Game.objects.get(pk=game.pk).is_set_aside
    assert director(event).get(reverse("scoring:game", args=[game.pk])).status_code == 200
    assert event.entry(late.number).from_round == 2
    assert_games_follow(event, drawn)


def test_deals_stay_at_their_table_and_are_of_those_who_really_sat_there() -> None:
    event = event_of(4)
    drawn = event.publish()
    before, (game, _second) = get_seats(drawn), event.games(drawn)
    recording.record_deal(event.by, game, a_deal())
    totals = list(game.sides.values_list("total", flat=True))
    wanted = before.with_exchanged(*two_of(drawn))
    with pytest.raises(ValidationError, match="say why"):
        running.exchange_places(event.by, drawn, wanted)
    running.exchange_places(event.by, drawn, wanted, "They sat at the wrong table")
    assert list(game.sides.order_by("number").values_list("total", flat=True)) == totals
    assert Deal.objects.filter(game=game).count() == 1
    assert_games_follow(event, drawn)
    words = LogEntry.objects.get(act="round.places_exchanged").words
    assert words.reason == "They sat at the wrong table"
    page = reverse("scoring:game", args=[game.pk])
    said = "They sat at the wrong table. Before, this stood here: "
    assert said in Client().get(page).content.decode()
    # Of the other table nothing was recorded: nothing is said of it.
    assert LogEntry.objects.filter(act="game.reseated").count() == 1
    running.exchange_places(event.by, drawn, before, "No, they did not")
    assert said not in Client().get(page).content.decode()


def test_the_sides_of_a_whole_game_change_also_when_a_round_follows() -> None:
    event = event_of(4)
    first = event.round()
    event.publish()
    before, game = get_seats(first), event.games(first)[0]
    sides = [side.total for side in game.sides.order_by("number")]
    by_entry = {entry: points for _place, entry, points, _difference in event.kept(first)}
    (one,), (other,) = before.tables[0]
    running.exchange_places(event.by, first, before.with_exchanged(one, other), "The columns were crossed")
    assert [side.total for side in game.sides.order_by("number")] == sides
    after = {entry: points for _place, entry, points, _difference in event.kept(first)}
    assert (after[one], after[other]) == (by_entry[other], by_entry[one])
    assert event.kept(first) == event.counted(1)
    with pytest.raises(NotNow, match="Round 2 follows"):
        running.exchange_places(event.by, first, before.with_exchanged(*two_of(first)), "no")


def test_what_is_ruled_signed_or_gone_on_is_not_changed() -> None:
    event = event_of(4)
    drawn = event.publish()
    before, (game, _second) = get_seats(drawn), event.games(drawn)
    wanted = before.with_exchanged(*two_of(drawn))
    with pytest.raises(NotNow, match="in the meantime"):
        running.exchange_places(event.by, drawn, wanted, seen="0" * 16)
    pairing = drawn.pairings.get(table=1)
    ruled = running.RuledResult(kind=Pairing.Kind.WALKOVER, reason="late", at_fault=0)
    running.rule_result(event.by, pairing, ruled)
    with pytest.raises(NotNow, match="another result counts"):
        running.exchange_places(event.by, drawn, wanted)
    running.restore_played_result(event.by, pairing, "they came")
    recording.record_deal(event.by, game, a_deal())
    (first, second) = before.tables[0]
    nobody = RoundSeats(tables=((), before.tables[1]), out=(*first, *second))
    with pytest.raises(NotNow, match="as many sit there"):
        running.exchange_places(event.by, drawn, nobody, "no")
    Game.objects.filter(pk=game.pk).update(state=Game.State.SIGNED)
    with pytest.raises(NotNow, match="has signed"):
        running.exchange_places(event.by, drawn, wanted, "no")
    assert get_seats(drawn) == before


def test_a_substitute_of_another_table_sits_once() -> None:
    event = event_of(4)
    drawn = event.publish()
    (late,) = event.enter(1)
    before, (_first, game) = get_seats(drawn), event.games(drawn)
    leaving, coming = sorted(seated(game, 0))[0], sorted(players_of(event, late.number))[0]
    seat = Seat.objects.get(side__game=game, player=leaving)
    recording.substitute(
        event.by, game, 0, seat.player, event.entry(late.number).players.get(pk=coming), uuid.uuid4()
    )
    with pytest.raises(ValidationError, match="at two tables"):
        running.exchange_places(event.by, drawn, before.with_exchanged(before.tables[0][0][0], late.number))


def test_the_list_of_entries_leads_from_a_late_entry_to_a_seat_in_the_round_that_is_played() -> None:
    event = event_of(4)
    drawn = event.publish()
    (late,) = event.enter(1)
    client, address = director(event), reverse("tournaments:entries", args=[event.event.pk])
    desk = client.get(address).content.decode()
    way = f"{reverse('tournaments:round_change', args=[drawn.pk])}?late={late.number}"
    assert desk.count("Seat them in round 1") == desk.count(f'href="{way}"') == 1
    assert f'<option value="{late.number}" selected>' in client.get(way).content.decode()
    event.play(drawn)
    event.close(drawn)
    assert (
        "Seat them in"
        not in client.get(reverse("tournaments:entries", args=[event.event.pk])).content.decode()
    )


def test_the_page_says_what_follows_and_keeps_the_reason() -> None:
    event = event_of(4)
    drawn = event.publish()
    (late,) = event.enter(1)
    recording.record_deal(event.by, event.games(drawn)[0], a_deal())
    before = get_seats(drawn)
    absent = before.tables[0][0][0]
    page = seen(event, drawn, "round_change", one=str(absent), other=str(late.number))
    assert "Table 1: 1 deal stays there, and is of 5. " in page
    assert "misses this round, and is back in the next one." in page
    body = whole(page, drawn) | {"save": "1"}
    refused = send(event, drawn, body).content.decode()
    assert "Deals are recorded there already: say why." in refused
    assert get_seats(drawn) == before
    answer = send(event, drawn, whole(refused, drawn) | {"save": "1", "reason": "They came late"})
    assert answer["Location"] == reverse("tournaments:round", args=[drawn.pk])
    assert get_seats(drawn) == before.with_exchanged(absent, late.number)
    assert "Exchange places" in seen(event, drawn)


def test_who_is_not_in_the_round_stands_in_a_field_of_its_own() -> None:
    event = event_of(4)
    drawn = event.publish()
    event.enter(1)
    body = whole(seen(event, drawn, "round_change"), drawn)
    assert body["away"] == "5"
    lost = send(event, drawn, body | {"away": ""}).content.decode()
    assert "Without a place: 5. " in lost
    wanted = get_seats(drawn).with_exchanged(get_seats(drawn).tables[0][0][0], 5)
    looked = send(event, drawn, body | typed(wanted) | {"away": str(get_seats(drawn).tables[0][0][0])})
    assert "Apply this seating" in looked.content.decode()


def test_the_last_acts_take_it_back_whole() -> None:
    event = event_of(4)
    drawn = event.publish()
    (late,) = event.enter(1)
    before, content = get_seats(drawn), content_hash(event.fresh)
    running.exchange_places(event.by, drawn, before.with_exchanged(before.tables[0][0][0], late.number))
    number = LogEntry.objects.get(act="round.places_exchanged").number
    address, client = reverse("clubs:undo", args=[event.event.book_id, number]), director(event)
    assert "Gives all of them their former places." in client.get(address).content.decode()
    client.post(address, {"key": str(uuid.uuid4())})
    assert content_hash(event.fresh) == content
    assert get_seats(drawn) == before


def test_the_page_asks_for_a_reason_where_deals_are_recorded_and_only_there() -> None:
    event = event_of(4)
    drawn = event.publish()
    one, other = two_of(drawn)
    page = seen(event, drawn, "round_change", one=str(one), other=str(other))
    assert REASON_MAY_BE_EMPTY in page
    recording.record_deal(event.by, event.games(drawn)[0], a_deal())
    page = seen(event, drawn, "round_change", one=str(one), other=str(other))
    assert 'name="reason"' in page
    assert REASON_MAY_BE_EMPTY not in page


REASON_MAY_BE_EMPTY = "Reason <small>(optional)</small>"
