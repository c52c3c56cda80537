"""Running an event: the only way in which entries, rounds, pairings and standings come about.

    events      set up an event, change what was agreed
    entries     enter, check in, come late, withdraw
    rounds      draw, change by hand, publish, remove, close
    results     what stands in the place of a result that was not played
    standings   places after a closed round, derived and kept; penalties and awards in them

Each verb opens the event's book, checks, writes once and leaves a log entry. What a deal scores is known by
scoring alone.
"""

from tournaments.running.entries import check_in, draw_lots, enter_late, enter_pairs, withdraw
from tournaments.running.events import EventPlan, change_event, create_event
from tournaments.running.refusing import NotNow
from tournaments.running.results import Judged, judge, play_after_all
from tournaments.running.rounds import (
    ByHand,
    close_round,
    draw_round,
    publish_round,
    remove_round,
    set_by_hand,
)
from tournaments.running.standings import (
    EventCharge,
    adjust_event,
    cancel_event_adjustment,
    declare_official,
    show_results,
)

__all__ = [
    "ByHand",
    "EventCharge",
    "EventPlan",
    "Judged",
    "NotNow",
    "adjust_event",
    "cancel_event_adjustment",
    "change_event",
    "check_in",
    "close_round",
    "create_event",
    "declare_official",
    "draw_lots",
    "draw_round",
    "enter_late",
    "enter_pairs",
    "judge",
    "play_after_all",
    "publish_round",
    "remove_round",
    "set_by_hand",
    "show_results",
    "withdraw",
]
