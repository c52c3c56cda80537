"""Events, entries, rounds, pairings and standings. Only the verbs of `running/` write them."""

from tournaments.models.clocks import RoundClock, TableMinutes
from tournaments.models.events import Entry, EntryPlayer, Tournament
from tournaments.models.kept import KeptRound, Snapshot
from tournaments.models.rounds import Pairing, PairingEntry, Round
from tournaments.models.signups import Announcement, Signup, SignupPlayer
from tournaments.models.standings import EventAdjustment, ListedResult, Standing

__all__ = [
    "Announcement",
    "Entry",
    "EntryPlayer",
    "EventAdjustment",
    "KeptRound",
    "ListedResult",
    "Pairing",
    "PairingEntry",
    "Round",
    "RoundClock",
    "Signup",
    "SignupPlayer",
    "Snapshot",
    "Standing",
    "TableMinutes",
    "Tournament",
]
