"""What the page of records shows: each record with its names, and the page that explains it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.wording import labels
from tournaments.history.club_history import ClubHistory
from tournaments.history.facts import Made
from tournaments.history.naming import NamesOfPlayers
from tournaments.history.periods import Period
from tournaments.history.records import ALL_GAMES, RECORD_KINDS, records_of


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record: its figure, the names, where it was made, and the page of that."""

    label: str
    figure: int
    who: str
    where: str
    # What a run began with, or the year of many events.
    remark: str
    day: date
    address: str


@dataclass(frozen=True, slots=True)
class GameRecords:
    """The records of one of the games that a club plays, or of all together."""

    game: str
    records: Sequence[RecordLine]


def records_by_game(history: ClubHistory, period: Period | None = None) -> list[GameRecords]:
    """Return the records rule set by rule set: points of one cannot be compared with those of another."""
    events = [event for event in history.events if period is None or period.has(event)]
    return shown_records(history, records_of(events, history.facts))


def shown_records(
    history: ClubHistory, records: Sequence[Made], names: NamesOfPlayers | None = None
) -> list[GameRecords]:
    """Write records, which are in the order of their rule sets."""
    names = names or NamesOfPlayers(player for made in records for player in made.players)
    return [
        GameRecords(_game_of(ruleset), [_line(history, made, names) for made in of_game])
        for ruleset, of_game in groupby(records, lambda made: made.ruleset)
    ]


def _game_of(ruleset: str) -> str:
    return _("All games together") if ruleset == ALL_GAMES else labels.ruleset_name(ruleset)


def _line(history: ClubHistory, made: Made, names: NamesOfPlayers) -> RecordLine:
    event, kind = history.by_pk[made.event], RECORD_KINDS[made.kind]
    who = names.joined(made.players) if made.year is None else names.of_each((one,) for one in made.players)
    return RecordLine(
        str(kind.label),
        made.figure,
        who,
        str(made.year) if made.year is not None else event.name,
        _remark(history, made),
        event.day,
        kind.address(made, history.club.pk),
    )


def _remark(history: ClubHistory, made: Made) -> str:
    """Say when a run began, where that was at another event."""
    if made.since is None or made.since == made.event:
        return ""
    return _("since %(day)s") % {"day": date_format(history.by_pk[made.since].day, "DATE_FORMAT")}
