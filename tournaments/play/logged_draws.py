"""What the log of an event says of its draws: from which seed and on what, and which seats were set since."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from clubs.books.writing import canonical_json
from scoring.models import Deal, Game
from tournaments.models import Pairing, Round, Tournament
from tournaments.play.seating import RoundSeats, strip_empty_tables

# Acts that change nothing of what was played before: of rounds, and of who takes part.
_HARMLESS: Final = frozenset(
    {
        *("round.drawn", "round.redrawn"),
        *("round.published", "round.locked", "round.unlocked", "round.removed", "round.closed"),
        *("entry.added", "entry.checked", "entry.withdrawn", "entry.moved", "entry.table_kept"),
        # Where a game is played changes nothing of it.
        "table.set",
        # Which charges a draw knew is read from the log.
        *("event.adjusted", "event.carried", "event.adjustment_cancelled"),
        *("final.carried_again", "final.carried_back"),
        *("event.lots_drawn", "event.rescored", "event.results_shown", "event.official"),
        *("event.codes_sent", "event.codes_not_sent"),
        # What decides the places after the last round comes after the draws.
        *("place.decided", "entry.categories"),
        *("prizes.set", "prizes.drawn", "prize.given", "prize.taken_back"),
    }
)


@dataclass(frozen=True, slots=True)
class LoggedDraw:
    """The last draw of a round in the log. `seats` are those that were set after it."""

    seed: str
    movement: str
    # Which draw of the round it was, and the digest of the event's secret; 0 and empty in older logs.
    attempt: int
    secret_digest: str
    # The digest of what was known when it was drawn; empty in logs of older versions.
    basis: str
    # The charges in the standings that counted then, by their rows.
    charges: frozenset[int]
    # The games that went on when it was drawn, by round and table: what becomes of them changes no draw.
    going_on: frozenset[tuple[int, int]] = frozenset()
    seats: RoundSeats | None = None
    # The digest of the ratings that were noted last for its handicaps; empty without any.
    ratings: str = ""
    # Something was done later that may have changed results of the rounds before.
    is_corrected: bool = False


def digest_of(known: Mapping[str, Any]) -> str:
    """Return the digest of the input of a draw, or of ratings that were noted, as it is stored and logged."""
    return hashlib.sha256(canonical_json(known).encode()).hexdigest()


def load_logged_draws(event: Tournament) -> dict[int, LoggedDraw]:
    """Load what the log says of the draws of an event, by the row of the round."""
    rounds = dict(event.rounds.values_list("pk", "number"))
    tables_by_subject = _tables_by_subject(event)
    draws: dict[int, LoggedDraw] = {}
    charges: set[int] = set()
    for act, text in event.book.log.order_by("number").values_list("act", "text"):
        logged = json.loads(text)
        after = logged["after"]
        kind, _colon, row = logged["subject"].partition(":")
        if act in ("event.adjusted", "event.carried"):
            charges.add(int(row))
            charges.discard(after.get("replaced_charge", 0))
        elif act == "event.adjustment_cancelled":
            charges.discard(int(row))
        elif act == "round.drawn":
            draws[int(row)] = LoggedDraw(**_drawn_facts(after), charges=frozenset(charges))
        elif act == "round.redrawn":
            # The others are drawn anew on what the first draw knew.
            draws[int(row)] = replace(draws[int(row)], **_drawn_facts(after), seats=None)
        elif kind == Round._meta.label_lower and int(row) in draws:
            draws[int(row)] = replace(draws[int(row)], **_set_since(after))
        if act not in _HARMLESS:
            number, table = tables_by_subject.get(logged["subject"], (0, None))
            later = (pk for pk in draws if rounds.get(pk, 0) > number)
            _mark_corrected(draws, (pk for pk in later if (number, table) not in draws[pk].going_on))
    return draws


def _mark_corrected(draws: dict[int, LoggedDraw], later: Iterable[int]) -> None:
    for pk in list(later):
        if not draws[pk].is_corrected:
            draws[pk] = replace(draws[pk], is_corrected=True)


def _drawn_facts(after: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "seed": after["seed"],
        "movement": after["movement"],
        "attempt": after.get("attempt", 0),
        "secret_digest": after.get("secret_digest", ""),
        "basis": after.get("basis", ""),
        "going_on": frozenset((number, table) for number, table, _counts in after.get("going_on", ())),
    }


def _set_since(after: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an act on a round has set after its draw."""
    seats = {"seats": _read_seats(after)} if "pairings" in after else {}
    ratings = {"ratings": after["ratings_noted"]} if "ratings_noted" in after else {}
    return {**seats, **ratings}


def _read_seats(after: Mapping[str, Any]) -> RoundSeats:
    tables = [tuple(tuple(side) for side in sides) for sides in after["pairings"]]
    return RoundSeats(tables=strip_empty_tables(tables), out=tuple(after["out"]))


def _tables_by_subject(event: Tournament) -> dict[str, tuple[int, int | None]]:
    """Return the round and table of each subject of the log that belongs to a round."""
    found: dict[str, tuple[int, int | None]] = {
        f"{Round._meta.label_lower}:{pk}": (number, None)
        for pk, number in event.rounds.values_list("pk", "number")
    }
    pairings = Pairing.objects.filter(round__tournament=event)
    deals = Deal.objects.filter(game__pairing__round__tournament=event)
    for pk, game, number, table in pairings.values_list("pk", "game", "round__number", "table"):
        found[f"{Pairing._meta.label_lower}:{pk}"] = number, table
        found[f"{Game._meta.label_lower}:{game}"] = number, table
    columns = ("pk", "game__pairing__round__number", "game__pairing__table")
    for pk, number, table in deals.values_list(*columns):
        found[f"{Deal._meta.label_lower}:{pk}"] = number, table
    return found
