"""A pair of three who take turns: the third comes or goes, and who rests in a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Max
from django.utils.translation import gettext as _

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import unique, validation_error
from clubs.books.writing import Author, Facts, JsonValue, retried
from clubs.models import Player
from scoring import recording
from scoring.models import Seat
from scoring.recording import NotNow, SideAt
from tournaments.models import Entry, EntryPlayer, Pairing, PairingEntry, Round
from tournaments.play.entry_queries import entry_numbers_of
from tournaments.play.turns import by_entry, resting_in
from tournaments.running.entry_changes import entry_facts, first_open_round
from tournaments.running.events import refuse_shown
from tournaments.running.licences import refuse_without_licence
from tournaments.running.session import OpenEvent, open_event

# As the log says it where nobody was named.
_BY_TURN: Final[Facts] = {"by_turn": True}


@dataclass(frozen=True, slots=True)
class ThirdPlayer:
    """A player who is to be the third of a pair; `position` and `rests` where that is taken back."""

    player: Player
    position: int | None = None
    rests: Sequence[int] = field(default=())


@retried
def add_third(by: Author, entry: Entry, third: ThirdPlayer) -> Entry:
    """Let a third player take turns with a pair, from the next round on. `remove_third` takes it back."""
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        refuse_shown(opened.event)
        _check_takes_part(entry)
        places = EntryPlayer.objects.filter(entry=entry, until_round=None)
        if places.count() + 1 not in opened.agreement.entry_sizes:
            raise NotNow(_("This entry takes no further player."))
        refuse_without_licence(opened, [third.player], "player")
        entered = entry_numbers_of(opened.event, [third.player])
        if third.player.pk in entered:
            raise validation_error(
                "player",
                _("%(name)s is already entered as number %(entry)s.")
                % {"name": third.player.name, "entry": entered[third.player.pk]},
            )
        before, first = entry_facts(entry), first_open_round(opened)
        _give_place(opened, entry, third, first)
        opened.writing.log(
            "entry.third_added", entry, before=before, after={**entry_facts(entry), "from_round": first}
        )
        return entry


def _check_takes_part(entry: Entry) -> None:
    if entry.state == Entry.State.WITHDRAWN:
        raise NotNow(_("This entry has withdrawn."))


def _give_place(opened: OpenEvent, entry: Entry, third: ThirdPlayer, first: int) -> None:
    """Who was in the entry until the round before has the same place on."""
    earlier = EntryPlayer.objects.filter(entry=entry, player=third.player, until_round=first - 1).first()
    with unique("player", _("One of these is already entered.")):
        if earlier is not None:
            earlier.until_round, earlier.active = None, True
            earlier.save(update_fields=["until_round", "active"])
            return
        last = entry.places.filter(until_round=None).aggregate(last=Max("position"))["last"]
        EntryPlayer.objects.create(
            tournament=opened.event,
            entry=entry,
            player=third.player,
            position=last + 1 if third.position is None else third.position,
            from_round=first,
            rests=[*third.rests],
        )


@retried
def remove_third(by: Author, entry: Entry, player: Player) -> Entry:
    """Let one of three leave the entry from the next round on; the other two play on.

    What the player has played stays. `add_third` takes it back.
    """
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        refuse_shown(opened.event)
        _check_takes_part(entry)
        places = {
            place.player_id: place for place in EntryPlayer.objects.filter(entry=entry, until_round=None)
        }
        if len(places) - 1 not in opened.agreement.entry_sizes or player.pk not in places:
            raise NotNow(_("Nobody can leave this entry: withdraw it, or change its players."))
        before, first, place = entry_facts(entry), first_open_round(opened), places[player.pk]
        rests: list[JsonValue] = [*place.rests]
        gone: Facts = {"player": player.pk, "position": place.position, "rests": rests}
        if place.from_round >= first:
            place.delete()  # it was never played in
        else:
            place.until_round, place.active = first - 1, False
            place.save(update_fields=["until_round", "active"])
        opened.writing.log(
            "entry.third_removed",
            entry,
            before={**before, **gone},
            after={**entry_facts(entry), "from_round": first},
        )
        return entry


# Who rests.


@retried
def set_resting(by: Author, entry: Entry, number: int, player: Player | None) -> Entry:
    """Say who of three rests in a round: the next one, or the one that is played before its first deal.

    Without a player it goes by turn. It is taken back by naming the other again, or by turn.
    """
    with open_event(entry.tournament, by, needs=RECORDERS) as opened:
        entry = opened.get_entry(entry)
        refuse_shown(opened.event)
        _check_takes_part(entry)
        places = list(EntryPlayer.objects.filter(entry=entry, until_round=None).order_by("position"))
        resting = resting_in(places, number, opened.agreement.players)
        was_said = any(number in place.rests for place in places)
        _say_who_rests(places, number, None if player is None else player.pk)
        wanted = resting_in(places, number, opened.agreement.players)
        if number < first_open_round(opened) and wanted:
            # Of a published round it is kept who rests, also where it was by turn.
            _say_who_rests(places, number, wanted[0].player_id)
        if not resting or (player is not None and [place.player_id for place in wanted] != [player.pk]):
            raise NotNow(_("Nobody takes turns in this entry."))
        if resting == wanted and was_said == (player is not None):
            opened.writing.mark_repeat()
            return entry
        _exchange_seats(opened, entry, number, wanted[0].player_id, resting[0].player_id)
        EntryPlayer.objects.bulk_update(places, ["rests"])
        opened.writing.log(
            "entry.resting",
            entry,
            before={"number": number, "player": resting[0].player_id, **({} if was_said else _BY_TURN)},
            after={"number": number, "player": wanted[0].player_id, **({} if player else _BY_TURN)},
        )
        return entry


def _say_who_rests(places: Sequence[EntryPlayer], number: int, player: int | None) -> None:
    for place in places:
        others = [rested for rested in place.rests if rested != number]
        place.rests = sorted([*others, number] if place.player_id == player else others)


def _exchange_seats(opened: OpenEvent, entry: Entry, number: int, leaving: int, coming: int) -> None:
    """At a table that is published the one sits down in place of the other, before the first deal."""
    first = first_open_round(opened)
    if number > first:
        raise NotNow(_("Round %(number)s comes later.") % {"number": number})
    if number == first or leaving == coming:
        return
    seated = PairingEntry.objects.filter(
        entry=entry,
        round__number=number,
        round__state=Round.State.PUBLISHED,
        pairing__kind=Pairing.Kind.PLAYED,
    ).select_related("pairing__game")
    place = seated.first()
    if place is None or place.pairing.game is None:
        raise NotNow(_("The round of this table is over."))
    game = place.pairing.game
    if game.over or game.entered_result is not None or game.deals.exists():
        raise NotNow(_("The first deal is dealt: enter a substitute for the rest of the game."))
    seats = Seat.objects.filter(side__game=game, side__number=place.side, until_deal=None)
    if not seats.filter(player=leaving).exists():
        raise NotNow(_("Somebody else sits there: change the substitute."))
    recording.reseat_in(opened.writing, {SideAt(game.pk, place.side): {leaving: coming}}, "")


def keep_turns(opened: OpenEvent, drawn: Round) -> None:
    """Keep for each entry of three with a game in a round who rests in it: later turns go by that."""
    playing = opened.agreement.players
    places = EntryPlayer.objects.filter(
        until_round=None,
        from_round__lte=drawn.number,  # a third who comes from the next round on rests in no earlier one
        entry__pairings__round=drawn,
        entry__pairings__pairing__kind=Pairing.Kind.PLAYED,
    ).order_by("entry", "position")
    changed = [
        place
        for of_entry in by_entry(places).values()
        for place in resting_in(of_entry, drawn.number, playing)
        if drawn.number not in place.rests
    ]
    for place in changed:
        place.rests = sorted([*place.rests, drawn.number])
    EntryPlayer.objects.bulk_update(changed, ["rests"])
