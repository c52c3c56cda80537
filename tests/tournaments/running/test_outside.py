"""Entries outside the competition: their games count for their opponents; places and prizes skip them."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import LogEntry
from scoring import recording
from tests.builders import a_player
from tests.tournaments.support.events import Played, agreed, declare_official, shown
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.history.club_history import load_history
from tournaments.history.queries import results_of_player
from tournaments.models import EventAdjustment, PairingEntry, Round
from tournaments.papers.prizes import prize_placings
from tournaments.papers.source import PaperSource
from tournaments.play import event_record
from tournaments.play.draw_input import present_entries
from tournaments.play.event_results import compute_standings
from tournaments.public.event_view import load_event_view
from tournaments.public.rules_in_force import rules_report

pytestmark = pytest.mark.django_db
OUTSIDE = 4


@pytest.fixture
def event() -> Played:
    played = Played(agreed(SWISS, rounds=1, chain=("points", "opponents", "difference")))
    played.enter(3)
    running.enter_pairs(played.by, played.event, [played.players()], outside=True)
    return played


def play_by_hand(event: Played) -> tuple[int, int, int]:
    """The pair outside wins by 1000, and one of the others by 2000: winner, opponent of the pair, loser."""
    drawn = event.publish()
    sides = {
        game.pk: dict(PairingEntry.objects.filter(pairing__game=game).values_list("side", "entry__number"))
        for game in event.games(drawn)
    }
    for game in event.games(drawn):
        first, second = sides[game.pk][0], sides[game.pk][1]
        if OUTSIDE in (first, second):
            opponent = second if first == OUTSIDE else first
            event.totals(game, *((6000, 5000) if first == OUTSIDE else (5000, 6000)))
        else:
            winner, loser = first, second
            event.totals(game, 7000, 5000)
    event.close(drawn)
    return winner, opponent, loser


def client_of(event: Played) -> Client:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client


def test_places_skip_them_and_their_points_count_for_their_opponents(event: Played) -> None:
    winner, opponent, loser = play_by_hand(event)
    # Both losers have met a winner of two points.
    assert event.counted() == [(1, winner, 2, 2000), (2, opponent, 0, -1000), (3, loser, 0, -2000)]
    charge = running.EventCharge(
        entry=OUTSIDE, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="late", key=uuid4()
    )
    running.adjust_event(event.by, event.event, charge)
    # Now the opponent has met one of one point.
    assert event.counted() == [(1, winner, 2, 2000), (2, loser, 0, -2000), (3, opponent, 0, -1000)]
    assert event.kept(event.event.rounds.get()) == event.counted()
    outside = compute_standings(event_record.load_event(event.fresh)).outside
    assert [shown(placing) for placing in outside] == [(0, OUTSIDE, 1, 1000)]


def test_they_are_drawn_by_their_points_like_everybody(event: Played) -> None:
    play_by_hand(event)
    drawn = {entry.entry: entry for entry in present_entries(event_record.load_event(event.fresh), 2, SWISS)}
    assert (drawn[OUTSIDE].points, drawn[OUTSIDE].difference) == (2, 1000)


def test_who_is_put_outside_makes_room_and_gets_the_place_back(event: Played) -> None:
    winner, opponent, loser = play_by_hand(event)
    before = event.counted()
    running.set_outside(event.by, event.entry(winner), outside=True)
    assert event.counted() == [(1, opponent, 0, -1000), (2, loser, 0, -2000)]
    assert event.kept(event.event.rounds.get()) == event.counted()
    running.set_outside(event.by, event.entry(winner), outside=True)
    assert LogEntry.objects.filter(book=event.event.book, act="entry.outside").count() == 1
    running.set_outside(event.by, event.entry(winner), outside=False)
    assert event.counted() == before == event.kept(event.event.rounds.get())


def test_prizes_winners_and_the_pages_of_players_skip_them(event: Played) -> None:
    winner, _opponent, _loser = play_by_hand(event)
    source = PaperSource(event.fresh, str)
    assert [placing.totals.entry for placing in prize_placings(source, 1)] == [winner]
    declare_official(event.by, running.show_results(event.by, event.event))
    (won,) = load_history(event.club).victories
    winners = event.entry(winner).players.values_list("pk", flat=True)
    assert [{*players} for players in won.winners] == [{*winners}]
    player = event.entry(OUTSIDE).players.all()[0]
    assert results_of_player(player) == []
    (result,) = results_of_player(event.entry(winner).players.all()[0])
    assert (result.standing.place, result.of) == (1, 3)


def test_the_standings_name_them_without_a_place(event: Played) -> None:
    play_by_hand(event)
    address = reverse("tournaments:event", args=[event.event.pk])
    (table, *_more) = json.loads(Client().get(address, {"as": "json"}).content)["tables"]
    assert [row["place"] for row in table["rows"]] == [1, 2, 3, None]
    assert "outside the competition" in table["rows"][-1]["decided_by"]
    cross = reverse("tournaments:event_cross", args=[event.event.pk])
    page = Client().get(cross, {"q": str(OUTSIDE)}).content.decode()
    assert "Outside the competition, 2 points, difference 1,000" in page
    (table, *_more) = json.loads(Client().get(cross, {"as": "json"}).content)["tables"]
    assert [row["place"] for row in table["rows"]][-1] is None


def test_the_rules_in_force_name_them_where_there_are_any(event: Played) -> None:
    sentence = "Some entries play outside the competition"
    page = reverse("tournaments:event_rules", args=[event.event.pk])
    assert sentence in Client().get(page).content.decode()
    running.set_outside(event.by, event.entry(OUTSIDE), outside=False)
    assert sentence not in Client().get(page).content.decode()
    view = load_event_view(event.fresh)
    assert not view.field.has_outside
    assert sentence not in str(rules_report(event.fresh, view.field))


def test_an_odd_field_is_offered_a_filler_who_is_removed_again(event: Played) -> None:
    running.remove_entry(event.by, event.entry(OUTSIDE))
    client, desk = client_of(event), reverse("tournaments:desk", args=[event.event.pk])
    link = f"{reverse('tournaments:pairs', args=[event.event.pk])}?outside=1"
    assert link in client.get(desk).content.decode()
    form = client.get(link)
    assert form.context["form"]["outside"].value() is True
    names = " – ".join(a_player(name, club=event.club).name for name in ("Fia Lund", "Gun Holm"))
    client.post(link, {"names": names, "outside": "on"})
    filler = event.event.entries.get(outside=True)
    assert link not in client.get(desk).content.decode()
    running.remove_entry(event.by, filler)
    assert link in client.get(desk).content.decode()


def test_the_page_of_an_entry_says_it_and_what_is_official_stays(event: Played) -> None:
    client = client_of(event)
    page = reverse("tournaments:entry_outside", args=[event.entry(1).pk])
    assert page in client.get(reverse("tournaments:entry_edit", args=[event.entry(1).pk])).content.decode()
    client.post(page, {"outside": "on"})
    assert event.entry(1).outside
    client.post(page, {})
    assert not event.entry(1).outside
    event.round()
    running.show_results(event.by, event.event)
    event.event.state = event.event.State.OFFICIAL
    event.event.save(update_fields=["state"])
    with pytest.raises(recording.NotNow):
        running.set_outside(event.by, event.entry(1), outside=True)
    assert Round.objects.filter(tournament=event.event).count() == 1
