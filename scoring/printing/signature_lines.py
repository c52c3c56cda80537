"""The signature lines of a protocol: each player by side and seat, the keeper and the director."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from clubs.people.names import NameOf
from clubs.reports.report import SignatureLine, Strokes
from clubs.text.dates import short_datetime
from scoring import models
from scoring.game.signatures import SignatureOverview, SignatureProgress
from scoring.models import Game, Seat
from scoring.wording.labels import SIDE_LETTERS

# Side and seat; after all sides come players without a seat, the keeper and the director.
_Place = tuple[int, int]
_NO_SEAT: Final[_Place] = (len(SIDE_LETTERS), 0)
_KEEPER: Final[_Place] = (len(SIDE_LETTERS), 1)
_DIRECTOR: Final[_Place] = (len(SIDE_LETTERS), 2)


def protocol_signature_lines(
    game: Game,
    signatures: SignatureOverview | None,
    former_seats: Sequence[Seat],
    name_of: NameOf,
    *,
    shows_drawings: bool,
) -> list[SignatureLine]:
    """Return all lines in their order; a player who refused and signed afterwards has two."""
    progress = None
    if signatures is not None and (signatures.current.given or signatures.signed_at):
        progress = signatures.current
    if progress is None:
        placed = list(_unsigned_lines(game, name_of))
    else:
        placed = [
            *_given_lines(game, progress, former_seats, shows_drawings),
            *_missing_lines(progress),
        ]
    placed += _keeper_line(game, progress, name_of, shows_drawings)
    # There is a line for the director even if he need not sign: he signs by hand what is handed in.
    if all(place != _DIRECTOR for place, _line in placed):
        placed.append((_DIRECTOR, director_line()))
    return [line for _place, line in sorted(placed, key=lambda placed_line: placed_line[0])]


def _unsigned_lines(game: Game, name_of: NameOf) -> Iterator[tuple[_Place, SignatureLine]]:
    for side in game.sides.all():
        for seat in side.seats.all():
            yield (side.number, seat.position), _blank_line(side.number, name_of(seat.player))


def director_line() -> SignatureLine:
    return SignatureLine(_("The director"))


def _given_lines(
    game: Game, progress: SignatureProgress, former_seats: Sequence[Seat], shows_drawings: bool
) -> Iterator[tuple[_Place, SignatureLine]]:
    """Return a line for each signature or refusal, with its time and drawing."""
    places = _player_places(game, former_seats)
    for stored, description in zip(_stored_signatures(progress), progress.given, strict=True):
        place = _place_of(stored, places)
        side = "" if place >= _NO_SEAT else f"{SIDE_LETTERS[place[0]]}: "
        strokes = _as_strokes(stored.strokes) if shows_drawings else ()
        text = f"{side}{description.sentence}\n{short_datetime(description.at)}"
        yield place, SignatureLine(text, strokes, description.typed if shows_drawings else "")


def _place_of(stored: models.Signature, places: Mapping[int, _Place]) -> _Place:
    """Return the place of a signature; one on paper stands for all players, and the director adds his own."""
    if stored.kind == models.Signature.Kind.ON_PAPER:
        return _NO_SEAT
    return _DIRECTOR if stored.player_id is None else places.get(stored.player_id, _NO_SEAT)


def _missing_lines(progress: SignatureProgress) -> Iterator[tuple[_Place, SignatureLine]]:
    for missing, name in zip(progress.missing, progress.names, strict=True):
        if missing.side is not None:
            place = missing.side.number, missing.seats[0].position
            yield place, _blank_line(missing.side.number, name)


def _blank_line(side: int, name: str) -> SignatureLine:
    return SignatureLine(_("Signature, %(side)s") % {"side": f"{SIDE_LETTERS[side]}: {name}"})


def _keeper_line(
    game: Game, progress: SignatureProgress | None, name_of: NameOf, shows_drawings: bool
) -> Iterator[tuple[_Place, SignatureLine]]:
    """Return the keeper's line; it repeats the keeper's signature as a player."""
    if game.keeper is None:
        return
    given = (
        signature
        for signature in (_stored_signatures(progress) if shows_drawings else ())
        if signature.player_id == game.keeper_id and (signature.strokes or signature.typed)
    )
    own = next(given, None)
    text = _("Scorekeeper: %(name)s") % {"name": name_of(game.keeper)}
    if own is None:
        yield _KEEPER, SignatureLine(text)
    else:
        yield _KEEPER, SignatureLine(text, _as_strokes(own.strokes), own.typed)


def _stored_signatures(progress: SignatureProgress | None) -> list[models.Signature]:
    if progress is None or progress.signing is None:
        return []
    return list(progress.signing.signatures.all())


def _player_places(game: Game, former_seats: Sequence[Seat]) -> dict[int, _Place]:
    """Return the current or last place of each player."""
    places = {seat.player_id: (seat.side.number, seat.position) for seat in former_seats}
    for side in game.sides.all():
        places |= {seat.player_id: (side.number, seat.position) for seat in side.seats.all()}
    return places


def _as_strokes(strokes: Sequence[Sequence[Sequence[int]]]) -> Strokes:
    return tuple(tuple((x, y) for x, y in stroke) for stroke in strokes)
