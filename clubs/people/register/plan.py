"""What a list would change: who is new, who is known, what of them is otherwise, and who is in doubt."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.models import LANGUAGES, Club, Membership, Player
from clubs.people.matching import MatchedLine, MatchStatus, match_lines
from clubs.people.register.columns import LABELS, RegisterColumn
from clubs.people.register.reading import ListedMember
from clubs.text.alphabet import folded

Detail = str | bool | date | None
_NAMES: Final = (RegisterColumn.GIVEN_NAME, RegisterColumn.FAMILY_NAME)


@dataclass(frozen=True, slots=True)
class DetailChange:
    """One detail of a player that the list has otherwise."""

    player: Player
    column: RegisterColumn
    old: Detail
    new: Detail

    @property
    def key(self) -> str:
        """Return what the tick of this change is called: another change of the same detail is another one."""
        spelled = zlib.crc32(f"{self.old}|{self.new}".encode())
        return f"{self.player.pk}-{self.column.value}-{spelled:08x}"

    @property
    def label(self) -> str:
        return str(LABELS[self.column])

    @property
    def old_text(self) -> str:
        return _as_text(self.old)

    @property
    def new_text(self) -> str:
        return _as_text(self.new)


def _as_text(value: Detail) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, date):
        return date_format(value, "DATE_FORMAT")
    return str(dict(LANGUAGES).get(value or "", value)) if value else "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownMember:
    """A player of the list whom the club knows."""

    listed: ListedMember
    player: Player
    changes: Sequence[DetailChange] = ()
    # The player had left, or is of another club, and is a member again.
    joins: bool = False


@dataclass(frozen=True, slots=True)
class DoubtfulMember:
    """A row that a person decides about: which of these players it is, if any."""

    listed: ListedMember
    match: MatchedLine

    @property
    def number(self) -> int:
        return self.listed.line.number


@dataclass(slots=True)
class RegisterPlan:
    """What becomes of each row of a list."""

    club: Club
    listed: Sequence[ListedMember]
    new: list[ListedMember] = field(default_factory=list)
    known: list[KnownMember] = field(default_factory=list)
    doubtful: list[DoubtfulMember] = field(default_factory=list)
    # The present members of the club, by id.
    members: set[int] = field(default_factory=set)

    @property
    def changed(self) -> list[KnownMember]:
        return [known for known in self.known if known.changes]

    @property
    def joining(self) -> list[KnownMember]:
        return [known for known in self.known if known.joins]

    @property
    def unchanged(self) -> list[KnownMember]:
        return [known for known in self.known if not known.changes and not known.joins]

    @property
    def changes(self) -> list[DetailChange]:
        return [change for known in self.known for change in known.changes]

    def players(self) -> set[int]:
        """Return the players whom the list may change."""
        candidates = {player.pk for row in self.doubtful for player in row.match.candidates}
        return candidates | {known.player.pk for known in self.known if known.changes or known.joins}


def make_plan(club: Club, listed: Sequence[ListedMember]) -> RegisterPlan:
    """Compare a list with the players of a club."""
    current = Membership.objects.filter(club=club, until=None)
    plan = RegisterPlan(club, listed, members=set(current.values_list("player", flat=True)))
    matches = match_lines(club, [member.line for member in listed])
    taken: set[int] = set()
    for member, match in zip(listed, matches, strict=True):
        player = _known_player(match)
        if player is not None and player.pk not in taken:
            taken.add(player.pk)
            plan.known.append(known_member(plan, member, player))
        elif match.status is MatchStatus.NEW:
            plan.new.append(member)
        else:
            plan.doubtful.append(DoubtfulMember(member, match))
    return plan


def _known_player(match: MatchedLine) -> Player | None:
    """Return who a row is without a doubt: by the name, or by the licence number with the same name."""
    return match.candidates[0] if match.status is MatchStatus.KNOWN else match.holder


def known_member(
    plan: RegisterPlan, listed: ListedMember, player: Player, *, takes_name: bool = False
) -> KnownMember:
    """Return what the list changes of a player: only what the club of the list keeps of its own players.

    A name changes by itself where it is the same but for its capitals and dots; another name only where
    somebody has decided so.
    """
    changes = list(_changes(listed, player, takes_name)) if player.home_club_id == plan.club.pk else []
    return KnownMember(listed=listed, player=player, changes=changes, joins=player.pk not in plan.members)


def _changes(listed: ListedMember, player: Player, takes_name: bool) -> Iterator[DetailChange]:
    line = listed.line
    said: dict[RegisterColumn, Detail] = {
        RegisterColumn.LICENCE: line.licence,
        RegisterColumn.LICENCE_UNTIL: listed.licence_until,
        RegisterColumn.LANGUAGE: listed.language,
        RegisterColumn.MAY_PUBLISH: listed.may_publish,
    }
    names = {column: getattr(line, column.value) for column in _NAMES}
    same = all(folded(getattr(player, column.value)) == folded(name) for column, name in names.items())
    if takes_name or same:
        said = {**names, **said}
    for column, new in said.items():
        old = getattr(player, column.value)
        if new not in ("", None) and new != old:
            yield DetailChange(player, column, old, new)


def with_consent(listed: ListedMember, *, may_publish: bool) -> ListedMember:
    """Return a new player with the consent of the form where the list says nothing of it."""
    return listed if listed.may_publish is not None else replace(listed, may_publish=may_publish)
