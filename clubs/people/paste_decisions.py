"""The preview of a pasted list, with the choices of the user for each line.

The value of a choice contains the status of the line: if the status has changed since, the form asks again.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.details import PlayerDetails
from clubs.people.matching import MatchedLine, MatchStatus
from clubs.people.verbs import PastedPlayer

_NEW = "new"
_SKIP = "skip"


@dataclass(frozen=True, slots=True)
class LineChoice:
    """A choice for a line: the value in the form, the code of the choice, and the player it names."""

    value: str
    choice: str
    player: Player | None = None


@dataclass(slots=True)
class PasteDecisionRow:
    """A line of the preview with its choices."""

    match: MatchedLine
    options: Sequence[LineChoice]
    name: str
    chosen: LineChoice | None
    sent: bool
    errors: list[str] = field(default_factory=list)

    @property
    def line_number(self) -> int:
        return self.match.line.number


def decision_rows(matches: Sequence[MatchedLine], sent: Mapping[str, str]) -> list[PasteDecisionRow]:
    """Return the preview with the choices sent, or the default ones."""
    return [_decision_row(match, sent) for match in matches]


def _decision_row(match: MatchedLine, sent: Mapping[str, str]) -> PasteDecisionRow:
    options, name = list(_line_choices(match)), _field_name(match)
    by_value = {option.value: option for option in options}
    value = sent.get(name)
    chosen = by_value.get(value) if value is not None else _default_option(match, options)
    return PasteDecisionRow(match, options, name, chosen, sent=value is not None)


def _field_name(match: MatchedLine) -> str:
    """Return a field name with the line's text: the choice for another text is not valid for this one."""
    return f"line-{match.line.number}-{zlib.crc32(match.line.text.encode()):08x}"


def _line_choices(match: MatchedLine) -> Iterator[LineChoice]:
    for player in match.candidates:
        yield LineChoice(f"{match.status}:{player.pk}", "known", player)
    if match.status != MatchStatus.UNREADABLE:
        yield LineChoice(f"{match.status}:{_NEW}", _NEW)
    yield LineChoice(f"{match.status}:{_SKIP}", _SKIP)


def _default_option(match: MatchedLine, options: Sequence[LineChoice]) -> LineChoice | None:
    """Return the choice for a new or known line, or the player whose name and licence number it has.

    None for a line that the user has to decide.
    """
    if match.status in (MatchStatus.NEW, MatchStatus.KNOWN):
        return options[0]
    holder = match.holder
    return next((option for option in options if holder is not None and option.player == holder), None)


def validate_choices(rows: Sequence[PasteDecisionRow]) -> bool:
    """Return whether every line has a choice that the user has seen; add an error to the others."""
    for row in rows:
        if row.chosen is None:
            row.errors.append(_("Choose what this line is."))
        elif not row.sent:
            row.errors.append(_("This line is new in the list: look at it first."))
    _refuse_same_player_twice(rows)
    return not any(row.errors for row in rows)


def _refuse_same_player_twice(rows: Sequence[PasteDecisionRow]) -> None:
    """Add an error to a line whose player is in an earlier line."""
    lines: dict[int, int] = {}
    for row in rows:
        if row.chosen is None or row.chosen.player is None:
            continue
        earlier = lines.setdefault(row.chosen.player.pk, row.line_number)
        if earlier != row.line_number:
            row.errors.append(_("Line %(number)s is already this player.") % {"number": earlier})


def players_to_add(rows: Sequence[PasteDecisionRow], key: UUID, *, may_publish: bool) -> list[PastedPlayer]:
    """Return the players of the lines that are not skipped, new and known, for `paste_players`."""
    return [
        _pasted_player(row, key, may_publish) for row in rows if row.chosen and row.chosen.choice != _SKIP
    ]


def _pasted_player(row: PasteDecisionRow, key: UUID, may_publish: bool) -> PastedPlayer:
    line = row.match.line
    details = PlayerDetails(
        given_name=line.given_name,
        family_name=line.family_name,
        licence=line.licence,
        may_publish=may_publish,
    )
    known = row.chosen.player if row.chosen else None
    return PastedPlayer(number=line.number, details=details, key=uuid5(key, row.name), known=known)
