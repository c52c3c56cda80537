"""The signature lines of a protocol: each player by side and seat, the keeper and the director."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from clubs.people.names import NameOf
from clubs.reports.report import SignatureLine, Strokes
from clubs.text.alphabet import folded
from clubs.text.dates import short_datetime
from scoring import models
from scoring.game.signatures import SignatureDescription, SignatureOverview, SignatureProgress
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
    directors: Sequence[str] = (),
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
            *_paper_lines(game, progress, name_of),
            *_missing_lines(progress),
        ]
    placed += _keeper_line(game, progress, name_of, shows_drawings)
    # There is a line for the director even if he need not sign: he signs by hand what is handed in.
    if all(place != _DIRECTOR for place, _line in placed):
        placed.append((_DIRECTOR, director_line(directors)))
    return [line for _place, line in sorted(placed, key=lambda placed_line: placed_line[0])]


def _unsigned_lines(game: Game, name_of: NameOf) -> Iterator[tuple[_Place, SignatureLine]]:
    for side in game.sides.all():
        for seat in side.seats.all():
            yield (side.number, seat.position), _blank_line(side.number, name_of(seat.player))


def director_line(directors: Sequence[str] = ()) -> SignatureLine:
    """Return the line on which the director signs by hand, with the names of those who direct."""
    if not directors:
        return SignatureLine(_("The director"))
    return SignatureLine(_("The director: %(name)s") % {"name": ", ".join(directors)})


def _given_lines(
    game: Game, progress: SignatureProgress, former_seats: Sequence[Seat], shows_drawings: bool
) -> Iterator[tuple[_Place, SignatureLine]]:
    """Return a line for each signature or refusal, with its time and drawing.

    One on paper has lines of its own: it stands for everybody who signs.
    """
    places = _player_places(game, former_seats)
    for stored, description in zip(_stored_signatures(progress), progress.given, strict=True):
        if stored.kind == models.Signature.Kind.ON_PAPER:
            continue
        place = _place_of(stored, places)
        side = "" if place >= _NO_SEAT else f"{SIDE_LETTERS[place[0]]}: "
        strokes = _as_strokes(stored.strokes) if shows_drawings else ()
        sentence = _full_sentence(stored, description) if shows_drawings else description.sentence
        text = f"{side}{sentence}\n{short_datetime(description.at)}"
        yield place, SignatureLine(text, strokes, description.typed if shows_drawings else "")


def _full_sentence(stored: models.Signature, description: SignatureDescription) -> str:
    """Return who has signed, and under which name, as only the desk's protocol has it."""
    if stored.kind == models.Signature.Kind.DIRECTOR and stored.author is not None:
        return _("%(name)s, the director, has signed.") % {"name": stored.author.name}
    is_under_other_name = description.typed and folded(description.typed) != folded(description.signer)
    if stored.kind == models.Signature.Kind.SIGNED and is_under_other_name:
        return _("%(name)s has signed as “%(typed)s”.") % {
            "name": description.signer,
            "typed": description.typed,
        }
    return description.sentence


def _paper_lines(
    game: Game, progress: SignatureProgress, name_of: NameOf
) -> Iterator[tuple[_Place, SignatureLine]]:
    """Return a line for each player who has signed on paper: everybody who has not signed on a screen."""
    stored = _stored_signatures(progress)
    on_paper = next((one for one in stored if one.kind == models.Signature.Kind.ON_PAPER), None)
    if on_paper is None:
        return
    already = {one.player_id for one in stored}
    for side in game.sides.all():
        for seat in side.seats.all():
            if seat.player_id not in already:
                sentence = _("%(name)s has signed on paper.") % {"name": name_of(seat.player)}
                text = f"{SIDE_LETTERS[side.number]}: {sentence}\n{short_datetime(on_paper.at)}"
                yield (side.number, seat.position), SignatureLine(text)


def _place_of(stored: models.Signature, places: Mapping[int, _Place]) -> _Place:
    """Return the place of a signature; the director's is after all others."""
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
