"""The result of the whole event: who was first in the first final is first, and so on down to the sections.

It is recorded when all finals are official, as the places of the event. Until then a page counts it anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Max
from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, unique, validation_error
from clubs.books.writing import Author, retried
from tournaments.agreement.parts import PartKind
from tournaments.core.sections import OverallPlace
from tournaments.models import Entry, EntryPlayer, ListedResult, Tournament
from tournaments.play.parts import parts_of
from tournaments.play.queries import entry_players, prefetch_players
from tournaments.running.entries import entered
from tournaments.running.session import OpenEvent, open_event
from tournaments.sections.counting import Overall, load_overall


@retried
def record_overall(by: Author, event: Tournament) -> Tournament:
    """Record the result of an event that was played in sections and finals, all of which are official."""
    with open_event(event, by) as opened:
        _check(opened)
        overall = load_overall(opened.event)
        entries, last = _entries_of_whole(opened, overall), _last_parts(overall)
        ListedResult.objects.bulk_create(
            _result(opened.event, place, entries[place.entry], last[place.entry]) for place in overall.places
        )
        before = opened.event.state
        whole = opened.event
        whole.standings_from, whole.state = Tournament.StandingsFrom.PARTS, Tournament.State.OFFICIAL
        whole.shown_at = whole.official_at = opened.writing.by.at
        whole.revision += 1
        whole.save(update_fields=["standings_from", "state", "shown_at", "official_at", "revision"])
        opened.writing.log(
            "overall.recorded",
            whole,
            before={"event_state": before},
            after={
                "event_state": whole.state,
                "revision": whole.revision,
                "number_of_results": len(overall.places),
            },
        )
        return whole


def _check(opened: OpenEvent) -> None:
    event = opened.event
    sections, finals = (parts_of(event, kind) for kind in PartKind)
    if not sections:
        raise NotNow(_("The event is not divided into sections: its places are its own."))
    if not finals:
        raise NotNow(_("There are no finals yet."))
    waiting = [one.name for one in (*sections, *finals) if one.state != Tournament.State.OFFICIAL]
    if waiting:
        raise NotNow(_("Not official yet: %(events)s.") % {"events": "; ".join(waiting)})


def _entries_of_whole(opened: OpenEvent, overall: Overall) -> dict[int, Entry]:
    """Return the entries of the whole event by where they began; who came late to a part is entered now."""
    rows = Entry.objects.filter(tournament__in=[part.event.pk for part in overall.parts])
    players = prefetch_players(), prefetch_players("source__places")
    stored = {
        entry.pk: entry
        for entry in rows.select_related("tournament", "source").prefetch_related(*players).order_by("pk")
    }
    by_row = {
        entry.pk: entry.source
        for entry in stored.values()
        if entry.source is not None and entry.source.tournament_id == opened.event.pk
    }
    _refuse_other_players(overall, stored, by_row)
    late = [entry for entry in stored.values() if entry.source is None]
    last = opened.event.entries.aggregate(last=Max("number"))["last"] or 0
    for number, entry in enumerate(late, last + 1):
        by_row[entry.pk] = _enter_late(opened, number, entry)
    return by_row


def _refuse_other_players(overall: Overall, stored: Mapping[int, Entry], by_row: Mapping[int, Entry]) -> None:
    """Others may have taken over an entry: its place is theirs, so the whole event has to name them too."""
    for part in overall.parts:
        for one in part.entries.values():
            whole = by_row.get(one.began)
            if whole is not None and _players_of(stored[one.row]) != _players_of(whole):
                raise validation_error(
                    "parts",
                    _("%(event)s: number %(entry)s has other players than number %(whole)s of the whole.")
                    % {"event": part.event.name, "entry": one.number, "whole": whole.number},
                )


def _players_of(entry: Entry) -> set[int]:
    return {player.pk for player in entry_players(entry)}


def _enter_late(opened: OpenEvent, number: int, entry: Entry) -> Entry:
    players = entry_players(entry)
    new = Entry.objects.create(tournament=opened.event, number=number, state=Entry.State.PRESENT)
    with unique("parts", _("One of these is already entered.")):
        EntryPlayer.objects.bulk_create(
            EntryPlayer(tournament=opened.event, entry=new, player=player, position=position)
            for position, player in enumerate(players)
        )
    opened.writing.log_all([entered(new, players)])
    return new


class _LastPart(NamedTuple):
    """Where an entry has played last, and its points there."""

    name: str
    points: int = 0


def _last_parts(overall: Overall) -> dict[int, _LastPart]:
    last: dict[int, _LastPart] = {}
    for part in overall.parts:
        last |= {entry.began: _LastPart(part.event.name) for entry in part.entries.values()}
        last |= {part.began(one): _LastPart(part.event.name, one.totals.points) for one in part.placings}
    return last


def _result(event: Tournament, place: OverallPlace, entry: Entry, last: _LastPart) -> ListedResult:
    return ListedResult(
        tournament=event,
        entry=entry,
        place=place.place,
        shared=place.shared,
        points=last.points,
        note=last.name,
    )


@retried
def open_overall(by: Author, event: Tournament, reason: str) -> Tournament:
    """Take the recorded result back: sections and finals can be put right, and it is recorded again."""
    with open_event(event, by, also_listed=True) as opened:
        whole = opened.event
        if whole.standings_from != Tournament.StandingsFrom.PARTS:
            raise NotNow(_("The result of the whole event is not recorded."))
        if not reason.strip():
            raise validation_error("reason", _("Give a reason."))
        removed, _rows = whole.listed_results.all().delete()
        before = whole.state
        whole.standings_from, whole.state = Tournament.StandingsFrom.GAMES, Tournament.State.RUNNING
        whole.shown_at = whole.official_at = None
        whole.revised_because = reason.strip()
        whole.save(update_fields=["standings_from", "state", "shown_at", "official_at", "revised_because"])
        opened.writing.log(
            "overall.opened",
            whole,
            before={"event_state": before, "number_of_results": removed},
            after={"event_state": whole.state},
            reason=reason,
        )
        return whole
