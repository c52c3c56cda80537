"""A pair of three who take turns: who plays, who rests, and what everybody reads of it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import LogEntry, Player, Role
from scoring import recording
from scoring.models import Game, Seat
from scoring.recording import NotNow
from tests.builders import a_player, a_user, an_author
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.archive import content_hash
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import Substitutes
from tournaments.models import EntryPlayer, Round
from tournaments.play.seating import get_seats
from tournaments.running import recheck

pytestmark = pytest.mark.django_db


@pytest.fixture
def three() -> Played:
    """Four pairs; the first one is three players who take turns."""
    event = Played(agreed(SWISS, rounds=4, deals=1, walkover_margin=2000))
    trio = [a_player(f"Resting {name}", club=event.club) for name in ("Anna", "Bo", "Cecilia")]
    running.enter_pairs(event.by, event.event, [trio, *(event.players() for _pair in range(3))])
    return event


def trio_of(event: Played) -> list[Player]:
    places = EntryPlayer.objects.filter(entry=event.entry(1), until_round=None).select_related("player")
    return [place.player for place in places.order_by("position")]


def game_of(event: Played, drawn: Round) -> Game:
    game = drawn.pairings.get(entered__entry=event.entry(1)).game
    assert game is not None
    return game


def seated(event: Played, drawn: Round) -> set[int]:
    seats = Seat.objects.filter(side__game=game_of(event, drawn), until_deal=None)
    return set(seats.values_list("player", flat=True)) & {player.pk for player in trio_of(event)}


def rests(event: Played, drawn: Round) -> list[int]:
    return [at for at, player in enumerate(trio_of(event)) if player.pk not in seated(event, drawn)]


def test_by_turn_each_rests_once_the_last_one_first(three: Played) -> None:
    assert [rests(three, three.round()) for _round in range(4)] == [[2], [1], [0], [2]]
    assert recheck.differences_in(three.fresh) == []


def test_who_rests_is_said_before_the_draw_or_after_it(three: Played) -> None:
    anna, bo, _cecilia = trio_of(three)
    running.set_resting(three.by, three.entry(1), 1, anna)
    first = three.draw()
    running.set_resting(three.by, three.entry(1), 1, bo)
    running.publish_round(three.by, first)
    assert rests(three, first) == [1]


def test_what_was_said_before_the_round_is_taken_back_and_it_goes_by_turn_again(three: Played) -> None:
    anna, _bo, cecilia = trio_of(three)
    before = content_hash(three.fresh)
    for named in (anna, cecilia):  # by turn it would be Cecilia too
        running.set_resting(three.by, three.entry(1), 1, named)
        assert content_hash(three.fresh) != before
        running.set_resting(three.by, three.entry(1), 1, None)
        assert content_hash(three.fresh) == before
    running.set_resting(three.by, three.entry(1), 1, anna)
    first = three.publish()
    running.set_resting(three.by, three.entry(1), 1, None)
    assert rests(three, first) == [2]
    assert [place.rests for place in three.entry(1).places.order_by("position")] == [[], [], [1]]


def test_at_the_table_they_change_until_the_first_deal(three: Played) -> None:
    anna, bo, cecilia = trio_of(three)
    first = three.publish()
    running.set_resting(three.by, three.entry(1), 1, anna)
    assert rests(three, first) == [0]
    recording.record_deal(three.by, game_of(three, first), a_deal(1))
    with pytest.raises(NotNow, match="first deal is dealt"):
        running.set_resting(three.by, three.entry(1), 1, bo)
    with pytest.raises(NotNow, match="comes later"):
        running.set_resting(three.by, three.entry(1), 3, bo)
    running.set_resting(three.by, three.entry(1), 2, cecilia)
    assert seated(three, first) == {bo.pk, cecilia.pk}


def test_a_scorer_may_say_it_and_nobody_without_a_role(three: Played) -> None:
    scorer = an_author(a_user(Role.Kind.SCORER, club=three.club))
    running.set_resting(scorer, three.entry(1), 1, trio_of(three)[0])
    with pytest.raises(PermissionDenied):
        running.set_resting(an_author(a_user()), three.entry(1), 1, trio_of(three)[1])


def test_nobody_of_them_is_a_substitute(three: Played) -> None:
    """Where results with a substitute bring nothing, those of three who take turns count in full."""
    event = Played(agreed(SWISS, rounds=2, substitutes=Substitutes.HALF))
    running.enter_pairs(event.by, event.event, [[a_player(club=event.club) for _one in range(3)]])
    event.enter(1)
    first = event.publish()
    event.totals(
        event.games(first)[0], *([9000, 1000] if get_seats(first).tables[0][0] == (1,) else [1000, 9000])
    )
    event.close(first)
    assert event.counted()[0][1:3] == (1, 2)
    second = event.publish()
    event.totals(
        event.games(second)[0], *([9000, 1000] if get_seats(second).tables[0][0] == (1,) else [1000, 9000])
    )
    event.close(second)
    assert event.counted()[0][1:3] == (1, 4)


def test_a_third_comes_and_one_leaves_and_both_are_taken_back(three: Played) -> None:
    three.round()
    pair, comes = three.entry(2), a_player(club=three.club)
    before = content_hash(three.fresh)
    running.add_third(three.by, pair, running.ThirdPlayer(comes))
    assert EntryPlayer.objects.filter(entry=pair, until_round=None).count() == 3
    with pytest.raises(NotNow, match="no further player"):
        running.add_third(three.by, pair, running.ThirdPlayer(a_player(club=three.club)))
    running.remove_third(three.by, pair, comes)
    assert content_hash(three.fresh) == before
    anna = trio_of(three)[0]
    running.remove_third(three.by, three.entry(1), anna)
    assert EntryPlayer.objects.get(entry=three.entry(1), player=anna).until_round == 1
    with pytest.raises(NotNow, match="Nobody can leave"):
        running.remove_third(three.by, three.entry(1), trio_of(three)[0])
    running.add_third(three.by, three.entry(1), running.ThirdPlayer(anna))
    assert content_hash(three.fresh) == before


def test_who_comes_as_a_third_later_rests_in_no_round_that_is_played_already(three: Played) -> None:
    drawn = three.publish()
    comes = a_player(club=three.club)
    running.add_third(three.by, three.entry(2), running.ThirdPlayer(comes))
    before, seats = content_hash(three.fresh), get_seats(drawn)
    exchanged = seats.with_exchanged(seats.tables[0][0][0], seats.tables[1][0][0])
    running.exchange_places(three.by, drawn, exchanged)
    assert EntryPlayer.objects.get(player=comes).rests == []
    running.exchange_places(three.by, drawn, seats)
    assert content_hash(three.fresh) == before


def test_who_cannot_be_a_third(three: Played) -> None:
    entered = EntryPlayer.objects.filter(entry=three.entry(3)).first()
    assert entered is not None
    with pytest.raises(ValidationError, match="already entered as number 3"):
        running.add_third(three.by, three.entry(2), running.ThirdPlayer(entered.player))
    singles = Played(agreed(PARTNERS, players=1))
    singles.enter(4)
    with pytest.raises(NotNow, match="no further player"):
        running.add_third(singles.by, singles.entry(1), running.ThirdPlayer(a_player(club=singles.club)))
    with pytest.raises(ValidationError, match="players"):
        running.enter_pairs(three.by, three.event, [[a_player(club=three.club) for _one in range(4)]])


def test_one_of_three_typed_wrong_has_sat_there_all_the_time(three: Played) -> None:
    first = three.round()
    anna, bo, cecilia = trio_of(three)
    for wrong, others in ((anna, [bo, cecilia]), (cecilia, [bo])):
        right = a_player(club=three.club)
        players = [right if player == wrong else player for player in trio_of(three)]
        running.edit_entry(three.by, three.entry(1), running.EntryChange(players=players, number=1))
        assert right in trio_of(three)
        assert {player.pk for player in others} <= {player.pk for player in trio_of(three)}
    assert rests(three, first) == [2]
    assert recheck.differences_in(three.fresh) == []


def test_three_who_come_late_take_a_seat_in_turn() -> None:
    event = Played(agreed(SWISS, rounds=3))
    event.enter(4)
    first = event.publish()
    trio = [a_player(club=event.club) for _one in range(3)]
    (late,) = running.enter_pairs(event.by, event.event, [trio])
    seats = get_seats(first)
    wanted = seats.with_exchanged(1, 5)
    running.exchange_places(event.by, first, wanted, "", seats.fingerprint)
    place = first.pairings.get(entered__entry=late)
    sitting = Seat.objects.filter(side__game=place.game, player__in=[player.pk for player in trio])
    assert set(sitting.values_list("player", flat=True)) == {trio[0].pk, trio[1].pk}
    assert EntryPlayer.objects.get(entry=late, player=trio[2]).rests == [1]


def test_the_list_has_a_tap_for_each_of_the_three(three: Played) -> None:
    client, page = Client(), reverse("tournaments:entries", args=[three.event.pk])
    assert three.by.user is not None
    client.force_login(three.by.user)
    anna, _bo, cecilia = trio_of(three)
    listed = client.get(page).content.decode()
    assert f'value="1-1-{cecilia.pk}" aria-pressed="true"' in listed
    tapped = reverse("tournaments:check_in", args=[three.event.pk])
    assert client.post(tapped, {"resting": f"1-1-{anna.pk}"}).status_code == 302
    assert f'value="1-1-{anna.pk}" aria-pressed="true"' in client.get(page).content.decode()
    assert client.post(tapped, {"resting": "1-1"}, follow=True).status_code == 200
    first = three.publish()
    assert rests(three, first) == [0]
    recording.record_deal(three.by, game_of(three, first), a_deal(1))
    # After the first deal it is about the next round.
    assert f'value="1-2-{cecilia.pk}" aria-pressed="true"' in client.get(page).content.decode()
    told = client.post(tapped, {"resting": f"1-1-{cecilia.pk}"}, follow=True).content.decode()
    assert "The first deal is dealt" in told
    logged = LogEntry.objects.get(book=three.event.book, act="entry.resting")
    assert logged.facts["player"] == anna.pk


def test_everybody_reads_all_three_and_the_start_list_has_a_column_more(three: Played) -> None:
    three.round()
    client = Client()
    public = client.get(reverse("tournaments:event", args=[three.event.pk])).content.decode()
    assert all(name in public for name in ("Anna", "Bo", "Cecilia"))
    assert three.by.user is not None
    client.force_login(three.by.user)
    page = reverse("tournaments:entries", args=[three.event.pk])
    rows = client.get(page, {"as": "csv"}).content.decode()
    assert all(name in rows for name in ("Anna", "Bo", "Cecilia"))


def test_three_are_entered_from_a_list_and_on_the_page_of_the_entry(three: Played) -> None:
    client = Client()
    assert three.by.user is not None
    client.force_login(three.by.user)
    coming = [a_player(f"Coming {name}", club=three.club) for name in ("Dan", "Eva", "Fia", "Gun")]
    pasted = " – ".join(player.name for player in coming[:3])
    sent = {"names": pasted, "key": str(uuid4())}
    assert client.post(reverse("tournaments:pairs", args=[three.event.pk]), sent).status_code == 302
    assert EntryPlayer.objects.filter(entry=three.entry(5)).count() == 3
    page = reverse("tournaments:entry_third", args=[three.entry(2).pk])
    assert client.post(page, {"player": coming[3].name}).status_code == 302
    assert EntryPlayer.objects.filter(entry=three.entry(2), player=coming[3]).exists()
    assert client.post(page, {"player": str(coming[3].pk)}).status_code == 302
    assert not EntryPlayer.objects.filter(entry=three.entry(2), player=coming[3]).exists()


def test_pages_lists_and_rules_say_who_rests(three: Played, client: Client) -> None:
    _anna, _bo, cecilia = trio_of(three)
    Player.objects.filter(pk=cecilia.pk).update(may_publish=True)
    three.publish()
    address = reverse("tournaments:event_round", args=[three.event.pk, 1])
    assert f"{cecilia.name} rests" in client.get(address).content.decode()
    by_name = client.get(address, {"by": "name"}).content.decode()
    assert by_name.count(", rests in this round") == 1
    rules = client.get(reverse("tournaments:event_rules", args=[three.event.pk])).content.decode()
    assert "Of a pair with a third player, two play" in rules
