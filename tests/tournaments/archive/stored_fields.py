"""Every stored field of scoring and tournaments: whether it is in the content of an event, or why not.

`tests/lint/test_archive.py` compares this with the models, and `test_content.py` changes each field once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PLACE = "says to what the row belongs, as its place in the content does"
TIME = "a time of writing"
LOGGED = "who wrote, when and on which device: the log has it"
SECRET = "opens a page, and counts nothing"
DERIVED = "follows from the rest, and is counted again"
CANCELLED = "what was cancelled is not in the content"
REMOVED = "what was removed or set aside is not in the content"
CLOCK = "times of a round; what they did to a game is in the game"
CASH = "money of the club, which never leaves it with an event"
NEWS = "is where the players of this installation hear news, and is deleted some time after the event"
FEDERATION = "what a federation plans with its clubs, before there is an event"
RANKING = "a ranking of the club, which counts events of any number"
SERIES = "a season of the club, which counts events of any number"
LEAGUE = "is of a league, which has a file of its own"
PARTS = "says with which sections and finals the event went together"
DESK = "helps at the desk for a moment, and counts nothing"

COUNTED: Final[Mapping[str, tuple[str, ...]]] = {
    "Tournament": (
        *("club", "name", "date", "starts_at", "ruleset", "options", "settings", "secret", "state"),
        *("standings_from", "prizes", "prizes_given"),
    ),
    "Entry": (
        *("number", "state", "from_round", "until_round", "rounds_agreed", "missed"),
        *("lot", "fixed_table", "outside", "handicap_rating", "categories"),
    ),
    "EntryPlayer": ("player", "position", "from_round", "until_round", "is_substitute", "rests"),
    "Round": (
        "number",
        "state",
        "seed",
        "movement",
        "exact",
        "draw_input",
        "proposal",
        "places",
        "turn",
        "handicap_ratings",
        "attempt",
        "again",
    ),
    "Pairing": (
        *("table", "kind", "at_fault", "ruled_points", "reasons", "by_hand", "locked", "reason", "game"),
    ),
    "PairingEntry": ("entry", "side", "position"),
    "EventAdjustment": ("entry", "kind", "unit", "amount", "rule", "reason"),
    "PlaceDecider": ("kind", "category", "order", "after_round", "words", "seed", "withdrawn"),
    "ListedResult": ("entry", "place", "shared", "points", "wins", "note"),
    "Game": (
        *("label", "ruleset", "edition", "options", "players_per_side", "written_on", "approval"),
        *(
            "corrections",
            "protocols",
            "signers",
            "director_signs",
            "second_entry",
            "deals_agreed",
            "entered_result",
            "first_side",
        ),
        *("keeper", "state", "over", "is_draw", "winner", "ended_by", "end_side", "other_result"),
        *("away", "away_after"),
    ),
    "Side": ("number", "total", "adjustment", "carried", "plays_extra_deal"),
    "Seat": ("player", "position", "from_deal", "until_deal"),
    "Deal": (
        *("number", "openings", "dealer_side", "dealer_position", "leader_side", "leader_position"),
        *("sits_out", "state", "bidding"),
    ),
    "DealVersion": (
        *("sheet", "result", "warnings", "kind", "rule", "reason", "overridden_rule"),
        *("overridden_errors", "ruling", "paper", "side", "player"),
    ),
    "Confirmation": ("kind", "side", "player", "reason"),
    "OwnProtocol": ("side", "sheet", "player", "current"),
    "Adjustment": ("deal", "side", "points", "rule", "reason", "ruling"),
    "Ruling": ("deal", "number", "outcome", "text", "rule", "author"),
    "Juror": ("user", "recused_because"),
    "WrittenWarning": ("player", "rule", "text"),
    "Cancellable": ("cancelled_at",),
    "Signing": ("state", "content"),
    "Signature": ("kind", "side", "player", "author", "reason"),
    "Slip": ("totals", "current"),
    "Photo": ("digest",),
}

LEFT_OUT: Final[Mapping[str, Mapping[str, str]]] = {
    "Tournament": {
        "singles": DESK,
        "screens": DESK,
        "notices": DESK,
        "programme": "is read before the event and during it, and counts nothing",
        "gathering": "says with which other events of the club it went together",
        "whole": PARTS,
        "part": PARTS,
        "has_parts": PARTS,
        "counted_in_whole": PARTS,
        "code_set": DESK,
        "code_sets_made": DESK,
        "deciders_recorded": DERIVED,
        "book": PLACE,
        "shown_at": TIME,
        "official_at": TIME,
        "revision": "counts how often the results were official",
        "revised_because": "why results of then were opened again",
        "rules_before": "what has been",
    },
    "OwnDecision": dict.fromkeys(("game", "kind", "deal", "author", "at"), LOGGED),
    "Entry": {"tournament": PLACE, "players": "the rows of EntryPlayer", "source": PARTS},
    "EntryPlayer": {
        "tournament": PLACE,
        "entry": PLACE,
        "active": "follows from the state of the entry and until_round",
    },
    "Round": {"tournament": PLACE, "published_at": TIME, "closed_at": TIME, "removed_because": REMOVED},
    "Pairing": {"round": PLACE},
    "PairingEntry": {"round": PLACE, "pairing": PLACE},
    "PlaceDecider": {"tournament": PLACE, "number": "says in which order they were recorded"},
    "RoundClock": dict.fromkeys(
        ("round", "minutes", "more_minutes", "by_table", "started_at", "pauses"), CLOCK
    ),
    "Gathering": dict.fromkeys(("club", "name", "dissolved_at"), "is of the club, and counts nothing"),
    "PriceList": dict.fromkeys(("tournament", "prices", "at", "taken_back_at"), CASH),
    "ClubCash": dict.fromkeys(("club", "currency"), CASH),
    "CashEntry": dict.fromkeys(
        (
            *("tournament", "number", "kind", "player", "guest", "article", "count", "charge", "taken"),
            *("given", "uses", "drawer", "card_until", "at", "author", "taken_back_at"),
        ),
        CASH,
    ),
    "CalendarDate": dict.fromkeys(
        (
            *("federation", "club", "name", "kind", "first_day", "last_day", "place", "ruleset", "tables"),
            *("contact", "remark", "state", "answer", "version"),
        ),
        FEDERATION,
    ),
    "ClosedDay": dict.fromkeys(("federation", "name", "first_day", "last_day", "removed_at"), FEDERATION),
    "FederationTerms": dict.fromkeys(
        ("federation", "days_apart", "per_event", "per_start", "per_licence"), FEDERATION
    ),
    "Ranking": dict.fromkeys(
        ("club", "name", "rules", "championships", "left_out", "public", "removed_at", "version"), RANKING
    ),
    "Series": dict.fromkeys(
        (
            *("club", "name", "who", "since", "until", "picked", "events", "rules", "public"),
            *("closed_at", "closed_events", "removed_at", "version"),
        ),
        SERIES,
    ),
    "League": dict.fromkeys(
        (
            *("club", "book", "name", "ruleset", "options", "rules", "since", "until", "public", "state"),
            *("follows", "removed_at", "version", "site", "reminded_on", "reminded_revision"),
            "closed_places",
        ),
        LEAGUE,
    ),
    "Division": dict.fromkeys(("league", "position", "name"), LEAGUE),
    "Team": dict.fromkeys(
        (
            *("league", "division", "number", "name", "club", "captain_name", "captain_email", "place"),
            *("blocked_dates", "withdrawn_at", "removed_at", "code_set", "code_sets_made", "follows"),
            "version",
        ),
        LEAGUE,
    ),
    "TeamPlayer": dict.fromkeys(("team", "player", "position", "is_reserve"), LEAGUE),
    "TeamCharge": dict.fromkeys(
        ("team", "match_points", "table_points", "difference", "reason", "made_at", "cancelled_at"), LEAGUE
    ),
    "TeamMatch": dict.fromkeys(
        (
            *("league", "division", "number", "round", "home", "away", "day", "starts", "place"),
            *("planned_day", "last_day", "state", "kind", "at_fault", "ruled", "reason", "entered_at"),
            *("entered_by", "confirmed_at", "confirmed_by", "accepted_at", "home_sealed_at"),
            *("away_sealed_at", "opened_at", "version"),
        ),
        LEAGUE,
    ),
    "LineUpPlace": dict.fromkeys(("match", "side", "pair", "seat", "player"), LEAGUE),
    "MatchTable": dict.fromkeys(
        (
            *("match", "number", "home_pair", "away_pair", "kind", "at_fault", "home_total", "away_total"),
            *("ruled", "game"),
        ),
        LEAGUE,
    ),
    "TableMinutes": dict.fromkeys(("pairing", "minutes", "call", "at"), CLOCK),
    "Standing": dict.fromkeys(
        (
            *("round", "entry", "place", "shared", "decided_by", "played", "wins", "draws", "losses"),
            *("points", "difference", "own"),
        ),
        DERIVED,
    ),
    "KeptRound": dict.fromkeys(("round", "tables", "left_out", "places"), DERIVED),
    "Announcement": dict.fromkeys(
        (
            *("tournament", "text", "fee", "place", "contact", "opens_at", "closes_at", "places", "who"),
            *("lets_in", "announced_at", "hides_event", "status", "notice", "postponed_from"),
        ),
        "is read before the event, and counts nothing",
    ),
    "Signup": dict.fromkeys(
        (
            *("tournament", "state", "code_digest", "key", "made_at", "queued_at", "email", "phone"),
            *("remark", "language", "entry", "joined"),
        ),
        "is deleted some time after the event; what comes of it is an entry",
    ),
    "SignupPlayer": dict.fromkeys(
        (*("signup", "position", "given_name", "family_name", "licence", "club", "may_publish", "player"),),
        "is deleted some time after the event; what comes of it is an entry",
    ),
    "NoticeAddress": dict.fromkeys(
        (
            *("entry", "way", "address", "public_key", "secret", "language", "code_set", "site", "token"),
            *("asked_at", "confirmed_at", "seen_revision"),
        ),
        NEWS,
    ),
    "Outgoing": dict.fromkeys(("state", "attempts", "next_at", "until"), NEWS),
    "SentNotice": dict.fromkeys(("address", "tag"), NEWS),
    "OutgoingLetter": dict.fromkeys(
        ("tournament", "league", "signup", "address", "to", "sealed", "made_at", "refused"), NEWS
    ),
    "IssuedStatement": dict.fromkeys(
        (
            *("federation", "club", "year", "number", "issued_on", "since", "until", "content"),
            *("amount", "currency", "credits", "reason"),
        ),
        "is what a federation has stated to a club, of any number of events",
    ),
    "KeptOfEvent": dict.fromkeys(("tournament", "kind", "revision", "head", "value"), DERIVED),
    "KeptSeries": dict.fromkeys(("series", "state", "first", "lines"), SERIES),
    "KeptUpTo": {"state": "says what this house has counted of all events"},
    "LeagueReminder": dict.fromkeys(("league", "tag", "made_at"), NEWS),
    "Snapshot": dict.fromkeys(("tournament", "digest", "content", "people", "at"), "what has been"),
    "ListedResult": {"tournament": PLACE},
    "EventAdjustment": {"tournament": PLACE, "author": LOGGED, "at": TIME},
    "Game": {
        "result_version": "counts the results that were entered, also those taken back",
        "result_at": TIME,
        "book": PLACE,
        "opened_at": TIME,
        "opened_by_players": "a game of an event is opened by its round",
        "set_aside_at": REMOVED,
        "set_aside_because": REMOVED,
    },
    "Side": {"game": PLACE, "code": SECRET, "secret": SECRET},
    "Seat": {"side": PLACE, "entered_as": "keeps ids of the database in what was signed"},
    "Deal": {
        "game": PLACE,
        "started_at": TIME,
        "version": "counts the versions, also those taken back",
        "bidding_version": "counts how often the bidding was entered, also what was taken back",
    },
    "DealVersion": {
        "deal": PLACE,
        "number": "the versions stand in their order, without those taken back",
        "seen_by": LOGGED,
        "seen_at": TIME,
        "author": LOGGED,
        "device": LOGGED,
        "at": TIME,
        "current": "the last one",
        "confirmed": "the last one of a deal that is approved",
    },
    "Hand": dict.fromkeys(("deal", "side", "base", "cards", "total", "after", "combinations"), DERIVED),
    "Confirmation": {"version": PLACE, "author": LOGGED, "device": LOGGED, "at": TIME},
    "OwnProtocol": {"deal": PLACE, "number": "one of each side counts", "device": LOGGED, "at": TIME},
    "Adjustment": {"game": PLACE, "author": LOGGED, "at": TIME},
    "Ruling": {"game": PLACE, "at": TIME},
    "Juror": {"ruling": PLACE},
    "WrittenWarning": {"game": PLACE, "author": LOGGED, "at": TIME},
    "Cancellable": {"cancelled_by": CANCELLED, "cancelled_because": CANCELLED},
    "Signing": {
        "game": PLACE,
        "number": "one signing counts",
        "digest": "holds ids of the database",
        "at": TIME,
        "signed_at": TIME,
        "approved_versions": "what opening the sheet again takes back",
        "reopened_at": TIME,
        "reopened_by": CANCELLED,
        "reopened_because": CANCELLED,
    },
    "Signature": {
        "signing": PLACE,
        "device": LOGGED,
        "strokes": "the meaning of a signature counts",
        "typed": "the meaning of a signature counts",
        "at": TIME,
    },
    "ReadBack": dict.fromkeys(("game", "digest", "author", "at"), DESK),
    "Slip": {"game": PLACE, "author": LOGGED, "at": TIME},
    "Table": dict.fromkeys(
        ("club", "label", "made_for", "made_number", "secret", "pin", "card_for", "game"), SECRET
    ),
    "Call": dict.fromkeys(
        ("game", "reason", "text", "side", "device", "at", "answered_at", "answered_by"), DESK
    ),
    "ScanUpload": dict.fromkeys(("book", "file", "name", "at"), DESK),
    "ScannedSheet": dict.fromkeys(
        ("book", "image", "digest", "source", "page", "doubt", "proposed", "at"), DESK
    ),
    "Photo": {
        "game": PLACE,
        "image": "the digest stands for it",
        "author": LOGGED,
        "device": LOGGED,
        "at": TIME,
    },
}
