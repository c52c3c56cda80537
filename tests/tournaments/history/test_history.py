"""What lasts beyond an event: a player's results, a club's records, and who may be named in them."""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Book, Player, Role
from clubs.people.details import PlayerDetails
from clubs.people.verbs import edit_player
from scoring import recording
from scoring.models import Game
from tests.builders import a_player, a_user, an_author
from tests.scoring.support.played import a_body, a_deal, an_evening
from tests.tournaments.public.test_public import rows_of
from tests.tournaments.support.events import Played, agreed, declare_official, show_after_this_round
from tournaments import running
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.swiss import SWISS
from tournaments.history import facts, games_of_player, keeping, queries
from tournaments.history import tables as history_tables
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def an_event(played: Played, name: str, pairs: list[tuple[Player, Player]], **fields: Any) -> Tournament:
    """An event of the same club, with these pairs: the earlier in the list, the better they play."""
    plan = running.EventPlan(
        name=name, date=date(2026, 5, 3), ruleset="samba", agreement=agreed(SWISS, **fields)
    )
    event = running.create_event(played.by, played.club, plan)
    running.enter_pairs(played.by, event, pairs)
    drawn = running.publish_round(played.by, running.draw_round(played.by, event, name))
    order = {player.pk: at for at, pair in enumerate(pairs) for player in pair}
    for game in played.games(drawn):
        strength = [order[side.seats.all()[0].player_id] for side in game.sides.order_by("number")]
        played.totals(game, *(10_000 - 1000 * at for at in strength))
    running.close_round(played.by, drawn)
    return event


@pytest.fixture
def played() -> Played:
    return Played(agreed(SWISS))


@pytest.fixture
def four(played: Played) -> list[tuple[Player, Player]]:
    return [(a_player(club=played.club), a_player(club=played.club)) for _pair in range(4)]


def seen(name: str, pk: int) -> str:
    return Client().get(reverse(f"tournaments:{name}", args=[pk])).content.decode()


def test_a_player_has_results_partners_and_a_way_over_time(
    played: Played, four: list[tuple[Player, Player]]
) -> None:
    (one, other), *rest = four
    an_event(played, "First", [(one, other), *rest])
    an_event(played, "Second", [*rest, (one, other)])
    text = seen("player_results", one.pk)
    assert "First" in text
    assert "Second" in text
    assert text.count("<polyline") == 1
    (partner,) = rows_of(text[text.index('id="partners"') :])
    assert partner == [other.name, "2", "1"]
    results = queries.results_of_player(one)
    assert [result.event.name for result in results] == ["Second", "First"]
    points = [result.standing.points for result in reversed(results)]
    figures = rows_of(text[text.index('id="course-figures"') :])
    assert [row[1] for row in figures] == [str(made) for made in points]
    assert text.count(" points · ") == sum(made != 1 for made in points)
    assert history_tables.share_behind(results[1]) == 100


def test_who_may_not_be_named_has_no_page_and_is_not_named_as_a_partner(
    played: Played, four: list[tuple[Player, Player]]
) -> None:
    (one, other), *_rest = four
    an_event(played, "First", four)
    Player.objects.filter(pk=other.pk).update(may_publish=False)
    assert Client().get(reverse("tournaments:player_results", args=[other.pk])).status_code == 404
    text = seen("player_results", one.pk)
    assert other.name not in text
    assert f"Player {other.pk}" in text


def test_who_was_struck_out_has_no_place_in_its_list_of_results() -> None:
    """It stood in the standings after the first round, and not in those after the second."""
    event = Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(6)
    event.round()
    gone, stayed = (event.entry(number).players.first() for number in (3, 4))
    assert gone is not None
    assert stayed is not None
    assert len(queries.results_of_player(gone)) == 1
    event.publish()
    running.withdraw(event.by, event.entry(3), "ill")
    drawn = event.event.rounds.get(number=2)
    event.play(drawn)
    event.close(drawn)
    assert queries.results_of_player(gone) == []
    assert len(queries.results_of_player(stayed)) == 1


def test_results_that_are_kept_back_are_in_no_history(
    played: Played, four: list[tuple[Player, Player]]
) -> None:
    event = an_event(played, "Kept back", four, hidden=True)
    (one, _other), *_rest = four
    assert "Kept back" not in seen("player_results", one.pk)
    assert four[0][0].name not in seen("champions", played.club.pk)
    declare_official(played.by, show_after_this_round(played.by, event))
    assert "Kept back" in seen("player_results", one.pk)
    assert four[0][0].name in seen("champions", played.club.pk)


def test_what_was_played_in_a_removed_round_is_no_record(played: Played) -> None:
    played.enter(4)
    drawn = played.publish()
    game, other = played.games(drawn)
    recording.record_deal(played.by, game, a_deal(1))
    played.totals(other, 9125, 6000)
    kept = seen("club_records", played.club.pk)
    assert "9,125" in kept
    assert "Biggest deal" in kept
    running.remove_round(played.by, drawn, "drawn from the wrong list")
    removed = seen("club_records", played.club.pk)
    assert "9,125" not in removed
    assert "Biggest deal" not in removed


def test_a_players_own_page_tells_the_results_to_those_who_may_see_it(
    played: Played, four: list[tuple[Player, Player]]
) -> None:
    an_event(played, "First", four)
    director = Client()
    assert played.by.user is not None
    director.force_login(played.by.user)
    page = reverse("clubs:player", args=[four[0][0].pk])
    assert "First" in director.get(page).content.decode()
    Player.objects.filter(pk=four[0][0].pk).update(may_publish=False)
    assert ">First<" not in director.get(page).content.decode()


def test_a_club_has_records_of_its_deals_and_games(played: Played) -> None:
    played.enter(4)
    drawn = played.publish()
    game, other = played.games(drawn)
    recording.record_deal(played.by, game, a_deal(1))
    played.totals(other, 12_345, 1000)
    text = seen("club_records", played.club.pk)
    assert "2,725" in text
    assert "12,345" in text
    assert "Most sambas in a deal" in text
    assert seen("club_records", a_player().home_club_id).count("No event has a result yet.") == 1


@pytest.mark.parametrize("events", [1, 6])
def test_a_history_takes_as_many_queries_however_long_it_is(
    played: Played, four: list[tuple[Player, Player]], events: int
) -> None:
    for number in range(events):
        show_after_this_round(played.by, an_event(played, f"Event {number}", four))
    for name, pk, most in (("player_results", four[0][0].pk, 14), ("club_records", played.club.pk, 16)):
        with CaptureQueriesContext(connection) as asked:
            seen(name, pk)
        assert len(asked) <= most


@pytest.mark.parametrize("name", ["player_results", "club_records"])
def test_unchanged_history_is_answered_by_one_row(
    played: Played, four: list[tuple[Player, Player]], name: str
) -> None:
    an_event(played, "First", four)
    address = reverse(
        f"tournaments:{name}", args=[four[0][0].pk if name == "player_results" else played.club.pk]
    )
    tag = Client().get(address)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304
    assert len(asked) == 1
    an_event(played, "Second", four)
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 200


def test_a_player_who_has_played_nothing_is_not_shown_under_an_old_name(played: Played) -> None:
    player = a_player(club=played.club, may_publish=True)
    address = reverse("tournaments:player_results", args=[player.pk])
    tag = Client().get(address)["ETag"]
    details = PlayerDetails(given_name="Newly", family_name="Named", may_publish=True)
    edit_player(an_author(a_user(Role.Kind.ADMIN, club=played.club)), player, details, player.version)
    renamed = Client().get(address, headers={"If-None-Match": tag})
    assert renamed.status_code == 200
    assert "Newly Named" in renamed.content.decode()


def test_preliminary_results_name_no_winner(played: Played, four: list[tuple[Player, Player]]) -> None:
    event = an_event(played, "First", four)
    show_after_this_round(played.by, event)
    assert "No event has an official result yet." in seen("champions", played.club.pk)
    assert four[0][0].name not in seen("champions", played.club.pk)
    declare_official(played.by, event)
    assert four[0][0].name in seen("champions", played.club.pk)


def test_results_and_records_are_files_too(played: Played, four: list[tuple[Player, Player]]) -> None:
    (one, other), *rest = four
    event = an_event(played, "=First", [(one, other), *rest])
    declare_official(played.by, show_after_this_round(played.by, event))
    events, partners, games = tables_of("tournaments:player_results", one.pk)
    assert events["caption"] == "Events"
    ((name, day, game, place, of, shared, with_whom, *balance, _points, behind),) = events["rows"]
    assert (name, day, game) == ("=First", "2026-05-03", "Samba")
    assert (place, of, shared, with_whom, balance, behind) == (1, 4, "", other.name, [1, 0, 0], 100)
    assert partners["rows"] == [[other.name, 1, 1]]
    ((_day, where, with_whom, against, result, number),) = games["rows"]
    assert (where, with_whom) == ("=First · Round 1", other.name)
    assert against in {f"{first.name} – {second.name}" for first, second in rest}
    assert result.startswith("10,000–")
    assert Client().get(reverse("scoring:game", args=[number])).status_code == 200
    (records,) = tables_of("tournaments:club_records", played.club.pk)
    assert ["Most points in a game", 10_000] in [row[1:3] for row in records["rows"]]
    assert records["rows"][0][3:6] == [f"{one.name} – {other.name}", "=First", "2026-05-03"]
    winners, titles = tables_of("tournaments:champions", played.club.pk)
    assert winners["rows"] == [["=First", "2026-05-03", "", "Samba", f"{one.name} – {other.name}", ""]]
    assert sorted(titles["rows"]) == sorted([[one.name, 1, 0, 0], [other.name, 1, 0, 0]])
    (held,) = tables_of("clubs:club", played.club.pk)
    event.refresh_from_db()
    assert ["=First", "2026-05-03", "Samba", str(event.get_state_display())] in held["rows"]


def tables_of(name: str, pk: int) -> list[Any]:
    told: dict[str, Any] = Client().get(reverse(name, args=[pk]), {"as": "json"}).json()
    return [table | {"rows": [list(row.values()) for row in table["rows"]]} for table in told["tables"]]


def queries_of_hands(club: int) -> int:
    """Show the records of a club, and return how many queries have read hands."""
    with CaptureQueriesContext(connection) as asked:
        seen("club_records", club)
    return sum("scoring_hand" in query["sql"] for query in asked)


def test_records_are_read_again_for_events_that_have_changed_alone(
    played: Played, four: list[tuple[Player, Player]]
) -> None:
    quiet = an_event(played, "Quiet", four)
    played.enter(4)
    game, other = played.games(played.publish())
    recording.record_deal(played.by, game, a_deal(1))
    assert [queries_of_hands(played.club.pk) for _time in range(2)] == [2, 0]
    kept = dict(keeping.kept_facts)
    recording.record_deal(played.by, other, a_deal(1, a_body(red_threes=4)))
    assert "3,125" in seen("club_records", played.club.pk)
    assert keeping.kept_facts[quiet.pk] is kept[quiet.pk]
    assert keeping.kept_facts[played.event.pk] is not kept[played.event.pk]


def test_a_record_that_is_corrected_is_none_any_more(played: Played) -> None:
    played.enter(4)
    game, _other = played.games(played.publish())
    recording.record_deal(played.by, game, a_deal(1))
    assert "2,725" in seen("club_records", played.club.pk)
    recording.void_deal(played.by, game, 1, reason="dealt wrongly", key=uuid4())
    assert "2,725" not in seen("club_records", played.club.pk)


def test_records_of_another_book_with_the_same_revision_are_not_taken(played: Played) -> None:
    played.enter(4)
    game, _other = played.games(played.publish())
    recording.record_deal(played.by, game, a_deal(1))
    (revision, head), _records = kept_records(played)
    played.event.book.refresh_from_db()
    assert (revision, head) == (played.event.book.revision, played.event.book.head)
    keeping.kept_facts[played.event.pk] = ((revision, "another"), facts.EventFacts())
    assert "2,725" in seen("club_records", played.club.pk)


def kept_records(played: Played) -> tuple[tuple[int, str], facts.EventFacts]:
    seen("club_records", played.club.pk)
    return keeping.kept_facts[played.event.pk]


# --- a player's games, and an event that is being played --------------------------------------------------


def games_in(text: str) -> list[str]:
    """What stands in the list of games, game by game."""
    listed = text.partition('id="games"')[2].partition("</ul>")[0]
    rows = re.findall(r"<li>(.*?)</li>", listed, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows]


def test_a_player_s_page_lists_the_games_the_newest_first(
    played: Played, four: list[tuple[Player, Player]]
) -> None:
    (one, other), *rest = four
    an_event(played, "First", [(one, other), *rest])
    an_event(played, "Second", [(one, other), *rest])
    text = seen("player_results", one.pk)
    second, first = games_in(text)
    assert "First · Round 1" in first
    assert "Second · Round 1" in second
    assert re.match(rf"10,000–\d,000 with {other.name} against Anna", first)
    for game in Game.objects.filter(sides__seats__player=one):
        assert reverse("scoring:game", args=[game.pk]) in text


def test_a_game_outside_events_is_listed_and_followed(played: Played) -> None:
    evening = an_evening((2, 2))
    player = evening.player(0)
    address = reverse("tournaments:player_results", args=[player.pk])
    tag = Client().get(address)["ETag"]
    (line,) = games_in(seen("player_results", player.pk))
    assert line.startswith("0–0 with ")
    assert line.endswith("Samba · being played")
    evening.record(1, by=evening.device(0))
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 200


def test_games_show_names_with_consent_alone_and_none_of_hidden_results_or_trials(
    played: Played, four: list[tuple[Player, Player]]
) -> None:
    one, other = four[0]
    an_event(played, "Kept back", four, hidden=True)
    trial = an_event(played, "Only a trial", four)
    Book.objects.filter(pk=trial.book_id).update(trial=True)
    an_event(played, "Shown", four)
    Player.objects.exclude(pk=one.pk).update(may_publish=False)
    (line,) = games_in(seen("player_results", one.pk))
    assert "Shown · Round 1" in line
    assert f"with Player {other.pk} against Player " in line


def test_the_games_come_page_by_page(
    played: Played, four: list[tuple[Player, Player]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_of_player, "_PER_PAGE", 2)
    for number in range(3):
        an_event(played, f"Event {number}", four)
    address = reverse("tournaments:player_results", args=[four[0][0].pk])
    first, second = (Client().get(address, {"page": page}).content.decode() for page in ("1", "2"))
    assert [len(games_in(first)), len(games_in(second))] == [2, 1]
    assert "Page 1 of 2" in first
    assert "Event 0 · Round 1" in games_in(second)[0]


def test_an_event_that_is_played_says_after_which_round_and_agrees_with_its_standings(
    played: Played, four: list[tuple[Player, Player]]
) -> None:
    event = an_event(played, "Evening", four)
    one = four[0][0]

    def line(stage: str) -> str:
        """The player's line as the standings of the event have it."""
        pair = " – ".join(player.name for player in four[0])
        (row,) = (row for row in rows_of(seen("event", event.pk)) if pair in row)
        place, games, points = row[0], *row[-4:-2]
        shared = ", shared" if row[-1] == "shared" else ""
        return f"place {place} of 4{shared}</b> · {stage} · {points} points · {games}"

    assert line("after round 1") in seen("player_results", one.pk)
    drawn = running.publish_round(played.by, running.draw_round(played.by, event, "more"))
    own = Game.objects.get(pairing__round=drawn, sides__seats__player=one)
    is_first = own.sides.get(number=0).seats.filter(player=one).exists()
    played.totals(own, *((1000, 9000) if is_first else (9000, 1000)))
    text = line("round 2 is being played")
    assert text in seen("player_results", one.pk)
    assert text.endswith("1–0–1")


def test_who_sat_out_is_told_why_there_are_points() -> None:
    event = Played(agreed(SWISS))
    event.enter(3)
    drawn = event.round()
    sits_out = drawn.pairings.get(table=None).entered.get().entry
    player = sits_out.players.first()
    assert player is not None
    assert "points · 0–0–0 and a sit-out" in seen("player_results", player.pk)
    show_after_this_round(event.by, event.event)
    text = seen("player_results", player.pk)
    assert "points · 0–0–0 and a sit-out" in text
    assert "after round" not in text
    assert "0–0–0 and a sit-out" in seen("event", event.event.pk)
