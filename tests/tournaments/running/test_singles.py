"""Players who come alone: listed, paired by one act, on the list again when that is undone."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs.books.refusals import NotNow
from clubs.models import LogEntry, Player, Role
from scoring import recording
from scoring.models import Seat
from tests.builders import a_player, a_user, an_author
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import Substitutes
from tournaments.models import EntryPlayer, Tournament
from tournaments.play.entry_queries import players_without_partner

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairs() -> Played:
    event = Played(agreed(SWISS))
    event.enter(3)
    return event


def alone(event: Played, *names: str) -> list[Player]:
    players = [a_player(f"Alone {name}", club=event.club) for name in names]
    for player in players:
        running.add_single(event.by, event.event, player)
    return players


def listed(event: Played) -> list[Player]:
    return players_without_partner(event.event)


def director_of(event: Played) -> Client:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client


def undo(event: Played, client: Client, act: str) -> None:
    entry = LogEntry.objects.filter(book=event.event.book, act=act).latest("number")
    address = reverse("clubs:undo", args=[event.event.book_id, entry.number])
    assert client.post(address, {"key": str(uuid4()), "reason": "A slip"}).status_code == 302


def test_two_become_a_pair_by_one_act_and_are_listed_again_when_it_is_undone(pairs: Played) -> None:
    anna, bo, dan = alone(pairs, "Anna", "Bo", "Dan")
    assert listed(pairs) == [anna, bo, dan]
    client, page = director_of(pairs), reverse("tournaments:singles", args=[pairs.event.pk])
    sent = {"act": "pair", "chosen": [str(anna.pk), str(dan.pk)]}
    assert client.post(page, sent).status_code == 302
    entered = EntryPlayer.objects.filter(entry=pairs.entry(4)).order_by("position")
    assert [place.player for place in entered] == [anna, dan]
    assert listed(pairs) == [bo]
    undo(pairs, client, "entry.added")
    assert listed(pairs) == [anna, bo, dan]


def test_who_is_put_on_the_list_and_taken_off_has_a_way_back(pairs: Played) -> None:
    (anna,) = alone(pairs, "Anna")
    client = director_of(pairs)
    undo(pairs, client, "event.single_added")
    assert listed(pairs) == []
    undo(pairs, client, "event.single_removed")
    assert listed(pairs) == [anna]
    running.remove_single(pairs.by, pairs.event, anna)
    running.remove_single(pairs.by, pairs.event, anna)
    undo(pairs, client, "event.single_removed")
    assert listed(pairs) == [anna]
    running.add_single(pairs.by, pairs.event, anna)
    assert LogEntry.objects.filter(book=pairs.event.book, act="event.single_added").count() == 3


def test_who_cannot_be_listed(pairs: Played) -> None:
    entered = EntryPlayer.objects.filter(entry=pairs.entry(2)).first()
    assert entered is not None
    with pytest.raises(ValidationError, match="already entered as number 2"):
        running.add_single(pairs.by, pairs.event, entered.player)
    scorer = an_author(a_user(Role.Kind.SCORER, club=pairs.club))
    with pytest.raises(PermissionDenied):
        running.add_single(scorer, pairs.event, a_player(club=pairs.club))
    singles = Played(agreed(PARTNERS, players=1))
    with pytest.raises(NotNow, match="nobody needs a partner"):
        running.add_single(singles.by, singles.event, a_player(club=singles.club))
    Tournament.objects.filter(pk=pairs.event.pk).update(state=Tournament.State.PRELIMINARY)
    with pytest.raises(NotNow, match="no entry comes"):
        running.add_single(pairs.by, pairs.event, a_player(club=pairs.club))


def test_who_finds_a_partner_elsewhere_is_no_longer_listed(pairs: Played) -> None:
    (anna,) = alone(pairs, "Anna")
    running.enter_pairs(pairs.by, pairs.event, [[anna, a_player(club=pairs.club)]])
    assert listed(pairs) == []


def test_a_partner_who_comes_from_round_2_plays_without_anybody_doing_anything() -> None:
    """A substitute sits there in round 1, which counts by the event's rule; then the two play in full."""
    event = Played(agreed(SWISS, rounds=1, substitutes=Substitutes.HALF))
    event.enter(2)
    first = event.publish()
    (game,) = event.games(first)
    side = first.pairings.get().entered.get(entry__number=1).side
    late = Seat.objects.get(side__game=game, side__number=side, position=1).player
    substitute = a_player(club=event.club)
    recording.substitute(event.by, game, side, late, substitute, uuid4())
    event.totals(game, *((9000, 1000) if side == 0 else (1000, 9000)))
    event.close(first)
    # Half of one round is none: the win with a substitute brings nothing.
    assert [row[2] for row in event.counted() if row[1] == 1] == [0]
    plan = running.EventPlan(
        name="Spring", date=event.event.date, ruleset="samba", agreement=event.fresh.agreement.with_rounds(2)
    )
    Tournament.objects.filter(pk=event.event.pk).update(settings=plan.agreement.data())
    second = event.publish()
    seats = Seat.objects.filter(side__game__pairing__round=second, until_deal=None)
    assert late.pk in set(seats.values_list("player", flat=True))
    assert substitute.pk not in set(seats.values_list("player", flat=True))


def test_the_page_of_an_entry_says_how_a_partner_comes_later(pairs: Played) -> None:
    page = director_of(pairs).get(reverse("tournaments:entry_edit", args=[pairs.entry(1).pk]))
    assert "One of the two comes later?" in page.content.decode()


def test_the_page_adds_by_name_and_says_what_is_wrong(pairs: Played) -> None:
    client, page = director_of(pairs), reverse("tournaments:singles", args=[pairs.event.pk])
    assert "Nobody is on the list" in client.get(page).content.decode()
    comes = a_player("Eva Alone", club=pairs.club)
    assert client.post(page, {"player": "nobody at all"}).status_code == 200
    assert client.post(page, {"player": comes.name}).status_code == 302
    assert listed(pairs) == [comes]
    one = client.post(page, {"act": "pair", "chosen": [str(comes.pk)]}).content.decode()
    assert "Choose the two who become a pair" in one
    entries = client.get(reverse("tournaments:entries", args=[pairs.event.pk])).content.decode()
    assert "Looking for a partner (1)" in entries
    assert client.post(page, {"act": "remove", "chosen": [str(comes.pk)]}).status_code == 302
    assert listed(pairs) == []
