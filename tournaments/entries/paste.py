"""Entries from a pasted list: a line each, with the names of its players beside each other.

Knows how people write names beside each other and how players are called; must not know entries.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player
from clubs.text.alphabet import folded as without_marks
from clubs.text.alphabet import within_one_letter

MOST_LINES = 300
_MOST_NAMED = 5
_LONGEST_SAID = 80
_BETWEEN_NAMES = re.compile(r"\s+-\s+|\s*[/&+;\t–—]\s*|\s+(?:och|ja|og|and)\s+", re.IGNORECASE)
# “1. Anna Berg – Bo Ek”, as lists are numbered on paper.
_NUMBERED = re.compile(r"^\d{1,3}(?:[.):]\s*|\s+)")

Complaint = str


@dataclass(frozen=True, slots=True)
class Read:
    """A line that could be read: its number in the list, and its players."""

    number: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a list gave: its lines, and what is wrong with which of them."""

    lines: tuple[Read, ...]
    complaints: tuple[Complaint, ...]


class _Called:
    """The players of a club under everything they are called."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.players = list(players)
        self.shared = Counter(_folded(player.name) for player in self.players)
        self.by_name: defaultdict[str, list[Player]] = defaultdict(list)
        for player in self.players:
            for name in self.names_of(player):
                self.by_name[name].append(player)

    def names_of(self, player: Player) -> set[str]:
        """The name in both orders, “Anna Berg” and “Berg Anna”, and with the number that tells two apart."""
        names = {_folded(player.name), _folded(f"{player.family_name} {player.given_name}")}
        return names | {f"{name} {_number_of(player)}".casefold() for name in names}

    def find(self, name: str) -> Sequence[Player]:
        return self.by_name.get(_folded(name), ())

    def label(self, player: Player) -> str:
        """The name; where two are called the same, with the number that tells them apart."""
        shared = self.shared[_folded(player.name)] > 1
        return f"{player.name} ({_number_of(player)})" if shared else player.name

    @cached_property
    def spelled(self) -> list[tuple[str, Player]]:
        """Each name in both orders without marks, for those who have typed a letter wrong."""
        return [
            (without_marks(name), player)
            for player in self.players
            for name in (player.name, f"{player.family_name} {player.given_name}")
        ]

    def alike(self, name: str) -> list[str]:
        """Whose names are one letter from this one."""
        wanted = without_marks(name)
        found = {player.pk: player for spelled, player in self.spelled if within_one_letter(wanted, spelled)}
        return [self.label(player) for player in list(found.values())[:_MOST_NAMED]]


def _number_of(player: Player) -> str:
    return player.licence or str(player.pk)


def read_entries(text: str, players: Iterable[Player], size: int) -> Pasted:
    """Read a pasted list of entries of so many players; every line that cannot be read says why."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) > MOST_LINES:
        return Pasted((), (_too_many(len(lines)),))
    called = _Called(players)
    read = [_read_line(number, line, called, size) for number, line in lines]
    found = tuple(one for one in read if isinstance(one, Read))
    complaints = {
        number: one for (number, _line), one in zip(lines, read, strict=True) if not isinstance(one, Read)
    }
    told = sorted([*complaints.items(), *_twice(found)], key=lambda complaint: complaint[0])
    return Pasted(found, tuple(sentence for _number, sentence in told))


def _too_many(lines: int) -> Complaint:
    most = ngettext("at most %(most)s line", "at most %(most)s lines", MOST_LINES) % {"most": MOST_LINES}
    return _("The list has %(lines)s lines; enter %(most)s at a time.") % {"lines": lines, "most": most}


def _read_line(number: int, line: str, called: _Called, size: int) -> Read | Complaint:
    names = _names_in(line, called, size)
    if len(names) != size:
        return _unreadable(number, line, size)
    found = [called.find(name) for name in names]
    for name, players in zip(names, found, strict=True):
        if len(players) != 1:
            return _who(number, name[:_LONGEST_SAID], players, called)
    return Read(number, tuple(players[0] for players in found))


def _names_in(line: str, called: _Called, size: int) -> list[str]:
    """The names beside each other. A comma stands between two where both are known: “Berg, Anna” is one."""
    line = _NUMBERED.sub("", line.strip(), count=1)
    names = [name for name in _BETWEEN_NAMES.split(line) if name]
    if len(names) != size and all(called.find(name) for name in line.split(",")):
        return line.split(",")
    return names


def _unreadable(number: int, line: str, size: int) -> Complaint:
    if size == 1:
        sentence = _("Line %(number)s: write one name, as in “Anna Berg”. Read: “%(line)s”.")
    elif size == 2:
        sentence = _("Line %(number)s: write two names, as in “Anna Berg – Bo Ek”. Read: “%(line)s”.")
    else:
        sentence = _("Line %(number)s: write %(size)s names with a dash between them. Read: “%(line)s”.")
    return sentence % {"number": number, "size": size, "line": line.strip()[:_LONGEST_SAID]}


def _who(number: int, name: str, players: Sequence[Player], called: _Called) -> Complaint:
    """Nobody is called so, or several are: with the names that were meant perhaps."""
    if players:
        labels = [called.label(player) for player in players[:_MOST_NAMED]]
        sentence = _(
            "Line %(number)s: the club has several players called “%(name)s”. Write which: %(names)s."
        )
    elif labels := called.alike(name):
        sentence = _(
            "Line %(number)s: the club has no player called “%(name)s”. Perhaps you mean: %(names)s."
        )
    else:
        sentence = _("Line %(number)s: the club has no player called “%(name)s”.")
    return sentence % {"number": number, "name": name, "names": "; ".join(labels)}


def _twice(lines: Sequence[Read]) -> list[tuple[int, Complaint]]:
    """Nobody plays twice in an event, nor with himself."""
    first: dict[int, int] = {}
    complaints = []
    for line in lines:
        for player in line.players:
            if first.get(player.pk) == line.number:
                himself = _("Line %(number)s: %(name)s stands there twice.")
                complaints.append((line.number, himself % {"number": line.number, "name": player.name}))
            elif player.pk in first:
                said = {"number": line.number, "name": player.name, "first": first[player.pk]}
                complaint = _("Line %(number)s: %(name)s stands in line %(first)s already.") % said
                complaints.append((line.number, complaint))
            first.setdefault(player.pk, line.number)
    return complaints


def _folded(name: str) -> str:
    """A name without what people leave out when they type fast: case, commas, brackets, double blanks."""
    composed = unicodedata.normalize("NFC", name).casefold()
    return " ".join(re.sub(r"[,()]", " ", composed).split())
