"""Every act of a desk or a table has a way back, or the reason why there is none."""

from __future__ import annotations

from clubs.books.ways_back import NoWayBack, WayBack, ways_back
from clubs.registration import log as clubs_log
from scoring.registration import log as scoring_log
from tournaments.registration import captain_log, league_log, section_log
from tournaments.registration import log as tournaments_log


def test_every_act_of_a_desk_or_table_has_a_way_back_or_a_reason() -> None:
    """A new act goes into the `ways_back.py` beside its sentence."""
    logs = (clubs_log, scoring_log, tournaments_log, league_log, captain_log, section_log)
    acts = {act for log in logs for act in log.SENTENCES}
    assert {*ways_back} == acts


def test_what_takes_an_act_back_is_an_act() -> None:
    ways = [way for way in ways_back.values() if isinstance(way, WayBack)]
    assert {act for way in ways for act in way.taken_back_by} <= {*ways_back}


def test_no_deal_is_undone() -> None:
    deals = {code: way for code, way in ways_back.items() if code.startswith(("deal.", "protocol."))}
    # A void deal counts again: nothing is removed.
    assert isinstance(deals.pop("deal.voided"), WayBack)
    assert len(deals) > 5
    assert all(isinstance(way, NoWayBack) for way in deals.values())
