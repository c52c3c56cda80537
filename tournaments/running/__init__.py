"""Running an event: the verbs that write entries, rounds, pairings and standings.

    events           set up an event, change its agreement
    entries          enter, check in, come late, withdraw
    guests           enter players who are new to the club
    entry_changes    edit: typed wrong, or other players from now on
    entry_removal    remove, bring back
    leaving          what else follows when an entry has left
    replacing        others take over an entry that has left
    putting_back     a removed round or entry brought back as it was
    moving           move the deals of a sheet that was typed into the wrong table
    handicap_ratings  the ratings by which the handicaps of a round are given
    hand_ratings     ratings for handicaps that are entered by hand
    here             check-in by a list, and a new one
    singles          players who look for a partner
    presence         who misses the next round
    repeating        set up an event as an earlier one, with those who come again
    deleting         delete a trial, or an event without games
    rounds           draw, remove, close
    publishing       publish a round and open its games
    attempts         which draw of a round comes next, and why again
    bracket_rounds   the number of rounds of a knock-out
    level_games      who goes on after a level game of a knock-out
    by_hand          set a drawn round by hand
    clocks           the clock of a round, and minutes for a table
    exchanging       put the places of a published round right: exchanged, late, who really sat there
    locking          lock tables of a drawn round, redraw the others
    fixed_tables     entries that keep a table
    outside          entries outside the competition
    frozen_settings  settings on which something depends already
    set_up_corrections  settings that were wrong from the start, and everything counted again
    signed_sheets    sheets of a round that are signed on paper
    results          results ruled in place of those that were played
    kept_places      stored places after a closed round
    standings        penalties and awards in the standings; preliminary and official results
    recheck          stored places and kept rounds that differ from their games, for `manage.py rescore`
    time_up          time ran out at all tables of a round
    turns            a pair of three: who rests
    substitutes      who may be a substitute
    notices          announcements to all phones and screens, and calls for players
    screens          what the screens of the hall show
    programme        the programme of the day, and what moves when something is late
    strength         the order of entries by strength
    prizes           the table of prizes, categories, deciders of shared places, what is handed out

Each verb opens the event's book, checks, writes once and leaves a log entry.
"""

from tournaments.play.seating import RoundSeats
from tournaments.running.by_hand import SeatsChanged, is_large_table, set_by_hand
from tournaments.running.clocks import (
    ClockTerms,
    change_clock,
    give_minutes,
    pause_clock,
    put_clock_back,
    resume_clock,
    start_clock,
    take_minutes_back,
)
from tournaments.running.closing import OpenMatters, find_open_matters, not_counted_yet
from tournaments.running.deleting import WhatGoes, delete_event, may_be_deleted, what_goes
from tournaments.running.drawing_again import draw_again
from tournaments.running.entries import check_in, check_in_by_code, draw_lots, enter_pairs, withdraw
from tournaments.running.entry_changes import EntryChange, Since, edit_entry
from tournaments.running.entry_removal import bring_back, remove_entry
from tournaments.running.events import EventPlan, change_event, create_event
from tournaments.running.exchanging import exchange_places
from tournaments.running.fixed_tables import set_fixed_table
from tournaments.running.guests import enter_with_guests, with_guests
from tournaments.running.hand_ratings import HandRating, put_handicap_rating_back, set_handicap_rating
from tournaments.running.here import set_here
from tournaments.running.level_games import LevelDecision, decide_level_game
from tournaments.running.locking import lock_table, redraw_others
from tournaments.running.moving import move_deals
from tournaments.running.notices import (
    CALL_MINUTES,
    MAX_TEXT,
    CalledPlayers,
    announce,
    bring_notice_back,
    call_players,
    end_notice,
)
from tournaments.running.outside import set_outside
from tournaments.running.presence import set_missing
from tournaments.running.prizes import (
    PlayedDecider,
    bring_decider_back,
    draw_prize_lot,
    give_prize,
    record_decider,
    set_categories,
    set_prizes,
    take_prize_back,
    withdraw_decider,
)
from tournaments.running.programme import (
    make_programme,
    move_programme,
    put_programme_back,
    remove_programme_line,
    set_programme_line,
)
from tournaments.running.publishing import publish_round
from tournaments.running.putting_back import put_back_entry, put_back_round, refuse_put_back
from tournaments.running.repeating import Coming, RepeatedEvent, repeat_event
from tournaments.running.replacing import replace_entry, take_back_replacement
from tournaments.running.results import RuledResult, restore_played_result, rule_result
from tournaments.running.rounds import check_removable, close_round, draw_round, remove_round, reopen_round
from tournaments.running.screens import remove_screen, set_screen
from tournaments.running.set_up_corrections import SetUpCorrection, correct_set_up, preview_set_up
from tournaments.running.signed_sheets import sign_round_on_paper
from tournaments.running.singles import add_single, remove_single
from tournaments.running.standings import (
    EventCharge,
    adjust_event,
    cancel_event_adjustment,
    declare_official,
    declare_official_when_due,
    events_due,
    hide_results,
    revise_official,
    show_results,
)
from tournaments.running.strength import set_strength
from tournaments.running.time_up import end_round_by_time, let_round_go_on
from tournaments.running.turns import ThirdPlayer, add_third, remove_third, set_resting

__all__ = [
    "CALL_MINUTES",
    "MAX_TEXT",
    "CalledPlayers",
    "ClockTerms",
    "Coming",
    "EntryChange",
    "EventCharge",
    "EventPlan",
    "HandRating",
    "LevelDecision",
    "OpenMatters",
    "PlayedDecider",
    "RepeatedEvent",
    "RoundSeats",
    "RuledResult",
    "SeatsChanged",
    "SetUpCorrection",
    "Since",
    "ThirdPlayer",
    "WhatGoes",
    "add_single",
    "add_third",
    "adjust_event",
    "announce",
    "bring_back",
    "bring_decider_back",
    "bring_notice_back",
    "call_players",
    "cancel_event_adjustment",
    "change_clock",
    "change_event",
    "check_in",
    "check_in_by_code",
    "check_removable",
    "clocks",
    "close_round",
    "codes_mail",
    "correct_set_up",
    "create_event",
    "decide_level_game",
    "declare_official",
    "declare_official_when_due",
    "delete_event",
    "deleting",
    "draw_again",
    "draw_lots",
    "draw_prize_lot",
    "draw_round",
    "edit_entry",
    "end_notice",
    "end_round_by_time",
    "enter_pairs",
    "enter_with_guests",
    "entries",
    "entry_changes",
    "entry_removal",
    "events",
    "events_due",
    "exchange_places",
    "exchanging",
    "find_open_matters",
    "frozen_settings",
    "give_minutes",
    "give_prize",
    "hand_ratings",
    "handicap_ratings",
    "here",
    "hide_results",
    "is_large_table",
    "keeping",
    "kept_places",
    "leaving",
    "let_round_go_on",
    "licences",
    "lock_table",
    "locking",
    "make_programme",
    "may_be_deleted",
    "move_deals",
    "move_programme",
    "moving",
    "not_counted_yet",
    "outside",
    "pause_clock",
    "presence",
    "preview_set_up",
    "prizes",
    "programme",
    "publish_round",
    "publishing",
    "put_back_entry",
    "put_back_round",
    "put_clock_back",
    "put_handicap_rating_back",
    "put_programme_back",
    "putting_back",
    "recheck",
    "record_decider",
    "redraw_others",
    "refuse_put_back",
    "remove_entry",
    "remove_programme_line",
    "remove_round",
    "remove_screen",
    "remove_single",
    "remove_third",
    "reopen_round",
    "repeat_event",
    "replace_entry",
    "replacing",
    "restore_played_result",
    "results",
    "resume_clock",
    "revise_official",
    "rounds",
    "rule_result",
    "session",
    "set_by_hand",
    "set_categories",
    "set_fixed_table",
    "set_handicap_rating",
    "set_here",
    "set_missing",
    "set_outside",
    "set_prizes",
    "set_programme_line",
    "set_resting",
    "set_screen",
    "set_strength",
    "set_up_corrections",
    "show_results",
    "sign_round_on_paper",
    "signed_sheets",
    "singles",
    "standings",
    "start_clock",
    "strength",
    "substitutes",
    "take_back_replacement",
    "take_minutes_back",
    "take_prize_back",
    "time_up",
    "turns",
    "what_goes",
    "with_guests",
    "withdraw",
    "withdraw_decider",
]
