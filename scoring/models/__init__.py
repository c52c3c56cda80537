"""Games, sides, deals and what was written down.

Rows are written by the verbs of `scoring.recording` alone; totals follow from the current versions of the
deals and can be computed again at any time.
"""

from scoring.models.deals import Confirmation, Deal, DealVersion, Hand, OwnProtocol
from scoring.models.games import CODE_DIGITS, Game, Seat, Side, a_code, a_secret
from scoring.models.ledger import Adjustment, TakenBack
from scoring.models.rulings import Juror, Ruling, WrittenWarning
from scoring.models.signing import ReadBack, Signature, Signing, Slip
from scoring.models.tables import Call, Photo, Table

__all__ = [
    "CODE_DIGITS",
    "Adjustment",
    "Call",
    "Confirmation",
    "Deal",
    "DealVersion",
    "Game",
    "Hand",
    "Juror",
    "OwnProtocol",
    "Photo",
    "ReadBack",
    "Ruling",
    "Seat",
    "Side",
    "Signature",
    "Signing",
    "Slip",
    "Table",
    "TakenBack",
    "WrittenWarning",
    "a_code",
    "a_secret",
]
