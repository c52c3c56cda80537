"""Recording of games: the verbs by which games and deals are stored and changed.

Each verb opens the game's book, locks the game, checks the author's rights, writes once and adds a log entry.
The core computes the score of a deal; these modules store it and never compute points themselves.

    games       open games, take seats, substitute a player, set aside
    ending      end a game before its target, enter a result only
    deals       start, take the start back, record, void
    deals       start, record, void
    sitting_out  who sits out where no seats were taken
    bidding     the auction and the contract of a deal before it is played
    amending    correct
    restoring   let a void deal count again
    approving   confirm, send back, dispute; hand in an own protocol or take the other side's
    adjusting   penalties and awards, and cancelling them
    ruling      rulings of the jury or the director, written warnings
    house_rules games whose house rules were agreed on wrongly
    leaving     games of three sides that two play on
    moving      deals of a sheet that was typed into the wrong game
    players     players whose names were typed wrong
    signing     sign, refuse to sign, sign for an absent player, reopen
    signing     sign, refuse to sign, sign for an absent player, record signatures on paper, reopen
    signed_sheets  record signatures on paper for several games
    checking    read a protocol back, take a result slip, mark warnings as seen
    calling     call the director, take a call back, answer it
    photos      keep and remove photographs of the signed paper
    scans       scanned sheets, filed at their games or waiting for an answer
    setting_aside  set games aside, and let them count again
    at_table    games that players open at a free table
    tables      tables of a club, their PINs and current games
    totals      hands, totals and outcome that follow from the deals
    recheck     stored values that differ from their sheets
    stored_versions  versions of deals that differ from what was logged
    rederiving  repair of such values, by `manage.py rescore`
    own_table   decisions on a table at which the author plays
    removal     delete the games of a trial

An author is an `Author` (a user at the desk, whose role is checked) or a device `AtTable`, opened with the
table's secret. Every form has a key of its own, so that a form that is submitted twice is carried out once.
"""

from clubs.books.refusals import NotNow
from scoring.core.problem import OVERRIDABLE
from scoring.recording.adjusting import (
    Charge,
    Infringement,
    adjust,
    cancel_adjustment,
    charge_infringement,
)
from scoring.recording.amending import Amendment, amend_deal, correction_verdicts
from scoring.recording.approving import (
    Approval,
    confirm_deal,
    dispute_deal,
    hand_in_protocol,
    send_back_deal,
    take_protocol,
)
from scoring.recording.at_table import (
    TablePlan,
    let_players_open_games,
    may_open_game,
    open_game_at_table,
)
from scoring.recording.bidding import EnteredBidding, enter_bidding
from scoring.recording.calling import CallRequest, answer_call, call_director, take_call_back
from scoring.recording.checking import SlipTotals, mark_warnings_seen, read_back, take_slip
from scoring.recording.deals import (
    WrittenDeal,
    record_deal,
    start_deal,
    void_deal,
    why_not_writable,
)
from scoring.recording.ending import (
    EarlyEnd,
    FinalResult,
    GameEnd,
    end_by_time_in,
    end_game,
    record_result,
    resume_after_time_in,
    resume_game,
    take_back_result,
)
from scoring.recording.errors import (
    AlreadyChanged,
    BiddingChanged,
    CorrectionNotAllowed,
    Disputed,
    InvalidDeal,
)
from scoring.recording.games import (
    MAX_DEALS,
    GamePlan,
    Seats,
    let_other_result_count_in,
    open_game,
    open_game_in,
    open_games_in,
    substitute,
    take_seats,
)
from scoring.recording.house_rules import (
    DealAgainstRules,
    RightRules,
    UncountableDeals,
    put_rules_right_in,
)
from scoring.recording.leaving import let_all_three_play_in, let_two_play_on_in
from scoring.recording.moving import exchange_deals_in
from scoring.recording.own_table import decide_on_own_table_in
from scoring.recording.photos import digest_of, keep_photo, keep_photo_in, remove_photo
from scoring.recording.players import RightPlayers, SideAt, correct_players_in, reseat_in
from scoring.recording.rederiving import rederive_game
from scoring.recording.removal import remove_games_in
from scoring.recording.reopening import reopen_game
from scoring.recording.restoring import find_state_before_void, restore_deal
from scoring.recording.ruling import (
    Decision,
    RulingPoints,
    WarningNotice,
    cancel_ruling,
    cancel_warning,
    give_ruling,
    warn_player,
)
from scoring.recording.scans import (
    DoubtfulSheet,
    ask_about_sheet,
    drop_sheet,
    file_scan,
    file_sheet,
    remove_scans_in,
    remove_upload,
)
from scoring.recording.session import AFTER_EVENT, AtTable, GameAsRead
from scoring.recording.setting_aside import (
    put_back_in,
    put_game_back,
    set_aside_in,
    set_game_aside,
)
from scoring.recording.signed_sheets import sign_on_paper_in
from scoring.recording.signing import (
    SignatureInput,
    make_official_in,
    make_unofficial_in,
    refuse_to_sign,
    sign_as_absent,
    sign_as_director,
    sign_game,
    sign_on_paper,
)
from scoring.recording.start_back import take_start_back
from scoring.recording.stored_versions import logged_digest
from scoring.recording.tables import (
    assign_table,
    assign_table_in,
    create_tables,
    delete_table,
    delete_tables,
    drop_table_in,
    free_tables_in,
    make_table_in,
    pass_table_on_in,
    renew_cards,
)

__all__ = [
    "AFTER_EVENT",
    "MAX_DEALS",
    "OVERRIDABLE",
    "AlreadyChanged",
    "Amendment",
    "Approval",
    "AtTable",
    "BiddingChanged",
    "CallRequest",
    "Charge",
    "CorrectionNotAllowed",
    "DealAgainstRules",
    "Decision",
    "Disputed",
    "DoubtfulSheet",
    "EarlyEnd",
    "EnteredBidding",
    "FinalResult",
    "GameAsRead",
    "GameEnd",
    "GamePlan",
    "Infringement",
    "InvalidDeal",
    "NotNow",
    "RightPlayers",
    "RightRules",
    "RulingPoints",
    "Seats",
    "SideAt",
    "SignatureInput",
    "SlipTotals",
    "TablePlan",
    "UncountableDeals",
    "WarningNotice",
    "WrittenDeal",
    "adjust",
    "amend_deal",
    "answer_call",
    "answers",
    "ask_about_sheet",
    "assign_table",
    "assign_table_in",
    "call_director",
    "cancel_adjustment",
    "cancel_ruling",
    "cancel_warning",
    "charge_infringement",
    "confirm_deal",
    "correct_players_in",
    "correction_verdicts",
    "create_tables",
    "decide_on_own_table_in",
    "delete_table",
    "delete_tables",
    "digest_of",
    "dispute_deal",
    "drop_sheet",
    "drop_table_in",
    "end_by_time_in",
    "end_game",
    "enter_bidding",
    "exchange_deals_in",
    "file_scan",
    "file_sheet",
    "find_state_before_void",
    "free_tables_in",
    "games",
    "give_ruling",
    "hand_in_protocol",
    "keep_photo",
    "keep_photo_in",
    "let_all_three_play_in",
    "let_other_result_count_in",
    "let_players_open_games",
    "let_two_play_on_in",
    "logged_digest",
    "make_official_in",
    "make_table_in",
    "make_unofficial_in",
    "mark_warnings_seen",
    "may_open_game",
    "open_game",
    "open_game_at_table",
    "open_game_in",
    "open_games_in",
    "pass_table_on_in",
    "put_back_in",
    "put_game_back",
    "put_rules_right_in",
    "read_back",
    "recheck",
    "record_deal",
    "record_result",
    "rederive_game",
    "refuse_to_sign",
    "remove_games_in",
    "remove_photo",
    "remove_scans_in",
    "remove_upload",
    "renew_cards",
    "reopen_game",
    "reseat_in",
    "restore_deal",
    "resume_after_time_in",
    "resume_game",
    "send_back_deal",
    "set_aside_in",
    "set_game_aside",
    "sign_as_absent",
    "sign_as_director",
    "sign_game",
    "sign_on_paper",
    "sign_on_paper_in",
    "signing",
    "start_deal",
    "stored_versions",
    "substitute",
    "tables",
    "take_back_result",
    "take_call_back",
    "take_protocol",
    "take_seats",
    "take_slip",
    "take_start_back",
    "totals",
    "void_deal",
    "warn_player",
    "why_not_writable",
]
