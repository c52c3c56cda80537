"""Entries: entered, checked in, late, withdrawn. None of these acts loses a deal.

Knows entries and which rounds they take part in; must not know how a round is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import refused, unique
from clubs.books.writing import Author, Value, retried
from clubs.models import Player
from scoring.models import Deal
from scoring.recording import NotNow
from tournaments.models import Entry, EntryPlayer, Pairing, Round
from tournaments.models import Tournament as Event
from tournaments.play.entry_queries import next_number, places_free
from tournaments.running.events import refuse_official
from tournaments.running.session import Led, leading
from tournaments.running.standings import keep_again


@retried
def enter_pairs(by: Author, event: Event, pairs: Sequence[Sequence[Player]]) -> list[Entry]:
    """Enter pairs, or single players, in the order given, each under the next number.

    Who comes when rounds have been drawn has missed those, and plays from the next one on.
    """
    with leading(event, by) as led:
        refuse_official(led.event)
        number = next_number(led.event)
        _refuse_without_a_place(led, number, len(pairs))
        return [_enter(led, pair, from_round=number) for pair in pairs]


def _refuse_without_a_place(led: Led, number: int, coming: int) -> None:
    free = places_free(led.event, number)
    if free is not None and coming > free:
        raise NotNow(_("Who meets whom is set for all rounds here, and no place is free."))


def _enter(led: Led, players: Sequence[Player], from_round: int) -> Entry:
    _refuse_wrong_number(led, players)
    number = led.event.entries.count() + 1
    entry = Entry.objects.create(tournament=led.event, number=number, from_round=from_round)
    with unique("players", _("Somebody of these is entered already.")):
        EntryPlayer.objects.bulk_create(
            EntryPlayer(tournament=led.event, entry=entry, player=player, position=position)
            for position, player in enumerate(players)
        )
    led.act.log(
        "entry.added",
        entry,
        after={
            "number": number,
            "players": [player.pk for player in players],
            **({"from_round": from_round} if from_round > 1 else {}),
        },
    )
    return entry


def _refuse_wrong_number(led: Led, players: Sequence[Player]) -> None:
    if len(players) != led.agreed.players:
        raise refused(
            "players", _("Entries of this event have %(count)s players.") % {"count": led.agreed.players}
        )


@retried
def check_in(by: Author, entry: Entry, *, here: bool = True) -> Entry:
    """On the day: this entry is here, or is not after all."""
    with leading(entry.tournament, by, needs=RECORDERS) as led:
        entry = Entry.objects.get(pk=entry.pk, tournament=led.event)
        wanted = Entry.State.PRESENT if here else Entry.State.ENTERED
        if entry.state == Entry.State.WITHDRAWN:
            raise NotNow(_("This entry has withdrawn."))
        if entry.state == wanted:
            led.act.was_done_before()
            return entry
        before, entry.state = entry.state, wanted
        entry.save(update_fields=["state"])
        led.act.log("entry.checked", entry, before={"entry_state": before}, after={"entry_state": wanted})
        return entry


@retried
def withdraw(by: Author, entry: Entry, reason: str) -> Entry:
    """An entry leaves: it takes part in no further round. A game that it leaves in the middle it has lost."""
    with leading(entry.tournament, by) as led:
        entry = Entry.objects.get(pk=entry.pk, tournament=led.event)
        refuse_official(led.event)
        if entry.state == Entry.State.WITHDRAWN:
            raise NotNow(_("This entry has withdrawn."))
        if led.event.rounds.filter(state=Round.State.DRAWN).exists():
            raise NotNow(_("A round is drawn and not published yet: publish it first, or remove the draw."))
        before, entry.state = entry.state, Entry.State.WITHDRAWN
        entry.until_round = next_number(led.event) - 1
        entry.rounds_agreed = led.agreed.rounds
        entry.save(update_fields=["state", "until_round", "rounds_agreed"])
        left: list[Value] = [_leave_game(entry, pairing) for pairing in _open_pairings(entry)]
        # Whose results are struck out is missing from now on.
        keep_again(led.event, entry.until_round)
        led.act.log(
            "entry.withdrawn",
            entry,
            before={"entry_state": before},
            after={"entry_state": entry.state, "until_round": entry.until_round, "left": left},
            reason=reason,
        )
        return entry


def _open_pairings(entry: Entry) -> list[Pairing]:
    """The pairings of this entry whose games are not over."""
    return list(
        Pairing.objects.filter(
            entered__entry=entry,
            round__state=Round.State.PUBLISHED,
            kind=Pairing.Kind.PLAYED,
            game__over=False,
        )
    )


def _leave_game(entry: Entry, pairing: Pairing) -> int:
    """A walkover where no deal was played, otherwise the game is given up; its deals stay as they are."""
    counted = Deal.objects.filter(game=pairing.game, state__in=Deal.COUNTED).exists()
    pairing.kind = Pairing.Kind.FORFEITED if counted else Pairing.Kind.WALKOVER
    pairing.at_fault = pairing.entered.get(entry=entry).side
    pairing.save(update_fields=["kind", "at_fault"])
    return pairing.pk


@retried
def draw_lots(by: Author, event: Event, lots: Mapping[int, int | None], seen: str | None = None) -> None:
    """Lots that were drawn by hand before the players: entry number to lot, the lowest first; None is no lot.

    `seen` says which lots whoever writes had before him. Where somebody else has written others meanwhile,
    nothing is changed.
    """
    with leading(event, by) as led:
        refuse_official(led.event)
        entries = {entry.number: entry for entry in led.event.entries.order_by("number")}
        _refuse_strangers(entries, lots)
        if all(entries[number].lot == lot for number, lot in lots.items()):
            led.act.was_done_before()
            return
        if seen is not None and seen != lots_written(entries.values()):
            raise NotNow(_("Somebody else has written lots in the meantime. Look at them first."))
        for number, lot in lots.items():
            entries[number].lot = lot
        _refuse_same_lot(entries.values())
        Entry.objects.bulk_update([entries[number] for number in lots], ["lot"])
        keep_again(led.event, since=1)
        drawn: list[Value] = [[number, lot] for number, lot in sorted(lots.items())]
        led.act.log("event.lots_drawn", led.event, after={"lots": drawn})


def lots_written(entries: Iterable[Entry]) -> str:
    """The lots as they stand, in one line: "1:4 3:2"."""
    return " ".join(f"{entry.number}:{entry.lot}" for entry in entries if entry.lot is not None)


def _refuse_strangers(entries: Mapping[int, Entry], lots: Mapping[int, int | None]) -> None:
    if not entries.keys() >= lots.keys():
        raise refused("lots", _("No entry has this number."))


def _refuse_same_lot(entries: Iterable[Entry]) -> None:
    """Each has drawn one lot, and no two the same."""
    drawn = [entry.lot for entry in entries if entry.lot is not None]
    if len(set(drawn)) != len(drawn):
        raise refused("lots", _("Each of these entries has drawn one lot, and no two the same."))
