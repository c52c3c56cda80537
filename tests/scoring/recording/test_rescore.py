"""`manage.py rescore`: each kind of difference is planted and found; what follows from sheets is mended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from clubs.books.writing import JsonValue, writing
from clubs.models import LogEntry
from scoring import recording
from scoring.models import Adjustment, Deal, DealVersion, Game, Hand, Side
from scoring.recording import EarlyEnd, GameEnd, recheck
from scoring.recording.house_rules import RightRules, put_rules_right_in
from tests.conftest import LONG
from tests.scoring.support.played import Evening, a_body, a_stock_end, an_evening

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    """A game with everything in it: corrections, a dispute, a void deal, penalties of both kinds."""
    evening = an_evening()
    evening.record(1)
    evening.record(2, by=evening.device(0))
    evening.amend(1, a_body(meld_points=840))
    recording.adjust(evening.director, evening.game, evening.charge(0, -100, deal=1))
    recording.adjust(evening.director, evening.game, evening.charge(1, -50))
    recording.confirm_deal(evening.device(1), evening.game, evening.approval(1, 2))
    evening.record(3)
    recording.void_deal(evening.director, evening.game, 3, "dealt wrongly", uuid4())
    evening.record(4, by=evening.device(0))
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(1, 4, reason="no"))
    return evening


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def rescore(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, list[str]]:
    try:
        call_command("rescore", *options)
        code = 0
    except CommandError as failure:
        code = failure.returncode
    return code, capsys.readouterr().out.splitlines()


def columns() -> list[str]:
    return [difference.column for difference in recheck.all_differences()]


def test_where_nothing_differs_the_command_says_so(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = LogEntry.objects.count()
    assert rescore(capsys, "--check") == (0, ["All stored values agree with the score sheets."])
    assert rescore(capsys) == (0, ["All stored values agree with the score sheets."])
    assert LogEntry.objects.count() == entries


@pytest.mark.parametrize(
    "end",
    [
        lambda evening: recording.end_game(
            evening.director, evening.game, EarlyEnd(GameEnd.FORFEIT, 0), "", uuid4()
        ),
        lambda evening: recording.end_game(
            evening.director, evening.game, EarlyEnd(GameEnd.TIME), "", uuid4()
        ),
        lambda evening: recording.record_result(
            evening.director,
            evening.game,
            recording.FinalResult(totals=[10_500, 5], reason="lost", key=uuid4()),
        ),
        lambda evening: evening.start(5),
    ],
    ids=["forfeit", "time", "result", "in play"],
)
def test_however_a_game_stands_it_is_what_its_sheets_make(
    evening: Evening, end: Callable[[Evening], object]
) -> None:
    recording.confirm_deal(evening.director, evening.game, evening.approval(None, 4))
    end(evening)
    assert columns() == []


def test_an_extra_deal_and_carried_totals_are_what_the_sheets_make() -> None:
    evening = an_evening((1, 1, 1), ruleset="royal", carried=[18000, 18000, 5000])
    evening.record(1, a_stock_end(0, 0, 5))
    assert columns() == []
    evening.record(2, a_stock_end(10, 5, None))
    assert columns() == []


# What is planted, and as what it is found.
FOLLOWING: list[tuple[str, Callable[[Evening], object], list[str]]] = [
    ("a total", lambda _: Side.objects.filter(number=0).update(total=5), ["side.total"]),
    ("two totals", lambda _: Side.objects.update(total=5), ["side.total", "side.total"]),
    ("a ledger's sum", lambda _: Side.objects.filter(number=1).update(adjustment=0), ["side.adjustment"]),
    (
        "a running total",
        lambda _: Hand.objects.filter(deal__number=1, side=0).update(after=0),
        ["hand.after"],
    ),
    (
        "base and cards",
        lambda _: Hand.objects.filter(deal__number=2, side=0).update(base=1995, cards=730),
        ["hand.base"],
    ),
    (
        "the statistics",
        lambda _: Hand.objects.filter(deal__number=2, side=0).update(combinations={"samba": 2}),
        ["hand.combinations.samba"],
    ),
    ("a missing hand", lambda _: Hand.objects.filter(deal__number=2, side=0).delete(), ["hand"]),
    (
        "the hand of a void deal",
        lambda evening: Hand.objects.create(deal=evening.deal(3), side=0, base=0, cards=0, total=0, after=0),
        ["hand"],
    ),
    ("over", lambda _: Game.objects.update(over=True), ["game.over"]),
    ("a winner", lambda _: Game.objects.update(winner=1), ["game.winner"]),
    ("a draw", lambda _: Game.objects.update(is_draw=True), ["game.is_draw"]),
    ("a state", lambda _: Game.objects.update(state=Game.State.FINISHED), ["game.state"]),
    (
        "an extra deal",
        lambda _: Side.objects.filter(number=1).update(plays_extra_deal=True),
        ["side.plays_extra_deal"],
    ),
    (
        "a result that the deals bear out",
        lambda evening: Game.objects.update(entered_result=evening.totals),
        ["game.over", "game.winner", "game.state", "game.entered_result", "game.ended_by"],
    ),
]
RECORDED: list[tuple[str, Callable[[Evening], object], list[str]]] = [
    (
        "a result",
        lambda evening: change_result(evening.current(2), "total", 2700),
        ["result.sides[0].total"],
    ),
    ("a line", lambda evening: change_line(evening.current(2)), ["result.sides[0].lines[0].points"]),
    (
        "a result of an earlier version",
        lambda evening: change_result(evening.deal(1).versions.get(number=1), "after", 5),
        ["result.sides[0].after"],
    ),
    (
        "an unreadable sheet",
        lambda evening: DealVersion.objects.filter(pk=evening.current(2).pk).update(sheet={}),
        ["sheet"],
    ),
    ("a deal's version", lambda _: Deal.objects.filter(number=2).update(version=2), ["deal.version"]),
    (
        "two current versions",
        lambda evening: evening.deal(3).versions.update(number=2),
        ["versions.number"],
    ),
    (
        "no current version",
        lambda evening: evening.deal(3).versions.update(current=False),
        ["versions.current"],
    ),
    (
        "a confirmation",
        lambda evening: evening.deal(2).versions.update(confirmed=False),
        ["versions.confirmed"],
    ),
    (
        "a ledger's entry of a deal",
        lambda _: Adjustment.objects.filter(deal__number=1).update(points=-105),
        ["director"],
    ),
]
every_following = pytest.mark.parametrize(
    ("plant", "found"), [row[1:] for row in FOLLOWING], ids=[row[0] for row in FOLLOWING]
)
every_recorded = pytest.mark.parametrize(
    ("plant", "found"), [row[1:] for row in RECORDED], ids=[row[0] for row in RECORDED]
)


def change_result(version: DealVersion, column: str, value: int) -> None:
    version.result["sides"][0][column] = value
    version.save()


def change_line(version: DealVersion) -> None:
    version.result["sides"][0]["lines"][0]["points"] += 5
    version.save()


@every_following
def test_what_follows_from_the_sheets_is_found_and_stored_anew(
    evening: Evening,
    capsys: pytest.CaptureFixture[str],
    plant: Callable[[Evening], object],
    found: list[str],
) -> None:
    if found[-1] == "game.ended_by":
        recording.confirm_deal(evening.director, evening.game, evening.approval(None, 4))
    plant(evening)
    assert columns() == found
    code, lines = rescore(capsys, "--check")
    assert (code, len(lines)) == (1, len(found))
    assert rescore(capsys)[0] == 0
    assert columns() == []
    assert LogEntry.objects.filter(act="game.rescored").count() == 1


@every_recorded
def test_what_was_recorded_is_found_and_left_as_it_is(
    evening: Evening,
    capsys: pytest.CaptureFixture[str],
    plant: Callable[[Evening], object],
    found: list[str],
) -> None:
    plant(evening)
    versions = list(DealVersion.objects.order_by("pk").values())
    assert columns() == found
    code, lines = rescore(capsys)
    assert (code, len(lines)) == (1, len(found))
    assert list(DealVersion.objects.order_by("pk").values()) == versions
    assert not LogEntry.objects.filter(act="game.rescored").exists()


def test_a_difference_is_told_with_its_place_and_both_values(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    Hand.objects.filter(deal__number=2, side=0).update(after=7)
    change_result(evening.current(2), "total", 2700)
    game = evening.game.pk
    assert rescore(capsys, "--check")[1] == [
        f"Game {game}, deal 2, version 1: result.sides[0].total is 2700, it should be 2725.",
        f"Game {game}, deal 2, side 0: hand.after is 7, it should be 5345.",
    ]


def test_a_result_that_the_deals_contradict_is_found(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    over = an_evening(carried=[7300, 0])
    over.record(1)
    Game.objects.filter(pk=over.game.pk).update(entered_result=[10000, 0])
    assert columns() == ["entered_result"]
    assert rescore(capsys)[0] == 1


def test_games_are_read_a_few_at_a_time(
    evening: Evening, django_assert_num_queries: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _game in range(2):
        an_evening().record(1)
    assert callable(django_assert_num_queries)
    with django_assert_num_queries(7):
        assert columns() == []
    monkeypatch.setattr(recheck, "_BATCH_SIZE", 1)
    Side.objects.update(total=5)
    assert len({difference.game for difference in recheck.all_differences()}) == 3


def test_the_log_tells_what_was_mended_and_its_chain_is_whole(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    Side.objects.filter(number=0).update(total=5)
    rescore(capsys)
    entry = LogEntry.objects.get(act="game.rescored")
    assert entry.facts["points"] == [side.result for side in evening.sides]
    assert entry.author is None
    call_command("verify_log")


# Versions that a later one has replaced.


@pytest.mark.parametrize("deal", [1, 3], ids=["corrected", "void"])
def test_every_line_and_total_of_a_version_that_counts_no_more_is_compared(
    evening: Evening, deal: int
) -> None:
    """Of each number that is stored: another one there is found, and named by its place."""
    version = evening.deal(deal).versions.get(number=1)
    assert evening.deal(deal).state == Deal.State.VOID or not version.current
    stored = deepcopy(version.result)
    places = list(places_of_numbers("result", stored))
    assert {place.rpartition(".")[2] for place, _ in places} >= {"points", "base", "cards", "total", "after"}
    for place, path in places[:: 1 if LONG else 9]:
        version.result = with_one_more(stored, path)
        version.save()
        assert columns() == [place]


def places_of_numbers(place: str, data: JsonValue, *path: str | int) -> Iterator[tuple[str, list[str | int]]]:
    if isinstance(data, dict):
        for name, value in data.items():
            yield from places_of_numbers(f"{place}.{name}", value, *path, name)
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from places_of_numbers(f"{place}[{at}]", value, *path, at)
    elif isinstance(data, int) and not isinstance(data, bool):
        yield place, [*path]


def with_one_more(data: Any, path: list[str | int]) -> Any:
    changed = deepcopy(data)
    inside = changed
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] += 1
    return changed


def test_a_version_that_other_house_rules_have_replaced_is_compared_too(evening: Evening) -> None:
    """Its sheet says by which it was scored."""
    recording.confirm_deal(evening.director, evening.game, evening.approval(None, 4))
    with writing(evening.game.book, evening.director) as act:
        right = RightRules(ruleset=evening.game.ruleset, options={}, deals=20, reason="set up wrong")
        put_rules_right_in(act, [evening.game], right)
    assert columns() == []
    version = evening.deal(2).versions.get(number=1)
    assert not version.current
    change_result(version, "total", 2700)
    assert columns() == ["result.sides[0].total"]
