"""Small events worked out by hand: every working stands in the comments of its file in `fixtures/events/`."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT
from tournaments.core.criteria import CRITERIA
from tournaments.core.criterion import EntryExtras, EventCourse
from tournaments.core.results import Result, ResultKind, ResultTerms, RoundPlan, SitOutValue
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_continuous import VP_CONTINUOUS
from tournaments.core.schemes.vp_table import VP_TABLE
from tournaments.core.schemes.wins_total import WINS_TOTAL
from tournaments.core.scoring import value_rounds
from tournaments.core.standings import Placing, add_up_rounds, rank
from tournaments.core.withdrawals import find_struck_out, without_struck_out
from tournaments.core.worth import VP_OF_THREE_DEALS, AgreedScheme, Scheme, SchemeNumbers, Worth

EVENTS = sorted((ROOT / "fixtures/events").glob("*.toml"))
SCHEMES: dict[str, AgreedScheme] = {
    "scl": AgreedScheme(SCL),
    "vp_table": AgreedScheme(VP_TABLE, SchemeNumbers(bands=VP_OF_THREE_DEALS)),
    "places": AgreedScheme(PLACES),
    "wins_total": AgreedScheme(WINS_TOTAL),
    "vp_continuous": AgreedScheme(VP_CONTINUOUS),
    "total": AgreedScheme(TOTAL),
}


def test_there_are_ten_events_at_least() -> None:
    assert len(EVENTS) >= 10


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)
def test_standings_are_as_worked_by_hand(path: Path) -> None:
    event = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    expected = [{"shared": False, **row} for row in event["standings"]]
    scheme = SCHEMES[event["scheme"]].scheme
    assert [shown(row, scheme) for row in standings_of(event)] == expected


def standings_of(event: dict[str, Any]) -> tuple[Placing, ...]:
    rounds = rounds_of(event)
    plans = [RoundPlan(event.get("plan", "free"))] * len(rounds)
    chain, terms = [CRITERIA[code] for code in event["chain"]], agreed_in(event)
    course = EventCourse(
        rounds=value_rounds(terms, rounds, plans),
        left_after={int(entry): last for entry, last in event.get("left_after", {}).items()},
        opponents_at_table=event.get("opponents_at_table", 1),
        lots_seed=event.get("lots_seed", ""),
    )
    return rank(add_up_rounds(terms, rounds, plans), chain, added_in(event), course)


def rounds_of(event: dict[str, Any]) -> list[tuple[Result, ...]]:
    """The results that count: those of who has gone home too early are struck out."""
    rounds = [tuple(result_of(one) for one in results) for results in event["rounds"]]
    withdrawn = {int(entry): games for entry, games in event.get("withdrawn", {}).items()}
    return without_struck_out(find_struck_out(withdrawn, rounds), rounds)


def agreed_in(event: dict[str, Any]) -> ResultTerms:
    scheme = SCHEMES[event["scheme"]]
    agreed_numbers: dict[str, Any] = {
        name: event.get(name, False) for name in ("last_of_two", "walkover_shared")
    }
    agreed_numbers |= {name: event[name] for name in ("bound", "cap") if name in event}
    return ResultTerms(
        scheme=replace(scheme, numbers=replace(scheme.numbers, **agreed_numbers)),
        margin=event["margin"],
        sit_out=SitOutValue(event.get("sit_out", "fixed")),
        sit_out_points=event.get("sit_out_points", 2),
    )


def result_of(one: dict[str, Any]) -> Result:
    given = tuple(Worth(points, difference) for points, difference in one.get("given", ()))
    entries, totals = tuple(one["entries"]), tuple(one.get("totals", ()))
    opponents = tuple(tuple(each) for each in one.get("opponents", ()))
    kind = ResultKind(one["kind"])
    return Result(kind, entries, totals, one.get("side"), given, opponents=opponents)


def added_in(event: dict[str, Any]) -> dict[int, EntryExtras]:
    """What stands beside the rounds, by entry."""
    beside = ("charged", "combinations", "lots")
    entries = {int(entry) for name in beside for entry in event.get(name, {})}
    return {entry: added_of(event, str(entry)) for entry in entries}


def added_of(event: dict[str, Any], entry: str) -> EntryExtras:
    points, difference = event.get("charged", {}).get(entry, (0, 0))
    made = tuple(event.get("combinations", {}).get(entry, ()))
    lot = event.get("lots", {}).get(entry)
    return EntryExtras(points=points, difference=difference, combinations=made, lot=lot)


def shown(row: Placing, scheme: Scheme) -> dict[str, Any]:
    return {
        "place": row.place,
        "entry": row.totals.entry,
        "points": scheme.shown(row.totals.points),
        "difference": row.totals.difference,
        "decided_by": row.decided_by,
        "shared": row.shared,
    }
