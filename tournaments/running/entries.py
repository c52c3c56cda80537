"""Entries: entered, checked in, late, withdrawn. None of these acts loses a deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import unique, validation_error
from clubs.books.writing import Author, JsonValue, retried
from clubs.models import Player
from scoring.models import Deal
from scoring.recording import NotNow
from tournaments.models import Entry, EntryPlayer, Pairing, Round
from tournaments.models import Tournament as Event
from tournaments.play.entry_queries import free_places, next_round_number
from tournaments.running.events import refuse_official
from tournaments.running.session import OpenEvent, open_event
from tournaments.running.standings import recompute_standings


@retried
def enter_pairs(by: Author, event: Event, pairs: Sequence[Sequence[Player]]) -> list[Entry]:
    """Enter pairs, or single players, in this order, each under the next number.

    A late entry has missed the rounds drawn before and plays from the next one on.
    """
    with open_event(event, by) as opened:
        refuse_official(opened.event)
        number = next_round_number(opened.event)
        _check_free_places(opened, number, len(pairs))
        return [_enter(opened, pair, from_round=number) for pair in pairs]


def _check_free_places(opened: OpenEvent, number: int, coming: int) -> None:
    free = free_places(opened.event, number)
    if free is not None and coming > free:
        raise NotNow(_("Who meets whom is set for all rounds here, and no place is free."))


def _enter(opened: OpenEvent, players: Sequence[Player], from_round: int) -> Entry:
    _check_number_of_players(opened, players)
    number = opened.event.entries.count() + 1
    entry = Entry.objects.create(tournament=opened.event, number=number, from_round=from_round)
    with unique("players", _("Somebody of these is entered already.")):
        EntryPlayer.objects.bulk_create(
            EntryPlayer(tournament=opened.event, entry=entry, player=player, position=position)
            for position, player in enumerate(players)
        )
    opened.writing.log(
        "entry.added",
        entry,
        after={
            "number": number,
            "players": [player.pk for player in players],
            **({"from_round": from_round} if from_round > 1 else {}),
        },
    )
    return entry


def _check_number_of_players(opened: OpenEvent, players: Sequence[Player]) -> None:
    if len(players) != opened.agreement.players:
        raise validation_error(
            "players",
            _("Entries of this event have %(count)s players.") % {"count": opened.agreement.players},
        )


@retried
def check_in(by: Author, entry: Entry, *, here: bool = True) -> Entry:
    """Check an entry in on the day, or out again with `here=False`."""
    with open_event(entry.tournament, by, needs=RECORDERS) as opened:
        entry = Entry.objects.get(pk=entry.pk, tournament=opened.event)
        state = Entry.State.PRESENT if here else Entry.State.ENTERED
        if entry.state == Entry.State.WITHDRAWN:
            raise NotNow(_("This entry has withdrawn."))
        if entry.state == state:
            opened.writing.mark_repeat()
            return entry
        before, entry.state = entry.state, state
        entry.save(update_fields=["state"])
        opened.writing.log(
            "entry.checked", entry, before={"entry_state": before}, after={"entry_state": state}
        )
        return entry


@retried
def withdraw(by: Author, entry: Entry, reason: str) -> Entry:
    """Withdraw an entry: it plays no further round and loses a game that it leaves in the middle."""
    with open_event(entry.tournament, by) as opened:
        entry = Entry.objects.get(pk=entry.pk, tournament=opened.event)
        refuse_official(opened.event)
        if entry.state == Entry.State.WITHDRAWN:
            raise NotNow(_("This entry has withdrawn."))
        if opened.event.rounds.filter(state=Round.State.DRAWN).exists():
            raise NotNow(_("A round is drawn and not published yet: publish it first, or remove the draw."))
        before, entry.state = entry.state, Entry.State.WITHDRAWN
        entry.until_round = next_round_number(opened.event) - 1
        entry.rounds_agreed = opened.agreement.rounds
        entry.save(update_fields=["state", "until_round", "rounds_agreed"])
        left: list[JsonValue] = [_leave_game(entry, pairing) for pairing in _open_pairings(entry)]
        # An entry whose results are struck out is no longer in the standings.
        recompute_standings(opened.event, entry.until_round)
        opened.writing.log(
            "entry.withdrawn",
            entry,
            before={"entry_state": before},
            after={"entry_state": entry.state, "until_round": entry.until_round, "left": left},
            reason=reason,
        )
        return entry


def _open_pairings(entry: Entry) -> list[Pairing]:
    """Return the pairings of this entry whose games are not over."""
    return list(
        Pairing.objects.filter(
            entered__entry=entry,
            round__state=Round.State.PUBLISHED,
            kind=Pairing.Kind.PLAYED,
            game__over=False,
        )
    )


def _leave_game(entry: Entry, pairing: Pairing) -> int:
    """Record a walkover where no deal counts, otherwise a forfeit; the deals of the game stay as they are."""
    counted = Deal.objects.filter(game=pairing.game, state__in=Deal.COUNTED).exists()
    pairing.kind = Pairing.Kind.FORFEITED if counted else Pairing.Kind.WALKOVER
    pairing.at_fault = pairing.entered.get(entry=entry).side
    pairing.save(update_fields=["kind", "at_fault"])
    return pairing.pk


@retried
def draw_lots(by: Author, event: Event, lots: Mapping[int, int | None], seen: str | None = None) -> None:
    """Store lots that were drawn by hand: entry number to lot, the lowest first; None is no lot.

    `seen` has the lots that the page showed: refuses where they have changed since.
    """
    with open_event(event, by) as opened:
        refuse_official(opened.event)
        entries = {entry.number: entry for entry in opened.event.entries.order_by("number")}
        _check_numbers(entries, lots)
        if all(entries[number].lot == lot for number, lot in lots.items()):
            opened.writing.mark_repeat()
            return
        if seen is not None and seen != format_lots(entries.values()):
            raise NotNow(_("Somebody else has written lots in the meantime. Look at them first."))
        for number, lot in lots.items():
            entries[number].lot = lot
        _check_lots_differ(entries.values())
        Entry.objects.bulk_update([entries[number] for number in lots], ["lot"])
        recompute_standings(opened.event, since=1)
        drawn: list[JsonValue] = [[number, lot] for number, lot in sorted(lots.items())]
        opened.writing.log("event.lots_drawn", opened.event, after={"lots": drawn})


def format_lots(entries: Iterable[Entry]) -> str:
    """Return the stored lots in one line: "1:4 3:2"."""
    return " ".join(f"{entry.number}:{entry.lot}" for entry in entries if entry.lot is not None)


def _check_numbers(entries: Mapping[int, Entry], lots: Mapping[int, int | None]) -> None:
    if not entries.keys() >= lots.keys():
        raise validation_error("lots", _("No entry has this number."))


def _check_lots_differ(entries: Iterable[Entry]) -> None:
    """No two entries may have the same lot."""
    drawn = [entry.lot for entry in entries if entry.lot is not None]
    if len(set(drawn)) != len(drawn):
        raise validation_error("lots", _("Each of these entries has drawn one lot, and no two the same."))
