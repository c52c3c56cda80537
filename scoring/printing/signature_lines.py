"""The lines on which a protocol is signed: each player by side and seat, whether he has signed or not.

Knows stored signatures and seats; must not query, nor know how a line looks. What was drawn is given only to
the paper that may show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.reports.report import Signature, Strokes
from clubs.text.dates import shortly
from scoring.game.signatures import Collecting, Signatures
from scoring.models import Game, Seat
from scoring.models import Signature as Given
from scoring.wording.labels import LETTERS

Called = Callable[[Player], str]
# By side and seat; after all sides who sits nowhere, the keeper and the director.
_Place = tuple[int, int]
_ELSEWHERE: Final[_Place] = (len(LETTERS), 0)
_KEEPER: Final[_Place] = (len(LETTERS), 1)
_DIRECTOR: Final[_Place] = (len(LETTERS), 2)


def signature_lines(
    game: Game, signatures: Signatures | None, left: Sequence[Seat], call: Called, *, drawn: bool
) -> list[Signature]:
    """Of who refused and signed after all both lines stand, in their order."""
    now = None if signatures is None or not (signatures.now.given or signatures.signed_at) else signatures.now
    placed = [*_unsigned(game, call)] if now is None else [*_given(game, now, left, drawn), *_missing(now)]
    placed += _keeper_line(game, now, call, drawn)
    # Also where it was agreed that he need not sign: what is handed in, he signs by hand.
    if all(place != _DIRECTOR for place, _line in placed):
        placed.append((_DIRECTOR, director_line()))
    return [line for _place, line in sorted(placed, key=lambda one: one[0])]


def _unsigned(game: Game, call: Called) -> Iterator[tuple[_Place, Signature]]:
    for side in game.sides.all():
        for seat in side.seats.all():
            yield (side.number, seat.position), _to_sign(side.number, call(seat.player))


def director_line() -> Signature:
    return Signature(_("The director"))


def _given(
    game: Game, now: Collecting, left: Sequence[Seat], drawn: bool
) -> Iterator[tuple[_Place, Signature]]:
    """What was signed, or why not, when, and how it was drawn."""
    places = _places_of(game, left)
    for one, told in zip(_stored(now), now.given, strict=True):
        place = _DIRECTOR if one.player_id is None else places.get(one.player_id, _ELSEWHERE)
        whose = "" if place >= _ELSEWHERE else f"{LETTERS[place[0]]}: "
        strokes = _strokes_of(one.strokes) if drawn else ()
        yield place, Signature(f"{whose}{told.sentence}\n{shortly(told.at)}", strokes)


def _missing(now: Collecting) -> Iterator[tuple[_Place, Signature]]:
    for one, name in zip(now.missing, now.names, strict=True):
        if one.side is not None:
            yield (one.side.number, one.seats[0].position), _to_sign(one.side.number, name)


def _to_sign(side: int, name: str) -> Signature:
    return Signature(_("Signature, %(side)s") % {"side": f"{LETTERS[side]}: {name}"})


def _keeper_line(
    game: Game, now: Collecting | None, call: Called, drawn: bool
) -> Iterator[tuple[_Place, Signature]]:
    """The keeper is one of the players: his line repeats that signature."""
    if game.keeper is None:
        return
    own = [one for one in _stored(now) if one.player_id == game.keeper_id and one.strokes] if drawn else []
    said = _("Keeper of the protocol: %(name)s") % {"name": call(game.keeper)}
    yield _KEEPER, Signature(said, _strokes_of(own[0].strokes) if own else ())


def _stored(now: Collecting | None) -> list[Given]:
    return [] if now is None or now.signing is None else list(now.signing.signatures.all())


def _places_of(game: Game, left: Sequence[Seat]) -> dict[int, _Place]:
    """Where each player sits or has sat."""
    places = {seat.player_id: (seat.side.number, seat.position) for seat in left}
    for side in game.sides.all():
        places |= {seat.player_id: (side.number, seat.position) for seat in side.seats.all()}
    return places


def _strokes_of(drawn: Sequence[Sequence[Sequence[int]]]) -> Strokes:
    return tuple(tuple((x, y) for x, y in stroke) for stroke in drawn)
