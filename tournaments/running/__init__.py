"""Running an event: the only way in which entries, rounds, pairings and standings come about.

    events      set up an event, change what was agreed
    entries     enter, check in, come late, withdraw
    rounds      draw, publish, remove, close
    by_hand     set a drawn round otherwise than proposed
    locking     lock tables of a drawn round, draw the others anew
    staying     entries that cannot move
    results     what stands in the place of a result that was not played
    standings   places after a closed round, derived and kept; penalties and awards in them

Each verb opens the event's book, checks, writes once and leaves a log entry. What a deal scores is known by
scoring alone.
"""

from tournaments.play.seating import Seats
from tournaments.running.by_hand import SeatsChanged, set_by_hand
from tournaments.running.entries import check_in, draw_lots, enter_pairs, withdraw
from tournaments.running.events import EventPlan, change_event, create_event
from tournaments.running.fixed_tables import keep_table
from tournaments.running.locking import lock_table, redraw_others
from tournaments.running.results import Judged, judge, play_after_all
from tournaments.running.rounds import close_round, draw_round, publish_round, remove_round
from tournaments.running.standings import (
    EventCharge,
    adjust_event,
    cancel_event_adjustment,
    declare_official,
    show_results,
)

__all__ = [
    "EventCharge",
    "EventPlan",
    "Judged",
    "Seats",
    "SeatsChanged",
    "adjust_event",
    "cancel_event_adjustment",
    "change_event",
    "check_in",
    "close_round",
    "create_event",
    "declare_official",
    "draw_lots",
    "draw_round",
    "enter_pairs",
    "entries",
    "events",
    "frozen_settings",
    "judge",
    "keep_table",
    "lock_table",
    "locking",
    "play_after_all",
    "publish_round",
    "redraw_others",
    "remove_round",
    "results",
    "rounds",
    "set_by_hand",
    "show_results",
    "standings",
    "substitutes",
    "withdraw",
]
