"""The programme of an event as it is stored, its lines in words, and when its rounds began and ended."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time
from typing import Any, Final

from django.db.models import Count, Max, Min, Q
from django.utils.formats import date_format
from django.utils.timezone import localtime, make_aware
from django.utils.translation import get_language, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import canonical_json
from scoring.models import Deal, DealVersion, Game
from tournaments.core.programme import Happened, LineKind, ProgrammeLine, in_order, shift_to
from tournaments.models import Pairing, Round, Tournament
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES
from tournaments.play.notices import FOR_ALL
from tournaments.wording.labels import round_label

LINE_LABELS: Final[Mapping[LineKind, object]] = {
    LineKind.CHECK_IN: pgettext_lazy("programme", "Check-in"),
    LineKind.ROUND: _lazy("Round"),
    LineKind.BREAK: _lazy("Break"),
    LineKind.LUNCH: _lazy("Lunch"),
    LineKind.PRIZES: _lazy("Prize giving"),
    LineKind.OTHER: _lazy("Something else"),
}
_FIRST_VERSION: Final = 1


def lines_of(event: Tournament) -> tuple[ProgrammeLine, ...]:
    """Return the programme of an event in order, in the time of the club."""
    return read_lines(event.programme)


def read_lines(stored: Iterable[Mapping[str, Any]]) -> tuple[ProgrammeLine, ...]:
    return in_order(_read(one) for one in stored)


def _read(stored: Mapping[str, Any]) -> ProgrammeLine:
    was = stored["was"]
    return ProgrammeLine(
        **{
            **stored,
            "at": localtime(datetime.fromisoformat(stored["at"])),
            "was": None if was is None else localtime(datetime.fromisoformat(was)),
            "kind": LineKind(stored["kind"]),
        }
    )


def as_stored(lines: Iterable[ProgrammeLine]) -> list[Any]:
    return [
        {
            "number": line.number,
            "at": _utc(line.at),
            "kind": line.kind.value,
            "minutes": line.minutes,
            "round": line.round,
            "texts": dict(line.texts),
            "was": None if line.was is None else _utc(line.was),
        }
        for line in in_order(lines)
    ]


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def fingerprint_of_programme(event: Tournament) -> str:
    """Return a hash of the programme that a page shows, so that no change is overwritten unseen."""
    return hashlib.sha256(canonical_json(event.programme).encode()).hexdigest()


def programme_on(event: Tournament, day: date) -> list[Any]:
    """Return the programme of an event as it is stored when the event is on another day."""
    before, after = (make_aware(datetime.combine(one, time())) for one in (event.date, day))
    return as_stored(shift_to(lines_of(event), before, after))


# In words.


def line_label(line: ProgrammeLine) -> str:
    """What a line is called, in the language of the page where it was typed in it."""
    text = line_text(line)
    if line.kind is LineKind.OTHER:
        return text
    label = str(LINE_LABELS[line.kind])
    if line.kind is LineKind.ROUND and line.round is not None:
        label = round_label(line.round)
    return f"{label} · {text}" if text else label


def line_text(line: ProgrammeLine) -> str:
    """What was typed of a line."""
    found = line.texts.get(get_language() or FOR_ALL) or line.texts.get(FOR_ALL)
    return found or next(iter(line.texts.values()), "")


def programme_text(stored: Iterable[Mapping[str, Any]]) -> str:
    """A whole programme in one line, as the log has it."""
    moments = ((date_format(line.at, "SHORT_DATETIME_FORMAT"), line) for line in read_lines(stored))
    text = ", ".join(f"{moment} {line_label(line)}" for moment, line in moments)
    return text or pgettext("programme", "none")


# What has really happened.


def load_happened(event: Tournament) -> dict[int, Happened]:
    """Load when each round that everybody may see began and ended, as far as its clock and its deals say.

    A deal that was typed from paper says only when it was typed: of such a round we know when it was closed.
    """
    first, last = _first_deals(event), _last_deals(event)
    return {drawn.number: _happened(drawn, first, last) for drawn in _rounds(event)}


def _rounds(event: Tournament) -> Iterable[Round]:
    is_played = Q(pairings__kind=Pairing.Kind.PLAYED, pairings__table__isnull=False)
    rounds = Round.objects.filter(tournament=event.pk, state__in=VISIBLE_ROUND_STATES).select_related("clock")
    # Without how it was drawn, which grows with the event.
    read = rounds.only("number", "state", "closed_at", "clock__started_at", "clock__by_table")
    return read.order_by("number").annotate(
        tables=Count("pairings", filter=is_played),
        playing=Count("pairings", filter=is_played & Q(pairings__game__over=False)),
    )


def _happened(drawn: Round, first: Mapping[int, datetime], last: Mapping[int, datetime]) -> Happened:
    clock = getattr(drawn, "clock", None)
    began = first.get(drawn.number)
    if clock is not None and not clock.by_table:
        began = clock.started_at
    is_closed = drawn.state == Round.State.CLOSED
    is_over = is_closed or bool(drawn.tables and not drawn.playing)  # type: ignore[attr-defined] # annotated
    if not is_over:
        return Happened(began)
    return Happened(began, last.get(drawn.number, drawn.closed_at), is_over=True)


def _first_deals(event: Tournament) -> dict[int, datetime]:
    """When the first deal of each round was begun."""
    deals = Deal.objects.filter(
        game__pairing__round__tournament=event.pk, game__pairing__round__state__in=VISIBLE_ROUND_STATES
    ).exclude(game__written_on=Game.WrittenOn.PAPER)
    by_round = deals.order_by().values_list("game__pairing__round__number")
    return dict(by_round.annotate(first=Min("started_at")))


def _last_deals(event: Tournament) -> dict[int, datetime]:
    """When the last deal of each round was recorded for the first time."""
    versions = DealVersion.objects.filter(
        deal__game__pairing__round__tournament=event.pk,
        deal__game__pairing__round__state__in=VISIBLE_ROUND_STATES,
        number=_FIRST_VERSION,
    ).exclude(deal__game__written_on=Game.WrittenOn.PAPER)
    by_round = versions.order_by().values_list("deal__game__pairing__round__number")
    return dict(by_round.annotate(last=Max("at")))
