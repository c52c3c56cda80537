"""What the person at the desk decides about each line of a pasted list.

Knows which choices a line offers and how a form carries them; must not know how players are added. A choice
says what the line was when it was chosen: if the club has changed since, it is asked for again.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.matching import Judged, Standing
from clubs.people.verbs import PastedPlayer, PlayerCard

_NEW = "new"
_SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Option:
    """One of the things that can be done with a line; `value` is what the form sends."""

    value: str
    choice: str
    player: Player | None = None


@dataclass(slots=True)
class Row:
    """A line of the preview: what it is, what may be chosen, what is chosen."""

    judged: Judged
    options: Sequence[Option]
    name: str
    chosen: Option | None
    sent: bool
    errors: list[str] = field(default_factory=list)

    @property
    def line_number(self) -> int:
        return self.judged.line.number


def rows_of(judged: Sequence[Judged], sent: Mapping[str, str]) -> list[Row]:
    """The preview, with what was chosen before, or what goes without saying."""
    return [_row_of(each, sent) for each in judged]


def _row_of(judged: Judged, sent: Mapping[str, str]) -> Row:
    options, name = list(_options_of(judged)), _field_name(judged)
    by_value = {option.value: option for option in options}
    value = sent.get(name)
    chosen = by_value.get(value) if value is not None else _by_itself(judged, options)
    return Row(judged, options, name, chosen, sent=value is not None)


def _field_name(judged: Judged) -> str:
    """Names the line and its text: what was chosen for another text does not count for this one."""
    return f"line-{judged.line.number}-{zlib.crc32(judged.line.text.encode()):08x}"


def _options_of(judged: Judged) -> Iterator[Option]:
    for player in judged.candidates:
        yield Option(f"{judged.standing}:{player.pk}", "known", player)
    if judged.standing != Standing.UNREADABLE:
        yield Option(f"{judged.standing}:{_NEW}", _NEW)
    yield Option(f"{judged.standing}:{_SKIP}", _SKIP)


def _by_itself(judged: Judged, options: Sequence[Option]) -> Option | None:
    """A new line is added and a known one is who it is; what is doubtful or unreadable a person decides."""
    return options[0] if judged.standing in (Standing.NEW, Standing.KNOWN) else None


def decided(rows: Sequence[Row]) -> bool:
    """Whether every line was seen and chosen for; those that were not say so."""
    for row in rows:
        if row.chosen is None:
            row.errors.append(_("Choose what this line is."))
        elif not row.sent:
            row.errors.append(_("This line is new in the list: look at it first."))
    _refuse_twice(rows)
    return not any(row.errors for row in rows)


def _refuse_twice(rows: Sequence[Row]) -> None:
    """One player cannot be two lines."""
    lines: dict[int, int] = {}
    for row in rows:
        if row.chosen is None or row.chosen.player is None:
            continue
        earlier = lines.setdefault(row.chosen.player.pk, row.line_number)
        if earlier != row.line_number:
            row.errors.append(_("Line %(number)s is this player already.") % {"number": earlier})


def to_add(rows: Sequence[Row], key: UUID, *, may_publish: bool) -> list[PastedPlayer]:
    """What the verb is given: the new players, and the known ones, who are members from now on."""
    return [_pasted(row, key, may_publish) for row in rows if row.chosen and row.chosen.choice != _SKIP]


def _pasted(row: Row, key: UUID, may_publish: bool) -> PastedPlayer:
    line = row.judged.line
    card = PlayerCard(
        given_name=line.given_name,
        family_name=line.family_name,
        licence=line.licence,
        may_publish=may_publish,
    )
    known = row.chosen.player if row.chosen else None
    return PastedPlayer(number=line.number, card=card, key=uuid5(key, row.name), known=known)
