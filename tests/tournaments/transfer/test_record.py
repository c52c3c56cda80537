"""Every stored column travels, or is left out for a reason."""

from __future__ import annotations

from typing import Final

from django.apps import apps
from django.db import models

from tournaments.transfer.record import LEFT_OUT, TABLES, travelling_fields

# Models of games and events of which no row is in the record.
STAYS: Final = {
    "Standing": "follows from the rest",
    "KeptRound": "follows from the rest",
    "KeptOfEvent": "follows from the rest, and is counted again by the house that takes it in",
    "LeagueReminder": "says what a league of the club was reminded of",
    "KeptSeries": "is of a series of the club",
    "KeptUpTo": "says what this house has counted",
    "Snapshot": "goes back to before a removal, by entries of the log that stays",
    "ReadBack": "is of a digest with the ids of the other house",
    "Call": "helps for a moment",
    "ClubCash": "is money of the club",
    "Gathering": "is of the club, whose other events stay",
    "PriceList": "is money of the club",
    "CashEntry": "is money of the club",
    "CalendarDate": "is of a federation, and planned before there is an event",
    "ClosedDay": "is of a federation",
    "IssuedStatement": "is what a federation has stated to a club",
    "FederationTerms": "is what a federation asks of its clubs",
    "Ranking": "is of the club, and weighs events of any number",
    "League": "is of the club, with teams, matches and results of its own",
    **dict.fromkeys(
        ("Division", "Team", "TeamPlayer", "TeamCharge", "TeamMatch", "LineUpPlace", "MatchTable"),
        "is of a league",
    ),
    "Series": "is of the club, and names events of any number",
    "Announcement": "is of the club that invites",
    "Signup": "is deleted after the event; who came of it is an entry",
    "SignupPlayer": "is deleted with its sign-up",
    "NoticeAddress": "belongs to whoever asked here, by a code that is of this house",
    "SentNotice": "is of a phone or a mailbox that stays",
    "OutgoingLetter": "is on its way from here",
    "Table": "is of the club",
    "ScanUpload": "is deleted as soon as it has been read",
    "ScannedSheet": "waits for a director here; once it has an answer it is a photograph, and that travels",
}


def test_it_is_decided_of_every_model_whether_its_rows_travel() -> None:
    stored = {
        model.__name__
        for app in ("scoring", "tournaments")
        for model in apps.get_app_config(app).get_models()
    }
    assert stored == {model.__name__ for model in TABLES} | STAYS.keys()


def test_a_row_names_only_rows_that_come_before_it_and_people() -> None:
    known = {"Player", "User"}
    for model in TABLES:
        for field in travelling_fields(model):
            if isinstance(field, models.ForeignKey):
                named = field.related_model
                assert isinstance(named, type)
                assert named.__name__ in known | {model.__name__}, field
        known.add(model.__name__)


def test_what_is_left_out_is_stored() -> None:
    stored = {f"{model.__name__}.{field.name}" for model in TABLES for field in model._meta.concrete_fields}
    assert stored >= LEFT_OUT
