"""Recording games: the only way in which a game or a deal comes to be stored or changed.

Each verb opens the game's book, locks the game, checks, writes once and leaves a log entry. What a deal
scores is computed by the core; these modules store the answer and must not add a point of their own.

    games       open a game, take seats, substitute a player, finish, enter a result only, set aside
    deals       start, record, void
    amending    correct
    approving   confirm, send back, dispute, hand in a protocol of one's own or take the other side's
    adjusting   penalties and awards, and taking them back
    ruling      rulings of the jury or the director, written warnings
    signing     sign, refuse to sign, sign for somebody absent, reopen
    desk        read a protocol back, hold a result slip against it, look at what is unlikely
    calling     call the director, answer a call
    tables      tables of a club, their PINs, and which game is played at them
    mending     what follows from the deals stored anew, by `manage.py rescore`

Everybody who writes is an `Author`: somebody at the desk, whose role is checked, or a device `AtTable`, which
was opened with the table's secret. Whatever is written by a form comes with the form's own key, so that a
sending that comes twice is done once.
"""

from clubs.books.refusals import NotNow
from scoring.core.problem import OVERRIDABLE
from scoring.recording.adjusting import Charge, FaultsOfAct, adjust, cancel_adjustment, charge_act
from scoring.recording.amending import Amendment, amend_deal, what_may_change
from scoring.recording.approving import (
    Approval,
    confirm_deal,
    dispute_deal,
    hand_in_protocol,
    send_back_deal,
    take_protocol,
)
from scoring.recording.calling import CallWords, answer_call, call_director, keep_photo
from scoring.recording.checking import SlipTotals, look_at, read_back, take_slip
from scoring.recording.deals import (
    WrittenDeal,
    record_deal,
    stands_against,
    start_deal,
    void_deal,
)
from scoring.recording.errors import Disputed, NotAllowed, Refused, TakenAlready
from scoring.recording.games import (
    MOST_DEALS,
    EarlyEnd,
    FinalResult,
    GameEnd,
    GamePlan,
    Seats,
    finish,
    open_game,
    open_game_in,
    record_result,
    set_aside_in,
    substitute,
    take_seats,
)
from scoring.recording.rederiving import derive_again
from scoring.recording.ruling import (
    Decision,
    Points,
    Warned,
    cancel_ruling,
    cancel_warning,
    give_ruling,
    warn_player,
)
from scoring.recording.session import AtTable
from scoring.recording.signing import (
    Signed,
    make_official_in,
    refuse_to_sign,
    reopen_game,
    sign_as_absent,
    sign_as_director,
    sign_game,
)
from scoring.recording.tables import make_tables, renew_pins, set_table, set_table_in

__all__ = [
    "MOST_DEALS",
    "OVERRIDABLE",
    "Amendment",
    "Approval",
    "AtTable",
    "CallWords",
    "Charge",
    "Decision",
    "Disputed",
    "EarlyEnd",
    "FaultsOfAct",
    "FinalResult",
    "GameEnd",
    "GamePlan",
    "NotAllowed",
    "NotNow",
    "Points",
    "Refused",
    "Seats",
    "Signed",
    "SlipTotals",
    "TakenAlready",
    "Warned",
    "WrittenDeal",
    "adjust",
    "amend_deal",
    "answer_call",
    "call_director",
    "cancel_adjustment",
    "cancel_ruling",
    "cancel_warning",
    "charge_act",
    "confirm_deal",
    "derive_again",
    "dispute_deal",
    "finish",
    "games",
    "give_ruling",
    "hand_in_protocol",
    "keep_photo",
    "look_at",
    "make_official_in",
    "make_tables",
    "open_game",
    "open_game_in",
    "read_back",
    "recheck",
    "record_deal",
    "record_result",
    "refuse_to_sign",
    "renew_pins",
    "reopen_game",
    "send_back_deal",
    "set_aside_in",
    "set_table",
    "set_table_in",
    "sign_as_absent",
    "sign_as_director",
    "sign_game",
    "signing",
    "stands_against",
    "start_deal",
    "substitute",
    "tables",
    "take_protocol",
    "take_seats",
    "take_slip",
    "totals",
    "void_deal",
    "warn_player",
    "what_may_change",
]
