"""What an event says on the protocols of its games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.people.names import full_name
from clubs.reports.report import Fact
from scoring.models import Game
from scoring.printing.assembly import protocol_report
from scoring.printing.event_lines import EventLines, read_event_lines
from scoring.store.game_queries import games_with_sides, side_names
from scoring.store.printing_queries import build_game_papers, games_for_paper
from tests.scoring.support.played import an_evening
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.wins_total import WINS_TOTAL
from tournaments.models import Pairing
from tournaments.running import RuledResult

pytestmark = pytest.mark.django_db


def played(**fields: Any) -> Played:
    event = Played(replace(agreed(SWISS), **fields))
    event.enter(4)
    return event


def told_of(game: Game) -> EventLines:
    return read_event_lines([game]).lines_for(game)


def notes_of(game: Game) -> tuple[str, ...]:
    (paper,) = build_game_papers([games_for_paper().get(pk=game.pk)])
    return protocol_report(["en"], paper, read_event_lines([game]), full_name, "").notes


def test_a_protocol_names_the_event_and_the_round() -> None:
    event = played()
    (game, _other) = event.games(event.publish())
    told = told_of(game)
    assert told.facts == (Fact("Event", "Spring"), Fact("Round", "1"))
    assert told.rows == ()


def test_a_protocol_says_that_its_round_was_removed() -> None:
    event = played()
    drawn = event.publish()
    (game, _other) = event.games(drawn)
    running.remove_round(event.by, drawn, "drawn from the wrong list")
    assert Fact("Round", "1, removed") in told_of(game).facts


def test_a_further_page_says_event_round_table_and_sides_at_its_foot() -> None:
    event = played()
    (game, _other) = event.games(event.publish())
    (paper,) = build_game_papers([games_for_paper().get(pk=game.pk)])
    foot = protocol_report(["fi", "sv"], paper, read_event_lines([game]), full_name, "").foot
    names = side_names(games_with_sides().get(pk=game.pk), full_name)
    assert foot == (
        "Kilpailu / Tävling: Spring",
        "Kierros / Rond: 1",
        f"Pöytä / Bord: {game.label}",
        *(f"{letter}: {name}" for letter, name in zip("AB", names, strict=True)),
    )


def test_a_game_that_is_over_says_its_match_points_and_the_difference_that_counts() -> None:
    event = played()
    drawn = event.publish()
    for game in event.games(drawn):
        event.totals(game, 10_000, 7_500)
    told = told_of(event.games(drawn)[0])
    assert [row.values for row in told.rows] == [
        ("Match points", 2, 0),
        ("Difference that counts", 2_500, -2_500),
    ]


def test_a_protocol_says_what_counts_in_place_of_what_was_played() -> None:
    event = played()
    drawn = event.publish()
    event.play(drawn)
    first, second = event.games(drawn)
    judged = (
        (first, RuledResult(kind=Pairing.Kind.WALKOVER, reason="They had gone home", at_fault=1)),
        (
            second,
            RuledResult(
                kind=Pairing.Kind.ADJUSTED, reason="A card was missing", ruled_points=((1, 0), (1, 0))
            ),
        ),
    )
    for game, ruled in judged:
        running.rule_result(event.by, Pairing.objects.get(game=game), ruled)
    told = [notes_of(game) for game in (first, second)]
    counts = "Counts instead of the played result"
    absent = (f"{counts}: walkover (B did not come).", "The reason: They had gone home")
    assert [note for note in told[0] if note in absent] == [*absent]
    (paper,) = build_game_papers([games_for_paper().get(pk=first.pk)])
    winners = side_names(paper.game, full_name)[0]
    assert f"Winner: {winners}." in told[0]
    given = (f"{counts}: as the jury has ruled.", "The reason: A card was missing")
    assert [note for note in told[1] if note in given] == [*given]
    running.restore_played_result(event.by, Pairing.objects.get(game=first), "They came after all")
    assert not any(counts in note for note in notes_of(first))


def test_a_game_that_one_side_left_says_what_it_is_worth_though_it_is_not_over() -> None:
    event = played()
    drawn = event.publish()
    running.withdraw(event.by, event.entry(1), "")
    told = told_of(Game.objects.get(pairing__round=drawn, pairing__entered__entry=event.entry(1)))
    assert {row.values[0] for row in told.rows} == {"Match points", "Difference that counts"}
    (note,) = told.notes
    assert note.startswith("Nothing was played. Counted as: walkover (")
    assert told.winner is not None
    assert "AB"[told.winner] != note.partition("(")[2][0], "not the side that has left"


def test_where_standings_are_kept_back_the_protocol_says_nothing_of_them() -> None:
    event = played(hidden=True)
    drawn = event.publish()
    for game in event.games(drawn):
        event.totals(game, 10_000, 7_500)
    assert told_of(event.games(drawn)[0]).rows == ()


def test_points_that_are_the_totals_are_not_said_twice() -> None:
    event = played(scheme=TOTAL)
    drawn = event.publish()
    for game in event.games(drawn):
        event.totals(game, 10_000, 7_500)
    assert told_of(event.games(drawn)[0]).rows == ()


def test_where_the_totals_count_a_walkover_says_what_counts_instead() -> None:
    event = played(scheme=TOTAL, walkover_margin=4_000)
    drawn = event.publish()
    event.play(drawn)
    (game, _other) = event.games(drawn)
    ruled = RuledResult(kind=Pairing.Kind.WALKOVER, reason="They had gone home", at_fault=1)
    running.rule_result(event.by, Pairing.objects.get(game=game), ruled)
    assert ("Points that count", 4_000, 0) in [row.values for row in told_of(game).rows]


def test_where_own_points_are_asked_first_the_protocol_says_them_where_the_result_does_not() -> None:
    event = played(scheme=WINS_TOTAL, walkover_margin=4_000, chain=("points", "own_points"))
    drawn = event.publish()
    event.play(drawn)
    game, ruled_over = event.games(drawn)
    assert [row.values[0] for row in told_of(game).rows] == ["Match points"]
    ruled = RuledResult(kind=Pairing.Kind.WALKOVER, reason="They had gone home", at_fault=1)
    running.rule_result(event.by, Pairing.objects.get(game=ruled_over), ruled)
    rows = [row.values for row in told_of(ruled_over).rows]
    assert rows == [("Match points", 1, 0), ("Own points that count", 4_000, 0)]


def test_a_walkover_that_nobody_began_waits_for_no_deal() -> None:
    event = played()
    drawn = event.publish()
    (game, other) = event.games(drawn)
    ruled = RuledResult(kind=Pairing.Kind.WALKOVER, reason="They had gone home", at_fault=1)
    running.rule_result(event.by, Pairing.objects.get(game=game), ruled)
    ahead = [
        protocol_report(["en"], paper, read_event_lines([paper.game]), full_name, "").notice
        for paper in build_game_papers(list(games_for_paper().filter(pk__in=[game.pk, other.pk])))
    ]
    assert sorted(ahead) == ["", "No deal has been recorded yet."]


def test_a_game_of_no_event_says_nothing_of_one() -> None:
    told = told_of(an_evening().game)
    assert (told.facts, told.rows) == ((), ())


def test_the_protocol_of_a_game_in_an_event_is_a_file() -> None:
    event = played()
    drawn = event.publish()
    event.play(drawn)
    answer = Client().get(reverse("scoring:protocol", args=[event.games(drawn)[0].pk]))
    assert answer.content.startswith(b"%PDF")
