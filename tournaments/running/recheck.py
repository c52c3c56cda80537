"""Comparison of what is kept of closed rounds with the same computed again from their games.

Compared are the tables of each round, and the places after it. A game that goes on after its round was closed
changes the places when it is over again: until then they are not compared from that round on. The winners of
an event that is over follow from its standings. A game is closed to deals where another result counts. In its
games sit players that the entry there has or had, and logged substitutes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.books.writing import Author, JsonValue, retried, writing
from clubs.models import Book
from clubs.people import present_ids
from scoring.models import Seat
from scoring.recording import let_other_result_count_in
from scoring.recording.recheck import FurtherDifference
from tournaments.models import EntryPlayer, KeptRound, Pairing, PairingEntry, Round, Standing, Tournament
from tournaments.play import event_record, event_results, kept_rounds
from tournaments.play.played_pairings import PlayedPairing
from tournaments.running.kept_places import recompute_standings, standings_of

# The states in which the winners of an event are shown, and the facts of a log entry.
_FINISHED: Final = (Tournament.State.PRELIMINARY, Tournament.State.OFFICIAL)
_FACTS: Final = ("before", "after")
_COLUMNS: Final = ("entry_id", "place", "shared", "decided_by", "played", "wins", "draws", "losses")
# What is not stored anew: somebody has to say who played.
_SEATS: Final = "seats"
_OTHER_RESULT: Final = "game.other_result"
_SUMS: Final = ("points", "difference", "own")


def differences() -> Iterator[FurtherDifference]:
    """Yield the differences of all events, one after the other."""
    for event in _events_with_public_rounds():
        yield from differences_in(event)


def differences_in(event: Tournament) -> list[FurtherDifference]:
    """Return the differences of an event.

    One that has any is compared a second time under a lock, since it may have been written to meanwhile.
    """
    if not any(_differences_of(event)):
        return []
    with transaction.atomic():
        Book.objects.select_for_update().get(pk=event.book_id)
        return list(_differences_of(event))


def repair(by: Author) -> Iterator[str]:
    """Store what differs anew; yield a sentence for each event that was repaired."""
    for event in _events_with_public_rounds():
        if any(difference.column != _SEATS for difference in differences_in(event)):
            _store_anew(by, event)
            yield _("Event %(event)s: standings stored again.") % {"event": event.pk}


@retried
def _store_anew(by: Author, event: Tournament) -> None:
    with writing(event.book, by) as act:
        for pairing in _pairings_with_games(event):
            if pairing.game is not None and pairing.game.other_result != _other_result_at(pairing):
                let_other_result_count_in(act, pairing.game, _other_result_at(pairing))
        recompute_standings(event, since=1)
        act.log("event.rescored", event)


def _events_with_public_rounds() -> Sequence[Tournament]:
    public = Round.objects.filter(state__in=kept_rounds.VISIBLE_ROUND_STATES).values("tournament")
    return list(Tournament.objects.filter(pk__in=public).select_related("book").order_by("pk"))


def _differences_of(event: Tournament) -> Iterator[FurtherDifference]:
    settled = True
    for closed in event.rounds.filter(state=Round.State.CLOSED).order_by("number"):
        record = event_record.load_event(event, until=closed.number)
        placings = event_results.compute_placings(record)
        expected = kept_rounds.to_keep(closed, record.rounds[-1].tables, placings)
        stored = KeptRound.objects.filter(round=closed).first()
        yield from _column_differences(closed, "tables", stored, expected)
        yield from _column_differences(closed, "left_out", stored, expected)
        settled = settled and not any(map(_goes_on, record.rounds[-1].pairings))
        if settled:
            yield from _column_differences(closed, "places", stored, expected)
            rows = Standing.objects.filter(round=closed).order_by("place", "entry__number")
            computed = standings_of(closed, record, placings)
            yield from _first_difference(
                closed, "standings", list(map(_row, rows)), list(map(_row, computed))
            )

    if settled:
        yield from _winner_differences(event)
    yield from _seat_differences(event)
    yield from _other_result_differences(event)


def _other_result_differences(event: Tournament) -> Iterator[FurtherDifference]:
    """Find games that are closed to deals though what is played there counts, or the other way round."""
    for pairing in _pairings_with_games(event):
        expected = _other_result_at(pairing)
        if pairing.game is not None and pairing.game.other_result != expected:
            yield FurtherDifference(_place_of(pairing), _OTHER_RESULT, pairing.game.other_result, expected)


def _other_result_at(pairing: Pairing) -> str:
    return "" if pairing.kind == Pairing.Kind.PLAYED else pairing.kind


def _pairings_with_games(event: Tournament) -> QuerySet[Pairing]:
    rounds = {"round__tournament": event, "round__state__in": kept_rounds.VISIBLE_ROUND_STATES}
    pairings = Pairing.objects.filter(**rounds, game__isnull=False).select_related("round", "game")
    return pairings.defer("round__draw_input", "round__proposal").order_by("round__number", "table")


def _place_of(pairing: Pairing) -> str:
    return _("Event %(event)s, round %(round)s, table %(table)s") % {
        "event": pairing.round.tournament_id,
        "round": pairing.round.number,
        "table": pairing.table,
    }


def _winner_differences(event: Tournament) -> Iterator[FurtherDifference]:
    """Compare the winners of an event that is over with its final standings."""
    last = event.rounds.filter(state=Round.State.CLOSED).order_by("-number").first()
    if last is None or event.state not in _FINISHED:
        return
    stored = Standing.objects.filter(round=last, place=1).order_by("entry__number")
    final = event_results.compute_placings(event_record.load_event(event))
    winners = sorted(placing.totals.entry for placing in final if placing.place == 1)
    numbers = list(stored.values_list("entry__number", flat=True))
    yield from _first_difference(last, "winners", numbers, winners)


def _seat_differences(event: Tournament) -> Iterator[FurtherDifference]:
    """Find players in the games of the public rounds who are neither of the entry there nor substitutes."""
    seated = Seat.objects.filter(
        side__game__pairing__round__tournament=event,
        side__game__pairing__round__state__in=kept_rounds.VISIBLE_ROUND_STATES,
    ).order_by("side__game", "side", "position", "from_deal")
    entitled = _entitled_players(event)
    places = seated.values_list("side__game", "side__number", "player")
    wrong = [(game, player) for game, side, player in places if player not in entitled.get((game, side), ())]
    tables = {pairing.game_id: pairing for pairing in _pairings_of(event, [game for game, _player in wrong])}
    for game, player in wrong:
        yield FurtherDifference(_place_of(tables[game]), _SEATS, player, None)


def _pairings_of(event: Tournament, games: Sequence[int]) -> QuerySet[Pairing]:
    return Pairing.objects.filter(round__tournament=event, game__in=games).select_related("round")


def _entitled_players(event: Tournament) -> dict[tuple[int, int], set[int]]:
    """Return the players who may sit at each side of each game: of its entries, and substitutes."""
    of_entry: dict[int, set[int]] = {}
    substitutes: dict[tuple[int, int], set[int]] = {}
    log = event.book.log.filter(Q(act__startswith="entry.") | Q(act="game.substituted"))
    for text in log.values_list("text", flat=True):
        logged = json.loads(text)
        row = int(logged["subject"].partition(":")[2])
        if logged["act"] == "game.substituted":
            substitutes.setdefault((row, logged["after"]["side"]), set()).add(logged["after"]["player"])
        else:
            of_entry.setdefault(row, set()).update(*(logged[facts].get("players", ()) for facts in _FACTS))
    _replace_merged([*of_entry.values(), *substitutes.values()])
    for entry, player in EntryPlayer.objects.filter(tournament=event).values_list("entry", "player"):
        of_entry.setdefault(entry, set()).add(player)
    entitled: dict[tuple[int, int], set[int]] = {}
    entered = PairingEntry.objects.filter(round__tournament=event, pairing__game__isnull=False)
    for game, side, entry in entered.values_list("pairing__game", "side", "entry"):
        seat = (game, side)
        entitled.setdefault(seat, set()).update(of_entry.get(entry, ()), substitutes.get(seat, ()))
    return entitled


def _replace_merged(logged: Iterable[set[int]]) -> None:
    """The log names players by the ids of then; who was merged with another one sits there as that one."""
    present = present_ids()
    for players in logged:
        players |= {present[player] for player in players & present.keys()}


def _goes_on(pairing: PlayedPairing) -> bool:
    """Whether a game counts whose end is still to come."""
    return pairing.kind == Pairing.Kind.PLAYED and pairing.goes_on


def _column_differences(
    closed: Round, column: str, stored: KeptRound | None, expected: KeptRound
) -> Iterator[FurtherDifference]:
    kept = [] if stored is None else getattr(stored, column)
    return _first_difference(closed, f"kept.{column}", kept, getattr(expected, column))


def _first_difference(
    closed: Round, column: str, stored: Sequence[JsonValue], computed: Sequence[JsonValue]
) -> Iterator[FurtherDifference]:
    """Yield the first place at which two lists differ."""
    pairs = zip_longest(stored, computed)
    place = _("Event %(event)s, round %(round)s") % {"event": closed.tournament_id, "round": closed.number}
    yield from [FurtherDifference(place, column, old, new) for old, new in pairs if old != new][:1]


def _row(standing: Standing) -> JsonValue:
    return {column: getattr(standing, column) for column in (*_COLUMNS, *_SUMS)}
