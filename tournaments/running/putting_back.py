"""Back to before a round or an entry was removed: what its snapshot says stands again.

The rows that the act removed are written again, and the content of the event must then have the hash of the
snapshot: otherwise something else has changed since, and nothing is put back. The log only grows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from clubs.books.refusals import unique, validation_error
from clubs.books.writing import Author, JsonValue, retried
from clubs.models import LogEntry
from scoring import recording
from scoring.models import Game, Table
from scoring.recording import NotNow
from tournaments.archive import content_hash, kept_entry
from tournaments.models import Entry, EntryPlayer, Round, Snapshot, Tournament
from tournaments.play.prizes import stored_categories
from tournaments.running.events import refuse_shown
from tournaments.running.kept_places import recompute_standings
from tournaments.running.moved_entries import move_entries_again
from tournaments.running.session import OpenEvent, open_event


@retried
def put_back_round(by: Author, drawn: Round, reason: str) -> Round:
    """Bring a removed round back as it was, with its games; to take it back, remove it again."""
    with open_event(drawn.tournament, by) as opened:
        removal = _find_removal(opened, "round.removed", drawn)
        drawn = opened.get_round(drawn)
        refuse_put_back(opened.event, removal, drawn)
        _require_reason(reason)
        before = json.loads(removal.text)["before"]
        drawn.state, drawn.removed_because = Round.State(before["round_state"]), ""
        drawn.save(update_fields=["state", "removed_because"])
        _put_games_back(opened, removal)
        move_entries_again(opened, removal)
        _prove(opened, before["snapshot"])
        after: dict[str, JsonValue] = {
            "number": drawn.number,
            "round_state": drawn.state,
            "snapshot": before["snapshot"],
        }
        opened.writing.log(
            "round.put_back", drawn, before={"round_state": Round.State.REMOVED}, after=after, reason=reason
        )
        return drawn


@retried
def put_back_entry(by: Author, event: Tournament, pk: int, reason: str) -> Entry:
    """Bring a removed entry back as it was, under its number; to take it back, remove it again."""
    with open_event(event, by) as opened:
        entry = Entry(pk=pk, tournament=opened.event)
        removal = _find_removal(opened, "entry.removed", entry)
        refuse_put_back(opened.event, removal)
        if opened.event.entries.filter(pk=pk).exists():
            raise NotNow(_("It has already been revoked."))
        _require_reason(reason)
        before = json.loads(removal.text)["before"]
        snapshot = Snapshot.objects.filter(tournament=opened.event, digest=before["snapshot"]).latest("pk")
        _write_entry(entry, kept_entry(snapshot, before["number"]))
        agreed: dict[str, JsonValue] = {}
        if "agreed" in before:
            # Those who were not to meet, or wished to, were named with it.
            agreed, opened.event.settings = {"agreed": opened.event.settings}, before["agreed"]
            opened.event.save(update_fields=["settings"])
        _prove(opened, before["snapshot"])
        after: dict[str, JsonValue] = {
            "number": entry.number,
            "players": before["players"],
            "lot": entry.lot,
            "snapshot": before["snapshot"],
            **({"agreed": before["agreed"]} if agreed else {}),
        }
        opened.writing.log("entry.put_back", entry, before=agreed, after=after, reason=reason)
        return entry


def refuse_put_back(event: Tournament, removal: LogEntry, drawn: Round | None = None) -> None:
    """Refuse where the results are shown, a deal has been recorded since, or a round stands in its place."""
    refuse_shown(event)
    if event.book.log.filter(number__gt=removal.number, act__startswith="deal.").exists():
        raise NotNow(_("A deal has been recorded since."))
    if drawn is None:
        return
    if drawn.state != Round.State.REMOVED:
        raise NotNow(_("It has already been revoked."))
    later = event.rounds.exclude(state=Round.State.REMOVED).filter(number__gte=drawn.number).first()
    if later is not None:
        raise NotNow(_("Round %(number)s has been drawn since. Remove it first.") % {"number": later.number})


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise validation_error("reason", _("Give a reason."))


def _find_removal(opened: OpenEvent, act: str, removed: Round | Entry) -> LogEntry:
    """Return the last act that removed this row."""
    subject = f"{removed._meta.label_lower}:{removed.pk}"
    entries = opened.event.book.log.filter(act=act).order_by("-number")
    found = next((entry for entry in entries if json.loads(entry.text)["subject"] == subject), None)
    if found is None:
        raise NotNow(_("It was not removed."))
    return found


def _done_with(opened: OpenEvent, removal: LogEntry, act: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the row and the facts of each act of this kind that followed from the removal."""
    for entry in opened.event.book.log.filter(act=act, at=removal.at).order_by("number"):
        payload = json.loads(entry.text)
        yield int(payload["subject"].partition(":")[2]), payload


def _put_games_back(opened: OpenEvent, removal: LogEntry) -> None:
    states = {
        game: payload["before"]["game_state"]
        for game, payload in _done_with(opened, removal, "game.set_aside")
    }
    games = Game.objects.in_bulk(states)
    recording.put_back_in(opened.writing, {games[game]: state for game, state in states.items()})
    for pk, payload in _done_with(opened, removal, "table.set"):
        table = Table.objects.filter(pk=pk, game=None).first()
        game = games.get(payload["before"].get("game"))
        if table is not None and game is not None:
            recording.assign_table_in(opened.writing, table, game)


def _write_entry(entry: Entry, kept: dict[str, Any]) -> None:
    """Write the row of an entry as its snapshot has it, under the id that the log knows."""
    places = kept.pop("players")
    kept["categories"] = stored_categories(kept["categories"])
    if entry.tournament.entries.filter(number=kept["number"]).exists():
        raise NotNow(_("Another entry has its number now."))
    for name, value in kept.items():
        setattr(entry, name, value)
    entry.save(force_insert=True)
    comes = entry.state != Entry.State.WITHDRAWN
    with unique("reason", _("One of these is already entered.")):
        EntryPlayer.objects.bulk_create(
            EntryPlayer(
                tournament=entry.tournament,
                entry=entry,
                active=comes and place["until_round"] is None,
                player_id=place.pop("player"),
                **place,
            )
            for place in places
        )


def _prove(opened: OpenEvent, digest: str) -> None:
    """The content of the event must be that of the snapshot, or nothing is put back."""
    recompute_standings(opened.event, since=1)
    if content_hash(opened.event) != digest:
        raise NotNow(
            _(
                "Something else has changed since, and it cannot be put back as it was. "
                "Undo what came after it first."
            )
        )
