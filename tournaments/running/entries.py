"""Entries: entered, checked in, late, withdrawn. None of these acts loses a deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils.translation import gettext as _

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import unique, validation_error
from clubs.books.writing import Author, Facts, JsonValue, LoggedAct, retried
from clubs.models import Player
from scoring.models import Deal
from scoring.recording import NotNow
from tournaments.models import Entry, EntryPlayer, Pairing, Round
from tournaments.models import Tournament as Event
from tournaments.play.entry_queries import (
    find_withdrawn_entries,
    free_places,
    next_round_number,
    takes_new_entries,
)
from tournaments.play.queries import current_round
from tournaments.running.events import refuse_official, refuse_shown
from tournaments.running.kept_places import recompute_standings
from tournaments.running.leaving import tell_entry_left
from tournaments.running.licences import refuse_without_licence
from tournaments.running.results import close_game_in
from tournaments.running.session import OpenEvent, open_event

_THREE_SIDES = 3


@retried
def enter_pairs(
    by: Author, event: Event, pairs: Sequence[Sequence[Player]], *, outside: bool = False
) -> list[Entry]:
    """Enter pairs, or single players, in this order, each under the next number.

    A late entry has missed the rounds drawn before and plays from the next one on. Who comes only so that
    nobody sits out, or as a guest, plays `outside` the competition.
    """
    with open_event(event, by) as opened:
        refuse_shown(opened.event)
        number = next_round_number(opened.event)
        check_entries_open(opened, number)
        check_free_places(opened, number, len(pairs))
        for pair in pairs:
            _check_number_of_players(opened, pair)
        _refuse_withdrawn(opened, pairs)
        for pair in pairs:
            refuse_without_licence(opened, pair)
        return _enter_all(opened, pairs, from_round=number, outside=outside)


def check_entries_open(opened: OpenEvent, number: int) -> None:
    """Nobody comes later than was agreed, nor when the last round is drawn."""
    check_round_left(opened, number)
    if not takes_new_entries(opened.agreement, current_round(opened.event)):
        raise NotNow(
            _("New entries came until the end of round 1. Others can still replace an entry that has left.")
        )


def check_round_left(opened: OpenEvent, number: int) -> None:
    """Who would play in no round is in no standings."""
    if number > opened.agreement.rounds:
        raise NotNow(_("The last round is drawn: no entry can come any more."))


def check_free_places(opened: OpenEvent, number: int, coming: int) -> None:
    free = free_places(opened.event, number)
    if free is not None and coming > free:
        raise NotNow(_("The pairings for all rounds are fixed here, and there is no free place."))


def _enter_all(
    opened: OpenEvent, pairs: Sequence[Sequence[Player]], from_round: int, *, outside: bool
) -> list[Entry]:
    """Store all entries together: forty pairs take as many queries as one."""
    first = (opened.event.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    entries = Entry.objects.bulk_create(
        Entry(tournament=opened.event, number=number, from_round=from_round, outside=outside)
        for number in range(first, first + len(pairs))
    )
    with unique("players", _("One of these is already entered.")):
        EntryPlayer.objects.bulk_create(
            EntryPlayer(tournament=opened.event, entry=entry, player=player, position=position)
            for entry, players in zip(entries, pairs, strict=True)
            for position, player in enumerate(players)
        )
    opened.writing.log_all(entered(entry, players) for entry, players in zip(entries, pairs, strict=True))
    return entries


def entered(entry: Entry, players: Sequence[Player]) -> LoggedAct:
    """Return what the log says of a new entry."""
    return LoggedAct(
        "entry.added",
        entry,
        after={
            "number": entry.number,
            "players": [player.pk for player in players],
            **({"from_round": entry.from_round} if entry.from_round > 1 else {}),
            **({"outside": True} if entry.outside else {}),
            **({} if entry.handicap_rating is None else {"handicap_rating": entry.handicap_rating}),
        },
    )


def _refuse_withdrawn(opened: OpenEvent, pairs: Sequence[Sequence[Player]]) -> None:
    """The same players have one entry: who has withdrawn and comes again is brought back."""
    for players, withdrawn in find_withdrawn_entries(opened.event, pairs):
        raise validation_error(
            "players",
            _("%(names)s: withdrawn under number %(entry)s. Bring this entry back in the list of entries.")
            % {"names": " – ".join(player.name for player in players), "entry": withdrawn.number},
        )


def _check_number_of_players(opened: OpenEvent, players: Sequence[Player]) -> None:
    if len(players) not in opened.agreement.entry_sizes:
        raise validation_error(
            "players",
            _("Each entry in this event must have %(count)s players.") % {"count": opened.agreement.players},
        )


@retried
def check_in(by: Author, entry: Entry, *, here: bool = True) -> Entry:
    """Check an entry in on the day, or out again with `here=False`."""
    with open_event(entry.tournament, by, needs=RECORDERS) as opened:
        return _check(opened, entry, here=here, facts={})


@retried
def check_in_by_code(by: Author, entry: Entry, code_set: int, *, here: bool) -> Entry:
    """Let somebody with the code of an entry, of this set, say that it is here, or is not after all."""
    with open_event(entry.tournament, by, needs=None) as opened:
        if opened.event.code_set != code_set:
            raise NotNow(_("New codes have been made: this one is no longer valid."))
        refuse_shown(opened.event)
        return _check(opened, entry, here=here, facts={"by_code": True})


def _check(opened: OpenEvent, entry: Entry, *, here: bool, facts: Facts) -> Entry:
    entry = opened.get_entry(entry)
    state = Entry.State.PRESENT if here else Entry.State.ENTERED
    if entry.state == Entry.State.WITHDRAWN:
        raise NotNow(_("This entry has withdrawn."))
    if entry.state == state:
        opened.writing.mark_repeat()
        return entry
    before, entry.state = entry.state, state
    entry.save(update_fields=["state"])
    after = {"entry_state": state, **facts}
    opened.writing.log("entry.checked", entry, before={"entry_state": before}, after=after)
    return entry


@retried
def withdraw(by: Author, entry: Entry, reason: str) -> Entry:
    """Withdraw an entry: it plays no further round and loses a game that it leaves in the middle."""
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        refuse_shown(opened.event)
        if entry.state == Entry.State.WITHDRAWN:
            raise NotNow(_("This entry has withdrawn."))
        if opened.event.rounds.filter(state=Round.State.DRAWN).exists():
            raise NotNow(_("A round has been drawn but not published: publish it first, or remove the draw."))
        before, former = entry.state, entry.until_round
        entry.state = Entry.State.WITHDRAWN
        entry.until_round = next_round_number(opened.event) - 1
        entry.rounds_agreed = opened.agreement.rounds
        entry.save(update_fields=["state", "until_round", "rounds_agreed"])
        entry.places.update(active=False)
        left: list[JsonValue] = [
            _leave_game(opened, entry, pairing)
            for pairing in _open_pairings(entry)
            if not _is_second_to_leave(pairing)
        ]
        left += [
            _leave_with_opponents(opened, pairing)
            for pairing in _walkovers_of(entry)
            if not _was_there(opened, pairing, before)
        ]
        # An entry whose results are struck out is no longer in the standings.
        recompute_standings(opened.event, entry.until_round)
        opened.writing.log(
            "entry.withdrawn",
            entry,
            before={"entry_state": before, "until_round": former},
            after={"entry_state": entry.state, "until_round": entry.until_round, "left": left},
            reason=reason,
        )
        tell_entry_left(opened)
        return entry


def _open_pairings(entry: Entry) -> list[Pairing]:
    """Return the pairings of this entry whose games are not over, and from which it is not away already."""
    pairings = Pairing.objects.select_related("game").filter(
        entered__entry=entry,
        round__state=Round.State.PUBLISHED,
        kind=Pairing.Kind.PLAYED,
        game__over=False,
    )
    return [pairing for pairing in pairings if pairing.at_fault != pairing.entered.get(entry=entry).side]


def _walkovers_of(entry: Entry) -> list[Pairing]:
    """Return the tables of two sides without a deal at which this entry has a walkover."""
    pairings = Pairing.objects.filter(
        entered__entry=entry, round__state=Round.State.PUBLISHED, kind=Pairing.Kind.WALKOVER
    ).select_related("round", "game")
    return [
        pairing
        for pairing in pairings
        if pairing.at_fault is not None
        and set(pairing.entered.values_list("side", flat=True)) == {0, 1}
        and pairing.entered.get(entry=entry).side != pairing.at_fault
        and not Deal.objects.filter(game=pairing.game, state__in=Deal.COUNTED).exists()
    ]


def _was_there(opened: OpenEvent, pairing: Pairing, state: str) -> bool:
    """Whether an entry that withdraws now was there at the late limit, so that its walkover stays.

    It was not before the limit, nor where others are checked in and it is not.
    """
    if opened.writing.by.at < _late_limit(opened, pairing.round):
        return False
    uses_check_in = opened.event.entries.filter(state=Entry.State.PRESENT).exists()
    return state == Entry.State.PRESENT or not uses_check_in


def _late_limit(opened: OpenEvent, drawn: Round) -> datetime:
    """Return when an entry that has not come has lost, counted from when both were to begin."""
    begins = opened.event.starts_at if drawn.number == 1 else None
    times = [time for time in (begins, drawn.published_at) if time is not None]
    started = max(times, default=opened.writing.by.at)
    return started + timedelta(minutes=opened.agreement.late_minutes)


def _leave_with_opponents(opened: OpenEvent, pairing: Pairing) -> int:
    """Record that nobody was there: neither side wins."""
    pairing.kind, pairing.at_fault = Pairing.Kind.BOTH_ABSENT, None
    pairing.save(update_fields=["kind", "at_fault"])
    close_game_in(opened, pairing)
    return pairing.pk


def _leave_game(opened: OpenEvent, entry: Entry, pairing: Pairing) -> int:
    """Record a walkover where no deal counts, otherwise a forfeit; the deals of the game stay as they are."""
    counted = Deal.objects.filter(game=pairing.game, state__in=Deal.COUNTED).exists()
    pairing.kind = Pairing.Kind.FORFEITED if counted else Pairing.Kind.WALKOVER
    if counted and opened.agreement.two_play_on and _may_two_play_on(pairing):
        pairing.kind = Pairing.Kind.PLAYED
    pairing.at_fault = pairing.entered.get(entry=entry).side
    pairing.save(update_fields=["kind", "at_fault"])
    close_game_in(opened, pairing)
    return pairing.pk


def _is_second_to_leave(pairing: Pairing) -> bool:
    """Whether two of three sides are away now: their table waits for the jury (decision 0027)."""
    return pairing.game is not None and pairing.game.away is not None


def _may_two_play_on(pairing: Pairing) -> bool:
    """Whether three sides play the game, and nobody is away yet."""
    game = pairing.game
    return game is not None and len(game.players_per_side) == _THREE_SIDES and game.away is None


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
            raise NotNow(_("Somebody else has entered lots in the meantime. Check them first."))
        before: list[JsonValue] = [[number, entries[number].lot] for number in sorted(lots)]
        for number, lot in lots.items():
            entries[number].lot = lot
        check_lots_differ(entries.values())
        Entry.objects.bulk_update([entries[number] for number in lots], ["lot"])
        recompute_standings(opened.event, since=1)
        drawn: list[JsonValue] = [[number, lot] for number, lot in sorted(lots.items())]
        opened.writing.log("event.lots_drawn", opened.event, before={"lots": before}, after={"lots": drawn})


def format_lots(entries: Iterable[Entry]) -> str:
    """Return the stored lots in one line: "1:4 3:2"."""
    return " ".join(f"{entry.number}:{entry.lot}" for entry in entries if entry.lot is not None)


def _check_numbers(entries: Mapping[int, Entry], lots: Mapping[int, int | None]) -> None:
    if not entries.keys() >= lots.keys():
        raise validation_error("lots", _("No entry has this number."))


def check_lots_differ(entries: Iterable[Entry]) -> None:
    """No two entries may have the same lot."""
    drawn = [entry.lot for entry in entries if entry.lot is not None]
    if len(set(drawn)) != len(drawn):
        raise validation_error("lots", _("Each of these entries must have one lot, and no two the same."))
