"""Random rankings, counted a second time from the exported file alone."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from typing import Final

import pytest

from clubs.models import Club
from tests.builders import a_club, a_player
from tests.conftest import LONG
from tests.tournaments.rankings.second_program import recount_ranking
from tests.tournaments.rankings.support import a_licence, a_ranking, exported_ranking
from tests.tournaments.series.support import Result, Season, page_of
from tests.tournaments.series.test_second_program import random_results, random_rules
from tournaments.core.ranking import LicenceRule, RankingRules
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.models import Ranking

pytestmark = pytest.mark.django_db

RANKINGS: Final = 200 if LONG else 10
FIRST, LAST = date(2020, 1, 1), date(2024, 11, 15)
_ALSO_LEAP_DAYS: Final = (date(2024, 2, 29), date(2023, 12, 31), date(2024, 1, 1), date(2024, 8, 1))


def random_ranking_rules(dice: random.Random) -> RankingRules:
    of_series = random_rules(dice)
    return RankingRules(
        counting=SeriesRules(
            way=of_series.way,
            numbers=of_series.numbers,
            counted=dice.choice((CountedEvenings.ALL, CountedEvenings.BEST)),
            how_many=dice.randint(1, 3),
            minimum=dice.randint(1, 3),
        ),
        championship=dice.choice((300, 125)),
        own=dice.choice((200, 100, 67)),
        club=dice.choice((100, 50)),
        years=dice.choice(((100,), (100, 50), (100, 67, 33), (50, 50, 50, 50))),
        rolling=dice.random() < 0.5,
        first_month=dice.choice((1, 1, 3, 8)),
        licence=dice.choice(list(LicenceRule)),
    )


def random_federation(dice: random.Random) -> tuple[Season, list[Club]]:
    """Events of a federation and its clubs over four years; some players have a licence, of some it ends."""
    season = Season()
    clubs = [season.club, *(a_club(federation=season.club) for _n in range(2))]
    players = [a_player(club=dice.choice(clubs)) for _n in range(dice.randint(4, 10))]
    for player in players:
        if dice.random() < 0.8:
            until = dice.choice((None, FIRST + timedelta(days=dice.randint(300, 2_000))))
            a_licence(player, season.club, until)
    for _event in range(dice.randint(1, 14)):
        came = dice.sample(players, dice.randrange(2, len(players) + 1, 2))
        season.store(
            random_results(dice, came, dice.choice((1, 2))),
            club=dice.choice(clubs),
            day=FIRST + timedelta(days=dice.randrange((LAST - FIRST).days + 1)),
        )
    return season, clubs


def random_ranking(dice: random.Random) -> Ranking:
    season, _clubs = random_federation(dice)
    events = [event.pk for event in season.evenings]
    picked = dice.sample(events, dice.randint(0, len(events) // 3))
    others = [pk for pk in events if pk not in picked]
    return a_ranking(
        season,
        random_ranking_rules(dice),
        championships=tuple(sorted(picked)),
        left_out=tuple(others[: dice.randint(0, 1)]),
    )


@pytest.mark.parametrize("seed", range(RANKINGS))
def test_a_second_program_counts_the_same_from_the_file_alone(seed: int) -> None:
    dice = random.Random(seed)
    one = random_ranking(dice)
    for on in (LAST, dice.choice(_ALSO_LEAP_DAYS)):
        assert recount_ranking(page_of("ranking_on", one.pk, on.isoformat(), query="?as=json")) == []


@pytest.mark.parametrize("name", ["points", "place", "played", "counting"])
def test_the_second_program_finds_what_is_wrong(name: str) -> None:
    season = Season()
    season.store([Result([season.player("Anna")], 1, 2), Result([season.player("Bo")], 2, 0)], day=LAST)
    file = exported_ranking(a_ranking(season), LAST)
    listed = next(table for table in file["tables"] if table["key"] == "list")
    assert recount_ranking(json.dumps(file)) == []
    listed["rows"][0][name] = 7
    assert recount_ranking(json.dumps(file)) != []
