"""Entries put right: their players, their numbers and lots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F, Max, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, Facts, JsonValue, retried
from clubs.models import Player
from scoring import recording
from scoring.models import Seat
from scoring.recording import NotNow, SideAt
from tournaments.models import Entry, EntryPlayer, Pairing, PairingEntry, Round
from tournaments.play.entry_queries import next_round_number
from tournaments.running.agreed_pairs import renumber_pairs
from tournaments.running.entries import check_lots_differ
from tournaments.running.events import refuse_official, refuse_shown
from tournaments.running.handicap_ratings import note_corrected
from tournaments.running.kept_places import recompute_standings
from tournaments.running.licences import refuse_without_licence
from tournaments.running.session import OpenEvent, open_event


class Since(StrEnum):
    """Since when the new players are in the entry."""

    ALWAYS = "always"  # it was typed wrong
    NOW = "now"  # they come for others, from the next round on


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChange:
    """What an entry is to be. `exchanges` lets a player of another entry come: who leaves goes there."""

    players: Sequence[Player]
    number: int
    lot: int | None = None
    since: Since = Since.ALWAYS
    exchanges: bool = False


@retried
def edit_entry(by: Author, entry: Entry, change: EntryChange, seen: str | None = None) -> Entry:
    """Change an entry. It is taken back by changing it again.

    Where it was typed wrong, the right players have sat there all the time: games, signatures and warnings
    are theirs. Otherwise they play from the next round on, by the event's rule for substitutes. `seen` has
    the entry as the page showed it: refuses where it has changed since.
    """
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        (refuse_shown if change.since is Since.NOW else refuse_official)(opened.event)
        before = entry_facts(entry)
        if before == _wanted_facts(change):
            opened.writing.mark_repeat()
            return entry
        if seen is not None and seen != fingerprint_of(entry):
            raise NotNow(_("Somebody else has changed this entry in the meantime. Look at it first."))
        first_round = first_open_round(opened)
        others = _change_players(opened, entry, change, first_round)
        if entry.number != change.number:
            _renumber(opened, entry, change.number)
        _set_lot(opened, entry, change.lot)
        if change.since is Since.ALWAYS and before["players"] != entry_facts(entry)["players"]:
            note_corrected(opened, [entry.number, *(other.number for other, _facts in others)])
        recompute_standings(opened.event, since=1)
        since: Facts = {"from_round": first_round} if change.since is Since.NOW else {}
        act = "entry.handed_over" if change.since is Since.NOW else "entry.corrected"
        opened.writing.log(act, entry, before=before, after={**entry_facts(entry), **since})
        for other, as_before in others:
            opened.writing.log(act, other, before=as_before, after={**entry_facts(other), **since})
        return entry


def fingerprint_of(entry: Entry) -> str:
    """Return the players, the number and the lot of an entry in one line."""
    players = " ".join(str(player) for player in _player_ids(entry))
    return f"{players}/{entry.number}/{'' if entry.lot is None else entry.lot}"


def _player_ids(entry: Entry) -> list[int]:
    places = EntryPlayer.objects.filter(entry=entry, until_round=None).order_by("position")
    return list(places.values_list("player", flat=True))


def entry_facts(entry: Entry) -> dict[str, JsonValue]:
    """Return what the log says of an entry before and after a change."""
    return {"number": entry.number, "players": [*_player_ids(entry)], "lot": entry.lot}


def _wanted_facts(change: EntryChange) -> Facts:
    players: list[JsonValue] = [player.pk for player in change.players]
    return {"number": change.number, "players": players, "lot": change.lot}


def first_open_round(opened: OpenEvent) -> int:
    """Return the number of the first round whose games are not opened: its players may still change."""
    drawn = opened.event.rounds.filter(state=Round.State.DRAWN).first()
    return next_round_number(opened.event) if drawn is None else drawn.number


# Players.


def _change_players(
    opened: OpenEvent, entry: Entry, change: EntryChange, first_round: int
) -> list[tuple[Entry, Facts]]:
    """Let the players of the change be those of the entry; return what other entries it changes were."""
    _check_players(opened, change)
    seated = _player_ids(entry)
    wanted = [player.pk for player in change.players]
    leaving = [player for player in seated if player not in wanted]
    coming = [player for player in wanted if player not in seated]
    if len(seated) != len(wanted):
        raise NotNow(_("Somebody else has changed this entry in the meantime. Look at it first."))
    refuse_without_licence(opened, [player for player in change.players if player.pk in coming])
    right = dict(zip(leaving, coming, strict=True))
    elsewhere = _entries_elsewhere(entry, coming)
    if elsewhere and not change.exchanges:
        _refuse_entered(elsewhere, change.players)
    others = list(dict.fromkeys(elsewhere.values()))
    before: list[tuple[Entry, Facts]] = [(other, entry_facts(other)) for other in others]
    changes = {entry: right}
    for left, player in right.items():
        if player in elsewhere:
            changes.setdefault(elsewhere[player], {})[player] = left
    if change.since is Since.NOW:
        if entry.state == Entry.State.WITHDRAWN:
            raise NotNow(_("This entry has withdrawn."))
        _hand_over(opened, changes, first_round)
    else:
        _correct(opened, changes)
    _order_players(entry, wanted)
    return before


def _check_players(opened: OpenEvent, change: EntryChange) -> None:
    if len(change.players) not in opened.agreement.entry_sizes:
        raise validation_error(
            "players",
            _("Each entry in this event must have %(count)s players.") % {"count": opened.agreement.players},
        )
    if len({player.pk for player in change.players}) < len(change.players):
        raise validation_error("players", _("A player is there twice."))


def _entries_elsewhere(entry: Entry, coming: Iterable[int]) -> dict[int, Entry]:
    """Return the other entry of each of these players who is in one."""
    if entry.state == Entry.State.WITHDRAWN:
        return {}
    places = EntryPlayer.objects.filter(tournament=entry.tournament_id, player__in=coming, active=True)
    return {place.player_id: place.entry for place in places.exclude(entry=entry).select_related("entry")}


def _refuse_entered(elsewhere: Mapping[int, Entry], players: Iterable[Player]) -> None:
    player = next(player for player in players if player.pk in elsewhere)
    raise validation_error(
        "players",
        _("%(name)s is already entered as number %(entry)s.")
        % {"name": player.name, "entry": elsewhere[player.pk].number},
    )


def _correct(opened: OpenEvent, changes: Mapping[Entry, Mapping[int, int]]) -> None:
    """The right players have been in these entries, and sat at their tables, all the time."""
    sides = _sides_of(changes)
    _refuse_played_elsewhere(sides)
    for entry, right in changes.items():
        _refuse_played_before(entry, right.values())
    recording.correct_players_in(opened.writing, sides)
    # Who has come back to the entry has more than one place in it.
    places = [
        place for entry, right in changes.items() for place in _places_held(entry).filter(player__in=right)
    ]
    states = {place.pk: place.active for place in places}
    EntryPlayer.objects.filter(pk__in=states).update(active=False)
    entries = {entry.pk: right for entry, right in changes.items()}
    for place in places:
        place.player_id = entries[place.entry_id][place.player_id]
        place.active = states[place.pk]
        place.save(update_fields=["player", "active"])


def _places_held(entry: Entry) -> QuerySet[EntryPlayer]:
    """Return who had which place of an entry, for some round at least."""
    return entry.places.filter(Q(until_round=None) | Q(until_round__gte=F("from_round")))


def _refuse_played_before(entry: Entry, coming: Iterable[int]) -> None:
    """Who was this entry in some rounds, and another in the others, was not typed wrong."""
    place = _places_held(entry).filter(player__in=coming).select_related("player").first()
    if place is not None:
        raise validation_error(
            "players",
            _("%(name)s has played for this entry before: choose “Other players from now on”.")
            % {"name": place.player.name},
        )


def _sides_of(changes: Mapping[Entry, Mapping[int, int]]) -> dict[SideAt, dict[int, int]]:
    """Return the players to be put right at each side at which one of these entries has sat."""
    entries = {entry.pk: right for entry, right in changes.items() if right}
    seated = PairingEntry.objects.filter(entry__in=entries, pairing__game__isnull=False)
    sides: dict[SideAt, dict[int, int]] = {}
    for game, side, entry in seated.values_list("pairing__game", "side", "entry"):
        if game is not None:
            sides.setdefault(SideAt(game, side), {}).update(entries[entry])
    return sides


def _refuse_played_elsewhere(sides: Mapping[SideAt, Mapping[int, int]]) -> None:
    """Nobody can have sat at two tables; a substitute at the same side has sat there from the start."""
    sitting: dict[tuple[int, int], dict[SideAt, Seat]] = {}
    moved = set()
    for seat in _seats_concerned(sides):
        at = SideAt(seat.side.game_id, seat.side.number)
        right = sides.get(at, {})
        round_and_player = (seat.side.game.pairing.round_id, right.get(seat.player_id, seat.player_id))
        if seat.player_id in right:
            moved.add(round_and_player)
        sitting.setdefault(round_and_player, {}).setdefault(at, seat)
    for round_and_player in moved:
        stays = [seat for seat in sitting[round_and_player].values() if seat.player_id == round_and_player[1]]
        if len(sitting[round_and_player]) > 1 and stays:
            pairing = stays[0].side.game.pairing
            raise validation_error(
                "players",
                _("%(name)s has played at table %(table)s in round %(round)s: it cannot have been both.")
                % {"name": stays[0].player.name, "table": pairing.table, "round": pairing.round.number},
            )


def _seats_concerned(sides: Mapping[SideAt, Mapping[int, int]]) -> QuerySet[Seat]:
    """Return all seats that these players have in the rounds of these games."""
    rounds = Pairing.objects.filter(game__in={at.game for at in sides}).values("round")
    players = {player for right in sides.values() for pair in right.items() for player in pair}
    return Seat.objects.filter(side__game__pairing__round__in=rounds, player__in=players).select_related(
        "player", "side__game__pairing__round"
    )


def _hand_over(opened: OpenEvent, changes: Mapping[Entry, Mapping[int, int]], first_round: int) -> None:
    """Others have the places of these players from this round on."""
    left = [
        (entry, EntryPlayer.objects.get(entry=entry, until_round=None, player=player), coming)
        for entry, right in changes.items()
        for player, coming in right.items()
    ]
    own = {place.pk for _entry, place, _coming in left if _is_as_of_right(place, first_round)}
    for _entry, place, _coming in left:
        if place.from_round >= first_round > 1 or first_round == 1:
            EntryPlayer.objects.filter(pk=place.pk).delete()  # it was never played in
        else:
            place.until_round, place.active = first_round - 1, False
            place.save(update_fields=["until_round", "active"])
    for entry, place, coming in left:
        _take_place(opened, entry, place.position, coming, first_round, is_own=place.pk in own)


def _is_as_of_right(place: EntryPlayer, first_round: int) -> bool:
    """Whether nobody is a substitute in this place: the entry itself comes, or changes hands, in this round.

    Who had the place before, and has come back to it, is none for that reason only.
    """
    earlier = EntryPlayer.objects.filter(entry=place.entry_id, player=place.player_id, is_substitute=False)
    return (
        place.from_round >= first_round
        and not place.is_substitute
        and not earlier.exclude(pk=place.pk).exists()
    )


def _take_place(
    opened: OpenEvent, entry: Entry, position: int, player: int, first_round: int, *, is_own: bool
) -> None:
    """Give a player a place in an entry; who had one until the round before has it on."""
    earlier = EntryPlayer.objects.filter(entry=entry, player=player).order_by("from_round")
    last = earlier.filter(until_round=first_round - 1).last()
    if last is not None:
        last.until_round, last.active, last.position = None, True, position
        last.save(update_fields=["until_round", "active", "position"])
        return
    is_own = is_own or first_round == 1 or earlier.filter(is_substitute=False).exists()
    EntryPlayer.objects.create(
        tournament=opened.event,
        entry=entry,
        player_id=player,
        position=position,
        from_round=first_round,
        is_substitute=not is_own,
    )


def _order_players(entry: Entry, wanted: Sequence[int]) -> None:
    places = {place.player_id: place for place in EntryPlayer.objects.filter(entry=entry, until_round=None)}
    if [player for player, _place in sorted(places.items(), key=_position_of)] == list(wanted):
        return
    # All places move to free positions first: a position must never have two players.
    for offset in (len(places), 0):
        for position, player in enumerate(wanted):
            places[player].position = offset + position
        EntryPlayer.objects.bulk_update(places.values(), ["position"])


def _position_of(item: tuple[int, EntryPlayer]) -> int:
    return item[1].position


# Numbers and lots.


def _renumber(opened: OpenEvent, entry: Entry, number: int) -> None:
    """Give an entry another number; who has that one gets the old one. Pairs that are agreed on follow."""
    if opened.event.rounds.exclude(state=Round.State.REMOVED).exists():
        raise validation_error("number", _("A round is drawn already: the numbers stay as they are."))
    other = opened.event.entries.filter(number=number).first()
    last = opened.event.entries.aggregate(last=Max("number"))["last"]
    if number > last:
        raise validation_error("number", _("The highest number is %(last)s.") % {"last": last})
    old, entry.number = entry.number, number
    if other is not None:
        before, other.number = entry_facts(other), last + 1
        other.save(update_fields=["number"])
        entry.save(update_fields=["number"])
        other.number = old
        other.save(update_fields=["number"])
        opened.writing.log("entry.corrected", other, before=before, after=entry_facts(other))
    else:
        entry.save(update_fields=["number"])
    renumber_pairs(opened, {old: number, number: old})


def _set_lot(opened: OpenEvent, entry: Entry, lot: int | None) -> None:
    if entry.lot != lot:
        entry.lot = lot
        check_lots_differ([*opened.event.entries.exclude(pk=entry.pk), entry])
        entry.save(update_fields=["lot"])
