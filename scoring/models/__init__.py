"""Games, sides, deals, and everything recorded about them.

Only the verbs of `scoring.recording` write these rows. Totals follow from the current versions of the deals
and can be recomputed at any time.
"""

from scoring.models.deals import Confirmation, Deal, DealVersion, Hand, OwnProtocol
from scoring.models.games import (
    CODE_DIGITS,
    LAST_SIDE,
    Game,
    Seat,
    Side,
    random_code,
    random_secret,
    side_number_check,
)
from scoring.models.ledger import Adjustment, Cancellable
from scoring.models.rulings import Juror, OwnDecision, Ruling, WrittenWarning
from scoring.models.scans import ScannedSheet, ScanUpload
from scoring.models.signing import ReadBack, Signature, Signing, Slip
from scoring.models.tables import PIN_DIGITS, Call, Photo, Table, table_name

__all__ = [
    "CODE_DIGITS",
    "LAST_SIDE",
    "PIN_DIGITS",
    "Adjustment",
    "Call",
    "Cancellable",
    "Confirmation",
    "Deal",
    "DealVersion",
    "Game",
    "Hand",
    "Juror",
    "OwnDecision",
    "OwnProtocol",
    "Photo",
    "ReadBack",
    "Ruling",
    "ScanUpload",
    "ScannedSheet",
    "Seat",
    "Side",
    "Signature",
    "Signing",
    "Slip",
    "Table",
    "WrittenWarning",
    "random_code",
    "random_secret",
    "side_number_check",
    "table_name",
]
