"""Entries put right: typed wrong, other players from now on, one too many, withdrawn by mistake."""

from __future__ import annotations

import json
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.models import LogEntry, Player, Role
from scoring import recording
from scoring.models import Game, Seat
from scoring.recording import NotNow
from tests.builders import a_player, a_user, an_author
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tournaments import running
from tournaments.archive import content_hash
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import Substitutes
from tournaments.history.queries import results_of_player
from tournaments.models import Entry, EntryPlayer, Pairing, Round, Tournament
from tournaments.play.names import entry_name
from tournaments.running import EntryChange, Since

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss() -> Played:
    event = Played(agreed(SWISS))
    event.enter(4)
    return event


def players_of(event: Played, number: int) -> list[Player]:
    places = EntryPlayer.objects.filter(entry=event.entry(number), until_round=None)
    return [place.player for place in places.select_related("player").order_by("position")]


def change_of(event: Played, number: int, /, **fields: object) -> EntryChange:
    entry = event.entry(number)
    wanted = {"players": players_of(event, number), "number": number, "lot": entry.lot, **fields}
    return EntryChange(**wanted)  # type: ignore[arg-type] # fields by their names


def edit(event: Played, number: int, /, **fields: object) -> Entry:
    return running.edit_entry(event.by, event.entry(number), change_of(event, number, **fields))


def test_who_is_not_to_meet_and_who_wishes_to_stay_the_same_entries_under_other_numbers() -> None:
    event = Played(agreed(SWISS, apart=((1, 2), (3, 4)), wished=((1, 3),)))
    event.enter(4)
    before = content_hash(event.event)
    edit(event, 1, number=3)
    assert (event.fresh.agreement.apart, event.fresh.agreement.wished) == (((1, 4), (2, 3)), ((1, 3),))
    edit(event, 3, number=1)
    assert content_hash(event.fresh) == before


def seated(event: Played, number: int) -> set[int]:
    """The players who sit, or have sat, for an entry."""
    pairings = Pairing.objects.filter(entered__entry=event.entry(number))
    return {
        player
        for pairing in pairings
        for player in Seat.objects.filter(
            side__game=pairing.game, side__number=pairing.entered.get(entry__number=number).side
        ).values_list("player", flat=True)
    }


def acts(event: Played) -> list[str]:
    return list(
        LogEntry.objects.filter(book=event.event.book).order_by("number").values_list("act", flat=True)
    )


def last_act(event: Played) -> LogEntry:
    return LogEntry.objects.filter(book=event.event.book).order_by("-number")[0]


# Before the first draw.


def test_a_wrong_partner_is_put_right_before_the_first_draw(swiss: Played) -> None:
    first, wrong = players_of(swiss, 1)
    right = a_player(club=swiss.club)
    edit(swiss, 1, players=[first, right])
    assert players_of(swiss, 1) == [first, right]
    running.enter_pairs(swiss.by, swiss.event, [[wrong, a_player(club=swiss.club)]])
    assert players_of(swiss, 5)[0] == wrong


def test_the_log_tells_before_and_after(swiss: Played) -> None:
    first, wrong = players_of(swiss, 1)
    right = a_player(club=swiss.club)
    edit(swiss, 1, players=[first, right], lot=3)
    logged = last_act(swiss)
    assert logged.act == "entry.corrected"
    text = json.loads(logged.text)
    assert text["before"] == {"lot": None, "number": 1, "players": [first.pk, wrong.pk]}
    assert text["after"] == {"lot": 3, "number": 1, "players": [first.pk, right.pk]}


def test_the_same_form_sent_again_changes_and_logs_nothing(swiss: Played) -> None:
    change = change_of(swiss, 1, players=[players_of(swiss, 1)[0], a_player(club=swiss.club)])
    running.edit_entry(swiss.by, swiss.entry(1), change)
    before = acts(swiss)
    running.edit_entry(swiss.by, swiss.entry(1), change)
    assert acts(swiss) == before


def test_a_number_that_another_has_is_swapped_before_the_draw_and_fixed_after_it(swiss: Played) -> None:
    one, three = players_of(swiss, 1), players_of(swiss, 3)
    edit(swiss, 1, number=3)
    assert (players_of(swiss, 1), players_of(swiss, 3)) == (three, one)
    edit(swiss, 1, number=3)
    assert (players_of(swiss, 1), players_of(swiss, 3)) == (one, three)
    with pytest.raises(ValidationError, match="The highest number is 4"):
        edit(swiss, 1, number=5)
    swiss.draw()
    with pytest.raises(ValidationError, match="the numbers stay as they are"):
        edit(swiss, 1, number=3)


def test_the_players_may_stand_in_the_other_order(swiss: Played) -> None:
    first, second = players_of(swiss, 1)
    edit(swiss, 1, players=[second, first])
    assert players_of(swiss, 1) == [second, first]


# Typed wrong.


def test_who_was_typed_wrong_has_never_sat_there(swiss: Played) -> None:
    drawn = swiss.round()
    first, wrong = players_of(swiss, 1)
    right = a_player(club=swiss.club)
    before = swiss.kept(drawn)
    edit(swiss, 1, players=[first, right])
    assert seated(swiss, 1) == {first.pk, right.pk}
    assert not Seat.objects.filter(player=wrong).exists()
    assert results_of_player(wrong) == []
    assert [result.event.pk for result in results_of_player(right)] == [swiss.event.pk]
    assert swiss.kept(drawn) == before == swiss.counted()


def test_deals_and_signatures_follow_to_the_right_player(swiss: Played) -> None:
    drawn = swiss.publish()
    first, wrong = players_of(swiss, 1)
    right = a_player(club=swiss.club)
    game = Game.objects.select_related("book").get(pairing__round=drawn, sides__seats__player=wrong)
    recording.take_seats(swiss.by, game, recording.Seats(highest=wrong.pk, key=uuid4()))
    recording.record_deal(swiss.by, game, a_deal())
    recording.warn_player(
        swiss.by, game, recording.WarningNotice(player=wrong.pk, text="Talked", key=uuid4())
    )
    edit(swiss, 1, players=[first, right])
    game.refresh_from_db()
    assert game.keeper_id == right.pk
    assert [warning.player_id for warning in game.warnings.all()] == [right.pk]
    assert not Seat.objects.filter(side__game=game, player=wrong).exists()
    edit(swiss, 1, players=[first, wrong])
    game.refresh_from_db()
    assert (game.keeper_id, players_of(swiss, 1)) == (wrong.pk, [first, wrong])


def test_a_substitute_who_was_the_right_player_has_had_the_seat_from_the_start(swiss: Played) -> None:
    drawn = swiss.publish()
    first, wrong = players_of(swiss, 1)
    right = a_player(club=swiss.club)
    game = Game.objects.select_related("book").get(pairing__round=drawn, sides__seats__player=wrong)
    recording.record_deal(swiss.by, game, a_deal())
    side = Seat.objects.select_related("side").get(side__game=game, player=wrong).side.number
    recording.substitute(swiss.by, game, side, wrong, right, uuid4())
    edit(swiss, 1, players=[first, right])
    seat = Seat.objects.get(side__game=game, player=right)
    assert (seat.from_deal, seat.until_deal) == (1, None)


def test_nobody_has_sat_at_two_tables(swiss: Played) -> None:
    drawn = swiss.publish()
    first, _wrong = players_of(swiss, 1)
    other = Pairing.objects.exclude(entered__entry=swiss.entry(1)).get(round=drawn)
    right = a_player(club=swiss.club)
    leaving = Seat.objects.filter(side__game=other.game, side__number=0).select_related("player")[0].player
    assert other.game is not None
    game = Game.objects.select_related("book").get(pk=other.game.pk)
    recording.substitute(swiss.by, game, 0, leaving, right, uuid4())
    with pytest.raises(ValidationError, match="it cannot have been both"):
        edit(swiss, 1, players=[first, right])


def test_who_has_sat_elsewhere_in_an_earlier_round_is_not_exchanged_into_it(swiss: Played) -> None:
    """In round 1 it sat at the table of entry 3, so that it has no place for that round in entry 1."""
    swiss.round()
    moved = players_of(swiss, 3)[0]
    own = players_of(swiss, 2)[1]
    edit(swiss, 2, players=[moved, own], since=Since.NOW, exchanges=True)
    swiss.round()
    wrong, right = players_of(swiss, 1)
    with pytest.raises(ValidationError, match="in round 1: it cannot have been both"):
        edit(swiss, 1, players=[moved, right], exchanges=True)
    assert players_of(swiss, 1) == [wrong, right]


def test_who_came_from_another_entry_and_is_put_right_can_be_put_back(swiss: Played) -> None:
    """From round 2 on two players change places; the name in the new place is corrected, and corrected back.

    The player has sat at another table in round 1, and for this entry in no round yet.
    """
    swiss.round()
    moved = players_of(swiss, 2)[0]
    own = players_of(swiss, 1)[1]
    edit(swiss, 1, players=[moved, own], since=Since.NOW, exchanges=True)
    before = content_hash(swiss.event)
    edit(swiss, 1, players=[a_player(club=swiss.club), own])
    edit(swiss, 1, players=[moved, own])
    assert content_hash(swiss.event) == before


def test_who_came_back_to_an_entry_is_put_right_in_all_its_rounds(swiss: Played) -> None:
    """In round 2 somebody else played, and nobody who was typed wrong."""
    first, wrong = players_of(swiss, 1)
    swiss.round()
    other, right = a_player(club=swiss.club), a_player(club=swiss.club)
    edit(swiss, 1, players=[first, other], since=Since.NOW)
    swiss.round()
    edit(swiss, 1, players=[first, wrong], since=Since.NOW)
    swiss.round()
    before = content_hash(swiss.event)
    edit(swiss, 1, players=[first, right])
    assert seated(swiss, 1) == {first.pk, other.pk, right.pk}
    assert not EntryPlayer.objects.filter(player=wrong).exists()
    with pytest.raises(ValidationError, match="has played for this entry before"):
        edit(swiss, 1, players=[first, other])
    edit(swiss, 1, players=[first, wrong])
    assert content_hash(swiss.event) == before


def test_two_entries_typed_with_each_others_partners_swap_them(swiss: Played) -> None:
    swiss.round()
    (anna, maja), (bo, lisa) = players_of(swiss, 1), players_of(swiss, 2)
    with pytest.raises(ValidationError, match="is already entered as number 2"):
        edit(swiss, 1, players=[anna, lisa])
    edit(swiss, 1, players=[anna, lisa], exchanges=True)
    assert (players_of(swiss, 1), players_of(swiss, 2)) == ([anna, lisa], [bo, maja])
    assert seated(swiss, 1) == {anna.pk, lisa.pk}
    assert seated(swiss, 2) == {bo.pk, maja.pk}
    assert acts(swiss)[-2:] == ["entry.corrected", "entry.corrected"]


# From now on.


def test_a_new_partner_plays_from_the_next_round_on(swiss: Played) -> None:
    swiss.round()
    first, leaving = players_of(swiss, 1)
    coming = a_player(club=swiss.club)
    edit(swiss, 1, players=[first, coming], since=Since.NOW)
    assert seated(swiss, 1) == {first.pk, leaving.pk}
    swiss.round()
    assert seated(swiss, 1) == {first.pk, leaving.pk, coming.pk}
    assert entry_name(swiss.entry(1)).count("–") == 1
    for player in (leaving, coming):
        assert len(results_of_player(player)) == 1
    assert '"from_round":2' in LogEntry.objects.get(book=swiss.event.book, act="entry.handed_over").text


def test_a_new_partner_is_taken_back_as_if_nobody_had_come(swiss: Played) -> None:
    swiss.round()
    before = list(EntryPlayer.objects.order_by("pk").values())
    first, leaving = players_of(swiss, 1)
    edit(swiss, 1, players=[first, a_player(club=swiss.club)], since=Since.NOW)
    edit(swiss, 1, players=[first, leaving], since=Since.NOW)
    assert list(EntryPlayer.objects.order_by("pk").values()) == before


@pytest.mark.parametrize(("substitutes", "points"), [(Substitutes.COUNT, 5), (Substitutes.HALF, 3)])
def test_results_of_a_new_partner_count_by_the_events_rule(substitutes: Substitutes, points: int) -> None:
    """A draw and two wins with the new partner, 1 + 2 + 2: in half of the rounds one of them counts."""
    event = Played(agreed(SWISS, substitutes=substitutes))
    event.enter(2)
    first, _leaving = players_of(event, 1)
    drawn = event.publish()
    event.totals(event.games(drawn)[0], 5000, 5000)
    event.close(drawn)
    edit(event, 1, players=[first, a_player(club=event.club)], since=Since.NOW)
    for _round in range(2):
        drawn = event.publish()
        side = drawn.pairings.get().entered.get(entry__number=1).side
        event.totals(event.games(drawn)[0], *((9000, 2000) if side == 0 else (2000, 9000)))
        event.close(drawn)
    assert [row[2] for row in event.kept(drawn) if row[1] == 1] == [points]
    assert event.kept(drawn) == event.counted()


# Removed.


def test_an_entry_without_a_game_is_removed_and_its_players_are_free(swiss: Played) -> None:
    players = players_of(swiss, 2)
    running.remove_entry(swiss.by, swiss.entry(2))
    assert not Entry.objects.filter(tournament=swiss.event, number=2).exists()
    (again,) = running.enter_pairs(swiss.by, swiss.event, [players])
    assert again.number == 5


def test_a_draw_that_was_removed_does_not_hold_an_entry(swiss: Played) -> None:
    drawn = swiss.draw()
    with pytest.raises(NotNow, match="not published"):
        running.remove_entry(swiss.by, swiss.entry(2))
    running.remove_round(swiss.by, drawn)
    running.remove_entry(swiss.by, swiss.entry(2))
    assert swiss.event.entries.count() == 3


def test_an_entry_with_a_game_is_not_removed(swiss: Played) -> None:
    drawn = swiss.publish()
    with pytest.raises(NotNow, match="Withdraw it instead"):
        running.remove_entry(swiss.by, swiss.entry(2))
    running.remove_round(swiss.by, drawn)
    with pytest.raises(NotNow, match="Withdraw it instead"):
        running.remove_entry(swiss.by, swiss.entry(2))


# Withdrawn, and brought back.


def test_who_cancels_frees_the_players(swiss: Played) -> None:
    first, second = players_of(swiss, 2)
    running.withdraw(swiss.by, swiss.entry(2), "wrong partner")
    (new,) = running.enter_pairs(swiss.by, swiss.event, [[first, a_player(club=swiss.club)]])
    assert new.number == 5
    with pytest.raises(NotNow, match="is already entered as number 5"):
        running.bring_back(swiss.by, swiss.entry(2))
    running.remove_entry(swiss.by, new)
    running.bring_back(swiss.by, swiss.entry(2))
    assert players_of(swiss, 2) == [first, second]


def test_the_same_players_are_not_entered_twice_but_brought_back(swiss: Played) -> None:
    running.withdraw(swiss.by, swiss.entry(2), "ill")
    with pytest.raises(ValidationError, match="withdrawn under number 2"):
        running.enter_pairs(swiss.by, swiss.event, [players_of(swiss, 2)])


def test_a_withdrawal_by_mistake_leaves_no_trace_in_the_game(swiss: Played) -> None:
    swiss.round()
    drawn = swiss.publish()
    before = list(drawn.pairings.order_by("pk").values()), Entry.objects.filter(number=2).values().get()
    running.withdraw(swiss.by, swiss.entry(2), "mistake")
    running.bring_back(swiss.by, swiss.entry(2))
    assert (
        list(drawn.pairings.order_by("pk").values()),
        Entry.objects.filter(number=2).values().get(),
    ) == before
    assert swiss.entry(2).missed == []
    swiss.play(drawn)
    swiss.close(drawn)


def test_who_is_brought_back_has_missed_the_rounds_since(swiss: Played) -> None:
    swiss.round()
    before = {row[1]: row[2:] for row in swiss.counted()}
    running.withdraw(swiss.by, swiss.entry(2), "ill")
    swiss.round()
    running.bring_back(swiss.by, swiss.entry(2))
    assert swiss.entry(2).missed == [2]
    assert {row[1]: row[2:] for row in swiss.counted()}[2] == before[2]
    third = swiss.publish()
    assert third.pairings.filter(entered__entry=swiss.entry(2)).exists()


def test_who_cancelled_before_the_start_and_comes_in_round_two_is_late(swiss: Played) -> None:
    running.withdraw(swiss.by, swiss.entry(2), "ill")
    swiss.round()
    running.bring_back(swiss.by, swiss.entry(2))
    entry = swiss.entry(2)
    assert (entry.from_round, entry.missed, entry.until_round) == (2, [], None)


def test_a_ruling_since_stays_when_an_entry_is_brought_back(swiss: Played) -> None:
    drawn = swiss.publish()
    running.withdraw(swiss.by, swiss.entry(2), "ill")
    pairing = Pairing.objects.select_related("round__tournament__book").get(
        round=drawn, entered__entry=swiss.entry(2)
    )
    ruled = running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=pairing.at_fault, reason="jury")
    running.rule_result(swiss.by, pairing, ruled)
    running.bring_back(swiss.by, swiss.entry(2))
    pairing.refresh_from_db()
    assert pairing.kind == Pairing.Kind.WALKOVER


def test_who_comes_back_to_a_table_that_both_have_left_has_a_walkover(swiss: Played) -> None:
    pairing = swiss.publish().pairings.get(entered__entry=swiss.entry(2))
    (other,) = pairing.entered.exclude(entry__number=2)
    for number in (2, other.entry.number):
        running.withdraw(swiss.by, swiss.entry(number), "mistake")
    pairing.refresh_from_db()
    assert (pairing.kind, pairing.at_fault) == ("both_absent", None)
    running.bring_back(swiss.by, swiss.entry(2))
    pairing.refresh_from_db()
    assert (pairing.kind, pairing.at_fault) == ("walkover", other.side)
    running.bring_back(swiss.by, swiss.entry(other.entry.number))
    pairing.refresh_from_db()
    assert (pairing.kind, pairing.at_fault) == ("played", None)


def test_in_a_round_robin_who_comes_back_is_no_longer_struck_out() -> None:
    event = Played(agreed(ROUND_ROBIN, rounds=3))
    event.enter(4)
    first = event.round()
    before = event.kept(first)
    running.withdraw(event.by, event.entry(2), "ill")
    assert 2 not in {row[1] for row in event.kept(first)}
    running.bring_back(event.by, event.entry(2))
    assert event.kept(first) == before


def test_nobody_comes_when_the_last_round_is_drawn() -> None:
    """Who played in no round would stand in the final standings, above those who have played and lost."""
    event = Played(agreed(SWISS, rounds=2))
    event.enter(5)
    event.round()
    cancelled, late = event.enter(1)[0], event.enter(1)[0]
    running.withdraw(event.by, cancelled, "does not come")
    last = event.publish()
    with pytest.raises(NotNow, match="The last round is drawn"):
        event.enter(1)
    with pytest.raises(NotNow, match="The last round is drawn"):
        running.bring_back(event.by, event.entry(cancelled.number))
    running.withdraw(event.by, event.entry(late.number), "by mistake")
    running.bring_back(event.by, event.entry(late.number))
    event.play(last)
    event.close(last)
    with pytest.raises(NotNow, match="The last round is drawn"):
        event.enter(1)
    assert {row[1] for row in event.counted()} == {1, 2, 3, 4, 5, late.number}


# Who may, and when.


def all_acts(event: Played) -> Iterator[object]:
    director, entry = event.by, event.entry(1)
    other = a_player(club=event.club)
    yield lambda by=director: running.edit_entry(
        by, entry, change_of(event, 1, players=[players_of(event, 1)[0], other], since=Since.NOW)
    )
    yield lambda by=director: running.remove_entry(by, entry)
    yield lambda by=director: running.bring_back(by, entry)


@pytest.mark.parametrize("at", range(3))
def test_only_a_director_changes_entries(swiss: Played, at: int) -> None:
    scorer = an_author(a_user(Role.Kind.SCORER, club=swiss.club))
    with pytest.raises(PermissionDenied):
        list(all_acts(swiss))[at](scorer)  # type: ignore[operator] # functions of the author


@pytest.mark.parametrize("at", range(3))
def test_no_entry_comes_or_goes_once_the_results_are_shown(swiss: Played, at: int) -> None:
    swiss.round()
    show_after_this_round(swiss.by, swiss.fresh)
    with pytest.raises(NotNow, match="no entry comes, leaves or returns"):
        list(all_acts(swiss))[at]()  # type: ignore[operator] # functions of the author
    with pytest.raises(NotNow, match="no entry comes, leaves or returns"):
        swiss.enter(1)
    with pytest.raises(NotNow, match="no entry comes, leaves or returns"):
        running.withdraw(swiss.by, swiss.entry(1), "ill")
    edit(swiss, 1, players=[players_of(swiss, 1)[0], a_player(club=swiss.club)])
    Tournament.objects.filter(pk=swiss.event.pk).update(state=Tournament.State.OFFICIAL)
    with pytest.raises(NotNow, match="official"):
        edit(swiss, 1, players=[players_of(swiss, 1)[0], a_player(club=swiss.club)])


def test_somebody_elses_change_is_not_overwritten(swiss: Played) -> None:
    seen = "0 0/1/"
    with pytest.raises(NotNow, match="Somebody else has changed this entry"):
        running.edit_entry(swiss.by, swiss.entry(1), change_of(swiss, 1, lot=4), seen)
    assert Round.objects.count() == 0
