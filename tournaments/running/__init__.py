"""Running an event: the verbs that write entries, rounds, pairings and standings.

    events           set up an event, change its agreement
    entries          enter, check in, come late, withdraw
    rounds           draw, publish, remove, close
    by_hand          set a drawn round by hand
    locking          lock tables of a drawn round, redraw the others
    fixed_tables     entries that keep a table
    frozen_settings  settings on which something depends already
    results          results ruled in place of those that were played
    standings        stored places after a closed round; penalties and awards in them
    recheck          stored places and kept rounds that differ from their games, for `manage.py rescore`
    substitutes      who may be a substitute

Each verb opens the event's book, checks, writes once and leaves a log entry.
"""

from tournaments.play.seating import RoundSeats
from tournaments.running.by_hand import SeatsChanged, set_by_hand
from tournaments.running.entries import check_in, draw_lots, enter_pairs, withdraw
from tournaments.running.events import EventPlan, change_event, create_event
from tournaments.running.fixed_tables import set_fixed_table
from tournaments.running.locking import lock_table, redraw_others
from tournaments.running.results import RuledResult, restore_played_result, rule_result
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
    "RoundSeats",
    "RuledResult",
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
    "lock_table",
    "locking",
    "publish_round",
    "recheck",
    "redraw_others",
    "remove_round",
    "restore_played_result",
    "results",
    "rounds",
    "rule_result",
    "set_by_hand",
    "set_fixed_table",
    "show_results",
    "standings",
    "substitutes",
    "withdraw",
]
