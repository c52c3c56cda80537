"""The next round drawn while a table still plays: how its game counts, where it is played, when it closes."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Game, Table
from scoring.recording import NotNow
from tests.tournaments.rounds.test_round_page import director, seen
from tests.tournaments.rounds.test_table_use import tables
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.drawing.proposal import CountsAs
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Pairing, Round
from tournaments.play.audit import check_event_draws

pytestmark = pytest.mark.django_db

# The tables of the first round that have finished, and the one that plays.
PLAYING = 2


@pytest.fixture
def event() -> Played:
    """Eight pairs; table 2 still plays in round 1."""
    event = Played(agreed(SWISS))
    event.enter(8)
    tables(event, "1", "2", "3", "4")
    for game, totals in zip(
        event.games(event.publish()), ((9000, 1000), None, (6000, 5000), (8000, 2000)), strict=True
    ):
        if totals:
            event.totals(game, *totals)
    return event


def first(event: Played) -> Round:
    return event.event.rounds.get(number=1)


def draw(event: Played, how: CountsAs = CountsAs.DRAW) -> Round:
    return running.draw_round(event.by, event.event, going_on={(1, PLAYING): how})


def playing(event: Played) -> Game:
    return event.games(first(event))[PLAYING - 1]


def at_table(event: Played, drawn: Round, number: int) -> list[int]:
    return list(drawn.pairings.get(table=number).entered.values_list("entry__number", flat=True))


def checked(event: Played) -> str:
    out = StringIO()
    call_command("check_draw", str(event.event.pk), stdout=out)
    return out.getvalue()


def test_a_draw_asks_how_each_game_that_goes_on_counts(event: Played) -> None:
    with pytest.raises(NotNow, match="A round is still being played"):
        running.draw_round(event.by, event.event)
    with pytest.raises(NotNow, match="Table 2 of round 1 still plays"):
        running.draw_round(event.by, event.event, going_on={(1, 1): CountsAs.DRAW})
    event.play(first(event))
    with pytest.raises(NotNow, match="Round 1 has all its results: close it first"):
        draw(event)


@pytest.mark.parametrize(
    ("how", "points"), [(CountsAs.DRAW, 1), (CountsAs.ROUND_BEHIND, 0), (CountsAs.AS_IT_STANDS, 0)]
)
def test_the_game_counts_for_the_draw_as_decided_and_its_result_moves_no_pairing(
    event: Played, how: CountsAs, points: int
) -> None:
    two = at_table(event, first(event), PLAYING)
    drawn = draw(event, how)
    known = {entry["entry"]: entry for entry in drawn.draw_input["present"]}
    assert [known[entry]["points"] for entry in two] == [points, points]
    assert all(dict(known[entry]["met"]).values() for entry in two)
    pairings = list(drawn.pairings.order_by("table").values_list("table", "entered__entry__number"))
    running.publish_round(event.by, drawn)
    event.totals(playing(event), 12000, 0)
    event.close(first(event))
    assert list(drawn.pairings.order_by("table").values_list("table", "entered__entry__number")) == pairings
    event.play(drawn)
    event.close(drawn)
    assert checked(event).count("the same draw again") == 2
    (_first, second) = check_event_draws(event.fresh)
    assert second.faults == ()
    # In the standings its real result counts.
    assert {entry: points for _place, entry, points, _lead in event.kept(first(event))}[two[0]] == 2
    assert event.kept(drawn) == event.counted()


def test_a_decision_that_somebody_has_changed_afterwards_is_found(event: Played) -> None:
    drawn = draw(event)
    running.publish_round(event.by, drawn)
    drawn.draw_input["unfinished"][0]["counts_as"] = "round_behind"
    drawn.save(update_fields=["draw_input"])
    assert {fault.code for fault in check_event_draws(event.fresh)[1].faults} == {"not_the_basis"}


def test_the_old_game_keeps_its_table_and_a_game_of_its_players_waits_for_it(event: Played) -> None:
    two = at_table(event, first(event), PLAYING)
    drawn = draw(event)
    running.publish_round(event.by, drawn)
    assert set(at_table(event, drawn, PLAYING)) & set(two)
    assert list(drawn.pairings.order_by("table").values_list("table", flat=True)) == [1, 2, 3, 4]
    waiting = event.games(drawn)[PLAYING - 1]
    assert Table.objects.get(label="2").game == playing(event)
    assert not Table.objects.filter(game=waiting).exists()
    event.totals(playing(event), 12000, 0)
    assert Table.objects.get(label="2").game == playing(event), "its players still sign it there"
    event.close(first(event))
    assert Table.objects.get(label="2").game == waiting


def test_a_walkover_frees_the_table_for_the_game_that_waits(event: Played) -> None:
    drawn = draw(event)
    running.publish_round(event.by, drawn)
    pairing = first(event).pairings.get(table=PLAYING)
    lost = running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=0, reason="went home")
    running.rule_result(event.by, pairing, lost)
    assert Table.objects.get(label="2").game == event.games(drawn)[PLAYING - 1]


def test_rounds_close_in_their_order_and_every_page_is_there_meanwhile(event: Played) -> None:
    drawn = draw(event)
    client = director(event)
    assert "Round 1, table 2 was still playing. For this draw it counted as a draw." in seen(event, drawn)
    running.publish_round(event.by, drawn)
    event.play(drawn)
    with pytest.raises(NotNow, match="Round 1 is still open"):
        event.close(drawn)
    desk = client.get(reverse("tournaments:desk", args=[event.event.pk])).content.decode()
    assert "Round 1 is still open: table 2 plays." in desk
    page = client.get(
        reverse("tournaments:current_round", args=[event.event.pk]), follow=True
    ).content.decode()
    assert "table 2, round 1" in page
    assert "<h1>Round 2</h1>" in page
    assert "Close round 1 first." in page
    assert "Close the round" not in page
    for name in ("event", "event_places", "event_cross", "event_statistics", "papers", "standings"):
        assert client.get(reverse(f"tournaments:{name}", args=[event.event.pk])).status_code == 200, name
    for number in (1, 2):
        for kind in ("", "?as=csv", "?as=json"):
            public = client.get(reverse("tournaments:event_round", args=[event.event.pk, number]) + kind)
            assert public.status_code == 200, (number, kind)
    event.play(first(event))
    desk = client.get(reverse("tournaments:desk", args=[event.event.pk])).content.decode()
    assert "Every table of round 1 has finished." in desk
    event.close(first(event))
    event.close(drawn)
    assert event.kept(drawn) == event.counted()


def test_everybody_reads_who_plays_still_in_the_round_before(event: Played) -> None:
    drawn = draw(event)
    running.publish_round(event.by, drawn)
    page = director(event).get(reverse("tournaments:event_round", args=[event.event.pk, 2]))
    assert page.content.decode().count("plays still in round 1") == 2
    event.play(first(event))
    page = director(event).get(reverse("tournaments:event_round", args=[event.event.pk, 2]))
    assert "plays still in round 1" not in page.content.decode()


def test_the_round_that_was_drawn_early_can_be_removed_and_drawn_again(event: Played) -> None:
    running.publish_round(event.by, draw(event))
    second = event.event.rounds.get(number=2)
    running.remove_round(event.by, second)
    event.play(first(event))
    event.close(first(event))
    again = event.round()
    assert (again.number, event.kept(again)) == (2, event.counted())


def test_the_page_asks_for_each_table_and_draws(event: Played) -> None:
    client, address = director(event), reverse("tournaments:draw_early", args=[event.event.pk])
    assert "Round 1, table 2: " in client.get(address).content.decode()
    assert client.post(address, {"counts1-2": "perhaps"}).status_code == 200
    assert not event.event.rounds.filter(number=2).exists()
    client.post(address, {"counts1-2": "round_behind"})
    drawn = event.event.rounds.get(number=2)
    assert drawn.draw_input["unfinished"][0]["counts_as"] == "round_behind"
    logged = event.event.book.log.filter(act="round.drawn").order_by("-number")[0]
    assert json.loads(logged.text)["after"]["going_on"] == [[1, 2, "round_behind"]]
    running.publish_round(event.by, drawn)
    event.play(first(event))
    event.play(drawn)
    assert client.get(address).status_code == 302, "no table plays any more"


def test_who_leaves_loses_both_games(event: Played) -> None:
    drawn = draw(event)
    running.publish_round(event.by, drawn)
    leaving = at_table(event, first(event), PLAYING)[0]
    running.withdraw(event.by, event.entry(leaving), "ill")
    kinds = Pairing.objects.filter(entered__entry__number=leaving).order_by("round__number")
    assert list(kinds.values_list("kind", flat=True)) == ["walkover", "walkover"]
    event.play(first(event))
    event.close(first(event))
    event.play(drawn)
    event.close(drawn)
    assert event.kept(drawn) == event.counted()


def asked(event: Played) -> dict[str, int]:
    """How many queries each page and file asks while the second round plays beside the first."""
    pk, client, counted = event.event.pk, director(event), {}
    second = event.event.rounds.get(number=2)
    addresses = {
        name: reverse(f"tournaments:{name}", args=[pk])
        for name in ("desk", "event", "entries", "standings", "papers", "event_places")
    }
    addresses["round"] = reverse("tournaments:round", args=[second.pk])
    addresses["event_round"] = reverse("tournaments:event_round", args=[pk, 2])
    addresses["draw_early"] = reverse("tournaments:draw_early", args=[pk])
    files = ("event", "event_round", "standings", "event_places")
    addresses |= {f"{name} as {kind}": f"{addresses[name]}?as={kind}" for name in files for kind in KINDS}
    for name, address in addresses.items():
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address)
        assert answer.status_code == 200, name
        counted[name] = len(queries)
    return counted


KINDS = ("csv", "json", "xlsx", "pdf")


def test_pages_and_files_meanwhile_ask_as_many_queries_with_more_tables(event: Played) -> None:
    big = Played(agreed(SWISS))
    big.enter(16)
    tables(big, *(str(number) for number in range(1, 9)))
    for game in big.games(big.publish())[3:]:
        big.totals(game, 8000, 2000)
    running.publish_round(
        big.by,
        running.draw_round(big.by, big.event, going_on={(1, table): CountsAs.DRAW for table in (1, 2, 3)}),
    )
    running.publish_round(event.by, draw(event))
    assert asked(big) == asked(event)
