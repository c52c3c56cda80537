"""Who in a list of past results is whom in the club: known, new, or to be asked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from clubs.models import Club, Player
from clubs.people.matching import MatchedLine, MatchStatus, match_lines
from clubs.people.paste import PlayerLine
from tournaments.past.names import person_key
from tournaments.past.reading import ListedEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPerson:
    """A name of the list, which is one person throughout it."""

    number: int
    # The same for all spellings of the name.
    key: str
    line: PlayerLine
    known: Player | None
    # Whom it may be. Where somebody is in doubt, a person decides.
    candidates: Sequence[Player]

    @property
    def name(self) -> str:
        return self.line.name

    @property
    def is_doubtful(self) -> bool:
        return self.known is None and bool(self.candidates)

    @property
    def is_new(self) -> bool:
        return self.known is None and not self.candidates


def match_people(club: Club, events: Iterable[ListedEvent]) -> list[ListedPerson]:
    """Return each person of a list, in the order in which the list names them first."""
    lines: dict[str, PlayerLine] = {}
    for event in events:
        for row in event.rows:
            for player in row.players:
                lines.setdefault(person_key(player), player)
    numbered = [replace(line, number=number) for number, line in enumerate(lines.values(), start=1)]
    matches = match_lines(club, numbered)
    return [_matched(key, match) for key, match in zip(lines, matches, strict=True)]


def _matched(key: str, match: MatchedLine) -> ListedPerson:
    is_known = match.status is MatchStatus.KNOWN
    return ListedPerson(
        number=match.line.number,
        key=key,
        line=match.line,
        known=match.candidates[0] if is_known else None,
        candidates=() if is_known else match.candidates,
    )
