"""Events, entries, rounds, pairings and standings. Only the verbs of `running/` write them."""

from tournaments.models.cash import CashEntry, ClubCash, PriceList
from tournaments.models.clocks import RoundClock, TableMinutes
from tournaments.models.events import Entry, EntryPlayer, Tournament
from tournaments.models.federation import CalendarDate, ClosedDay, FederationTerms
from tournaments.models.gatherings import Gathering
from tournaments.models.kept import KeptOfEvent, KeptRound, KeptSeries, KeptUpTo, Snapshot
from tournaments.models.leagues import (
    Division,
    League,
    LineUpPlace,
    MatchSide,
    MatchTable,
    Team,
    TeamCharge,
    TeamMatch,
    TeamPlayer,
)
from tournaments.models.notices import LeagueReminder, NoticeAddress, Outgoing, OutgoingLetter, SentNotice
from tournaments.models.rankings import Ranking
from tournaments.models.rounds import Pairing, PairingEntry, Round
from tournaments.models.series import Series
from tournaments.models.signups import Announcement, Signup, SignupPlayer
from tournaments.models.standings import EventAdjustment, ListedResult, PlaceDecider, Standing
from tournaments.models.statements import IssuedStatement

__all__ = [
    "Announcement",
    "CalendarDate",
    "CashEntry",
    "ClosedDay",
    "ClubCash",
    "Division",
    "Entry",
    "EntryPlayer",
    "EventAdjustment",
    "FederationTerms",
    "Gathering",
    "IssuedStatement",
    "KeptOfEvent",
    "KeptRound",
    "KeptSeries",
    "KeptUpTo",
    "League",
    "LeagueReminder",
    "LineUpPlace",
    "ListedResult",
    "MatchSide",
    "MatchTable",
    "NoticeAddress",
    "Outgoing",
    "OutgoingLetter",
    "Pairing",
    "PairingEntry",
    "PlaceDecider",
    "PriceList",
    "Ranking",
    "Round",
    "RoundClock",
    "SentNotice",
    "Series",
    "Signup",
    "SignupPlayer",
    "Snapshot",
    "Standing",
    "TableMinutes",
    "Team",
    "TeamCharge",
    "TeamMatch",
    "TeamPlayer",
    "Tournament",
]
