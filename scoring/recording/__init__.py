"""Recording games: the only way in which a game or a deal comes to be stored or changed.

Each verb opens the game's book, locks the game, checks, writes once and leaves a log entry. What a deal
scores is computed by the core; these modules store the answer and must not add a point of their own.

    games       open a game, take seats, substitute a player, finish, enter a result only
    deals       start, record, amend, void
    approving   confirm, send back, dispute, hand in a protocol of one's own or take the other side's
    adjusting   penalties and awards, and taking them back
    calling     call the director, answer a call
    tables      tables of a club, their PINs, and which game is played at them
    mending     what follows from the deals stored anew, by `manage.py rescore`

Everybody who writes is an `Author`: somebody at the desk, whose role is checked, or a device `AtTable`, which
was opened with the table's secret. Whatever is written by a form comes with the form's own key, so that a
sending that comes twice is done once.
"""

from scoring.recording.acting import AtTable
from scoring.recording.adjusting import Charge, adjust, cancel_adjustment
from scoring.recording.approving import (
    Approval,
    confirm_deal,
    dispute_deal,
    hand_in_protocol,
    send_back_deal,
    take_protocol,
)
from scoring.recording.calling import CallWords, answer_call, call_director, keep_photo
from scoring.recording.deals import (
    Amendment,
    WrittenDeal,
    amend_deal,
    record_deal,
    start_deal,
    void_deal,
)
from scoring.recording.games import (
    EarlyEnd,
    FinalResult,
    GameEnd,
    GamePlan,
    Seats,
    finish,
    open_game,
    open_game_in,
    record_result,
    substitute,
    take_seats,
)
from scoring.recording.mending import derive_again
from scoring.recording.refusing import NotAllowed, NotNow, Refused, TakenAlready
from scoring.recording.tables import make_tables, renew_pins, set_table, set_table_in

__all__ = [
    "Amendment",
    "Approval",
    "AtTable",
    "CallWords",
    "Charge",
    "EarlyEnd",
    "FinalResult",
    "GameEnd",
    "GamePlan",
    "NotAllowed",
    "NotNow",
    "Refused",
    "Seats",
    "TakenAlready",
    "WrittenDeal",
    "adjust",
    "amend_deal",
    "answer_call",
    "call_director",
    "cancel_adjustment",
    "confirm_deal",
    "derive_again",
    "dispute_deal",
    "finish",
    "hand_in_protocol",
    "keep_photo",
    "make_tables",
    "open_game",
    "open_game_in",
    "record_deal",
    "record_result",
    "renew_pins",
    "send_back_deal",
    "set_table",
    "set_table_in",
    "start_deal",
    "substitute",
    "take_protocol",
    "take_seats",
    "void_deal",
]
