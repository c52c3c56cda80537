"""Random seasons, counted a second time from the exported file alone."""

from __future__ import annotations

import json
import random
from typing import Final

import pytest

from clubs.models import Player
from tests.builders import a_player
from tests.conftest import LONG
from tests.tournaments.series.second_program import recount
from tests.tournaments.series.support import Result, Season, exported, page_of
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.schemes.scl import SCL
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_continuous import VP_CONTINUOUS
from tournaments.core.series.result import WayNumbers
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.models import Series

pytestmark = pytest.mark.django_db

SEASONS: Final = 200 if LONG else 10
SCHEMES: Final = (SCL, TOTAL, VP_CONTINUOUS)


def random_rules(dice: random.Random) -> SeriesRules:
    return SeriesRules(
        way=dice.choice(("place", "result", "share")),
        numbers=WayNumbers(
            place_points=tuple(
                sorted((dice.randrange(2000) for _n in range(dice.randint(1, 9))), reverse=True)
            ),
            others=dice.choice((0, 100, 50)),
            shares_points=dice.random() < 0.7,
            full=dice.choice((10_000, 2_000, 3_333)),
            of_possible=dice.random() < 0.5,
        ),
        counted=dice.choice(list(CountedEvenings)),
        how_many=dice.randint(1, 6),
        average=dice.random() < 0.4,
        minimum=dice.randint(1, 4),
        bonus=dice.choice((0, 0, 50, 125)),
    )


def random_season(dice: random.Random) -> Season:
    season = Season()
    players = [a_player(club=season.club) for _n in range(dice.randint(4, 14))]
    for _evening in range(dice.randint(1, 12)):
        came = dice.sample(players, dice.randrange(2, len(players) + 1, 2))
        scheme = dice.choice(SCHEMES)
        season.store(
            random_results(dice, came, dice.choice((1, 2))),
            agreement=EventAgreement(scheme=scheme),
            rounds=dice.choice((0, 3)),
        )
    return season


def random_results(dice: random.Random, came: list[Player], size: int) -> list[Result]:
    """Few different points, so that places and whole seasons are often equal."""
    entries = [came[at : at + size] for at in range(0, len(came), size)]
    points = sorted((dice.randint(-3, 9) for _entry in entries), reverse=True)
    return [
        Result(players, points.index(made) + 1, made) for players, made in zip(entries, points, strict=True)
    ]


@pytest.mark.parametrize("seed", range(SEASONS))
def test_a_second_program_counts_the_same_from_the_file_alone(seed: int) -> None:
    dice = random.Random(seed)
    season = random_season(dice)
    one = season.series(random_rules(dice), who=dice.choice(list(Series.Who)))
    assert recount(page_of("series", one.pk, query="?as=json")) == []


@pytest.mark.parametrize("name", ["points", "bonus", "place", "dropped"])
def test_the_second_program_finds_what_is_wrong(name: str) -> None:
    season = Season()
    season.evening("1 Anna", "2 Bo")
    file = exported(season.series())
    standings = next(table for table in file["tables"] if table["key"] == "standings")
    standings["rows"][0][name] = "1" if name == "dropped" else 7
    assert recount(json.dumps(file)) != []
