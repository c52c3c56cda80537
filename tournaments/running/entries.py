"""Entries: entered, checked in, late, withdrawn. None of these acts loses a deal.

Knows entries and which rounds they take part in; must not know how a round is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from clubs.access import RECORDERS
from clubs.books import Author, Value
from clubs.models import Player
from clubs.refusals import refused
from scoring.models import Deal
from tournaments.models import Entry, EntryPlayer, Pairing, Round
from tournaments.models import Tournament as Event
from tournaments.running.acting import Led, leading
from tournaments.running.events import refuse_official
from tournaments.running.refusing import NotNow


def enter_pairs(by: Author, event: Event, pairs: Sequence[Sequence[Player]]) -> list[Entry]:
    """Enter pairs, or single players, in the order given, each under the next number."""
    with leading(event, by) as led:
        if led.event.rounds.exclude(state=Round.State.REMOVED).exists():
            raise NotNow(_("A round has been drawn already: who comes now comes late."))
        return [enter(led, pair, from_round=1) for pair in pairs]


def enter(led: Led, players: Sequence[Player], from_round: int) -> Entry:
    refuse_wrong_number(led, players)
    number = led.event.entries.count() + 1
    entry = Entry.objects.create(tournament=led.event, number=number, from_round=from_round)
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


def refuse_wrong_number(led: Led, players: Sequence[Player]) -> None:
    if len(players) != led.agreed.players:
        raise refused(
            "players", _("Entries of this event have %(count)s players.") % {"count": led.agreed.players}
        )


def enter_late(by: Author, event: Event, players: Sequence[Player]) -> Entry:
    """Somebody comes when rounds have been drawn: those are missed, and the next one is played."""
    with leading(event, by) as led:
        refuse_official(led.event)
        return enter(led, players, from_round=next_number(led.event))


def next_number(event: Event) -> int:
    """The number of the round that is drawn next."""
    return event.rounds.exclude(state=Round.State.REMOVED).count() + 1


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


def withdraw(by: Author, entry: Entry, reason: str) -> Entry:
    """An entry leaves: it takes part in no further round. A game that it leaves in the middle it has lost."""
    with leading(entry.tournament, by) as led:
        entry = Entry.objects.get(pk=entry.pk, tournament=led.event)
        refuse_official(led.event)
        if entry.state == Entry.State.WITHDRAWN:
            raise NotNow(_("This entry has withdrawn."))
        before, entry.state = entry.state, Entry.State.WITHDRAWN
        entry.until_round = next_number(led.event) - 1
        entry.save(update_fields=["state", "until_round"])
        left: list[Value] = [leave_game(entry, pairing) for pairing in open_pairings(entry)]
        led.act.log(
            "entry.withdrawn",
            entry,
            before={"entry_state": before},
            after={"entry_state": entry.state, "until_round": entry.until_round, "left": left},
            reason=reason,
        )
        return entry


def open_pairings(entry: Entry) -> list[Pairing]:
    """The pairings of this entry whose games are not over."""
    return list(
        Pairing.objects.filter(
            entered__entry=entry,
            round__state=Round.State.PUBLISHED,
            kind=Pairing.Kind.PLAYED,
            game__over=False,
        )
    )


def leave_game(entry: Entry, pairing: Pairing) -> int:
    """A walkover where no deal was played, otherwise the game is given up; its deals stay as they are."""
    counted = Deal.objects.filter(game=pairing.game, state__in=Deal.COUNTED).exists()
    pairing.kind = Pairing.Kind.FORFEITED if counted else Pairing.Kind.WALKOVER
    pairing.at_fault = pairing.entered.get(entry=entry).side
    pairing.save(update_fields=["kind", "at_fault"])
    return pairing.pk


def draw_lots(by: Author, event: Event, lots: Mapping[int, int]) -> None:
    """Lots that were drawn by hand before the players: entry number to lot, the lowest first."""
    with leading(event, by) as led:
        refuse_official(led.event)
        entries = {entry.number: entry for entry in led.event.entries.filter(number__in=lots)}
        if len(entries) != len(lots) or len(set(lots.values())) != len(lots):
            raise refused("lots", _("Each of these entries has drawn one lot, and no two the same."))
        for number, entry in entries.items():
            entry.lot = lots[number]
        Entry.objects.bulk_update(entries.values(), ["lot"])
        drawn: list[Value] = [[number, lot] for number, lot in sorted(lots.items())]
        led.act.log("event.lots_drawn", led.event, after={"lots": drawn})
