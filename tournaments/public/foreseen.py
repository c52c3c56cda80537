"""When a round will probably end, in words, for everybody where the event wants that."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.core.forecast import Probable
from tournaments.models import Round
from tournaments.play.clock import RoundTimes
from tournaments.play.forecast import load_forecast


class Foreseen(NamedTuple):
    """A sentence on what will probably be, and until when it says anything, in seconds since 1970."""

    text: str
    until: int


def round_foreseen(drawn: Round, times: RoundTimes | None, now: datetime) -> Foreseen | None:
    """Say when a round will probably end, in an event that shows it to everybody. A page may be kept: once
    that time is over, a script takes the sentence away."""
    if not drawn.tournament.agreement.clock_forecast:
        return None
    found = load_forecast(drawn, times, now)
    if found is None:
        return None
    sentence = _("The round will probably end between %(early)s and %(late)s.")
    return Foreseen(sentence % range_in_words(found.round), int(found.round.late.timestamp()))


def range_in_words(probable: Probable) -> dict[str, str]:
    """The times of day of a range."""
    return {name: time_format(localtime(at), "TIME_FORMAT") for name, at in probable._asdict().items()}
