"""Walkovers, forfeits and rulings close their game: nothing is dealt there, and no list leads there."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Role
from scoring import recording
from scoring.models import Game
from scoring.overview.queries import queued_games
from scoring.recording import NotNow
from tests.builders import a_user
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.desk.worth import worth_by_side
from tournaments.models import Pairing, Round
from tournaments.running import RuledResult

pytestmark = pytest.mark.django_db
Kind = Pairing.Kind
SENTENCE = "Another result counts for this game: walkover. No more deals are entered."


@pytest.fixture
def event() -> Played:
    played = Played(agreed(SWISS))
    played.enter(4)
    return played


def a_walkover(event: Played, drawn: Round, table: int = 1) -> Game:
    pairing = drawn.pairings.get(table=table)
    running.rule_result(event.by, pairing, RuledResult(kind=Kind.WALKOVER, reason="Late", at_fault=1))
    return Game.objects.get(pairing=pairing)


def to_type(event: Played) -> list[int]:
    return [game.pk for game in queued_games(event.event.book, timezone.localdate()) if game.to_type]


def test_no_deal_is_started_or_recorded_after_a_walkover(event: Played) -> None:
    game = a_walkover(event, event.publish())
    with pytest.raises(NotNow, match="walkover"):
        recording.start_deal(event.by, game, 1, uuid4())
    with pytest.raises(NotNow, match="walkover"):
        recording.record_deal(event.by, game, a_deal(1))
    assert not game.deals.exists()


def test_a_deal_that_was_started_before_a_forfeit_is_not_recorded_after_it(event: Played) -> None:
    drawn = event.publish()
    game = event.games(drawn)[0]
    recording.record_deal(event.by, game, a_deal(1))
    recording.start_deal(event.by, game, 2, uuid4())
    running.withdraw(event.by, event.entry(drawn.pairings.get(table=1).entered.first().entry.number), "Ill")  # type: ignore[union-attr]
    assert Game.objects.get(pk=game.pk).other_result == Kind.FORFEITED
    with pytest.raises(NotNow, match="given up"):
        recording.record_deal(event.by, game, a_deal(2))


def test_a_deal_of_a_forfeited_game_can_still_be_declared_void(event: Played) -> None:
    drawn = event.publish()
    game = event.games(drawn)[0]
    recording.record_deal(event.by, game, a_deal(1))
    running.rule_result(
        event.by, drawn.pairings.get(table=1), RuledResult(kind=Kind.FORFEITED, reason="Ill", at_fault=0)
    )
    assert recording.void_deal(event.by, game, 1, "dealt wrongly", uuid4()).state == "void"


def test_when_the_played_result_counts_again_deals_are_recorded_again(event: Played) -> None:
    drawn = event.publish()
    game = a_walkover(event, drawn)
    running.restore_played_result(event.by, drawn.pairings.get(table=1), "They were at the wrong table")
    recording.record_deal(event.by, game, a_deal(1))
    assert game.deals.count() == 1


def test_typing_never_leads_to_a_walkover_of_a_closed_round(event: Played, director: Client) -> None:
    """Whoever types table 1 of the second round is not led to the walkover of the first."""
    drawn = event.publish()
    left = a_walkover(event, drawn)
    event.play(drawn)
    event.close(drawn)
    following = event.publish()
    games = event.games(following)
    assert sorted(to_type(event)) == sorted(game.pk for game in games)
    chain = reverse("scoring:desk_next", args=[event.event.book_id])
    assert f"/games/{games[0].pk}/" in director.get(chain, {"table": "1"}).url  # type: ignore[attr-defined]
    event.play(following)
    assert f"/games/{left.pk}/" not in director.get(chain, {"table": "1"}).url  # type: ignore[attr-defined]


def test_lists_and_pages_say_why_nothing_is_entered(event: Played, director: Client) -> None:
    game = a_walkover(event, event.publish())
    of_round = director.get(reverse("tournaments:current_round", args=[event.event.pk]), follow=True)
    assert '<span class="badge ink">walkover</span>' in of_round.content.decode()
    of_game = director.get(reverse("scoring:game_desk", args=[game.pk])).content.decode()
    assert SENTENCE in of_game
    assert "Deal 1 is next" not in of_game
    assert "in progress" not in of_game
    assert SENTENCE in director.get(reverse("scoring:deal_new", args=[game.pk])).content.decode()
    every_game = Client().get(reverse("scoring:games")).content.decode()
    assert every_game.count('<span class="badge open">in progress</span>') == 1
    assert '<span class="badge ink">walkover</span>' in every_game
    of_open = Client().get(reverse("scoring:games"), {"state": "open"}).content.decode()
    assert reverse("scoring:game", args=[game.pk]) not in of_open
    public = Client().get(reverse("scoring:game", args=[game.pk])).content.decode()
    assert SENTENCE in public
    assert reverse("scoring:deal_new", args=[game.pk]) not in public


def test_the_table_shows_that_nothing_more_is_played(event: Played) -> None:
    (table,) = recording.create_tables(event.by, event.club, ["1"], uuid4())
    a_walkover(event, event.publish())
    page = Client().get(reverse("scoring:table", args=[table.secret])).content.decode()
    assert SENTENCE in page
    assert "Take your seats" not in page


def test_the_log_tells_the_table_of_a_deal_and_groups_its_digits(event: Played, director: Client) -> None:
    recording.record_deal(event.by, event.games(event.publish())[1], a_deal(1))
    log = " ".join(director.get(reverse("clubs:log", args=[event.event.book_id])).content.decode().split())
    assert "2,725 · −85" in log
    assert "Table" in log


def test_the_round_shows_what_counts_at_a_walkover_and_no_totals(event: Played, director: Client) -> None:
    """Nor where a game was played and then ruled otherwise: its totals do not count."""
    drawn = event.publish()
    a_walkover(event, drawn)
    ruled = drawn.pairings.get(table=2)
    event.totals(event.games(drawn)[1], 8_000, 2_000)
    running.rule_result(
        event.by,
        ruled,
        RuledResult(kind=Kind.ADJUSTED, reason="§ 12", ruled_points=[(1, 50), (1, -50)]),
    )
    desk = director.get(reverse("tournaments:round", args=[drawn.pk])).content.decode()
    assert "<small>2 points, difference +4,000</small>" in desk
    assert "<small>did not come, 0 points, difference −4,000</small>" in desk
    assert "<small>1 point, difference +50</small>" in desk
    assert '<b class="number">' not in desk


def test_nothing_is_counted_where_all_is_as_played(event: Played) -> None:
    drawn = event.publish()
    event.play(drawn)
    assert worth_by_side(drawn, {pairing.pk: pairing for pairing in drawn.pairings.all()}) == {}


def a_page(event: Played, name: str, *args: object) -> str:
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=event.club))
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def everywhere(event: Played, drawn: Round) -> dict[str, str]:
    """The pages with the tables of a round or with its games."""
    number = event.event.pk
    return {
        "round": a_page(event, "tournaments:round", drawn.pk),
        "public": a_page(event, "tournaments:event_round", number, drawn.number),
        "games": a_page(event, "scoring:games"),
    }


def test_a_score_that_does_not_count_stands_beside_no_game_that_counts_otherwise(event: Played) -> None:
    drawn = event.publish()
    one = event.games(drawn)[0]
    event.totals(one, 9115, 4385)
    assert {page for page, html in everywhere(event, drawn).items() if "9,115" in html} == {
        *("public", "games")
    }
    # Totals that can still be put right stand in their fields.
    assert 'value="9115"' in everywhere(event, drawn)["round"]
    ruling = RuledResult(kind=Kind.ADJUSTED, reason="So ruled", ruled_points=[(1, 0), (1, 0)])
    running.rule_result(event.by, drawn.pairings.get(table=1), ruling)
    for page, html in everywhere(event, drawn).items():
        assert ("9,115" in html, "as the jury has ruled" in html) == (False, True), page


def test_a_score_that_stands_when_a_game_is_cut_short_stays_beside_it(event: Played) -> None:
    drawn = event.publish()
    event.totals(event.games(drawn)[0], 9115, 4385)
    ruling = RuledResult(kind=Kind.BROKEN_OFF, reason="The hall closes")
    running.rule_result(event.by, drawn.pairings.get(table=1), ruling)
    assert Pairing.objects.get(round=drawn, table=1).kind == Kind.CUT_SHORT
    for page, html in everywhere(event, drawn).items():
        assert "9,115" in html, page
