"""Entries from a pasted list: one entry a line, the names of its players with a separator between them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player
from clubs.people.paste import parse_players
from clubs.text.alphabet import folded as without_marks
from clubs.text.alphabet import within_one_letter
from clubs.text.pasting import BETWEEN_NAMES, PastedLine, TooManyLines, parse_lines, without_line_number

MAX_PASTED_ENTRIES = 300
_MAX_SUGGESTIONS = 5
_MAX_QUOTE_LENGTH = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine(PastedLine):
    """A line of the list with its players."""

    players: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name that no player has: the players whose names are like it, and a guest of this name."""

    name: str
    suggestions: Sequence[Player]
    # None where it is no name of a person, such as a single word.
    guest: Player | None


@dataclass(frozen=True, slots=True)
class PastedEntries:
    """The lines that could be parsed, and all problems in the order of their lines."""

    lines: tuple[EntryLine, ...]
    problems: tuple[str, ...]
    unknown: tuple[UnknownName, ...] = ()


class _PlayerNames:
    """The players of a club under all spellings of their names."""

    def __init__(self, players: Iterable[Player], decided: Mapping[str, Player]) -> None:
        self.players = list(players)
        self.decided = decided
        self.unknown: dict[str, UnknownName] = {}
        self.shared = Counter(_normalized(player.name) for player in self.players)
        self.by_name: defaultdict[str, list[Player]] = defaultdict(list)
        for player in self.players:
            for name in self.names_of(player):
                self.by_name[name].append(player)

    def names_of(self, player: Player) -> set[str]:
        """Return the name in both orders, “Anna Berg” and “Berg Anna”, and with the player's number."""
        names = {_normalized(player.name), _normalized(f"{player.family_name} {player.given_name}")}
        return names | {f"{name} {_number_of(player)}".casefold() for name in names}

    def find(self, name: str) -> Sequence[Player]:
        decided = self.decided.get(_normalized(name))
        return self.by_name.get(_normalized(name), ()) if decided is None else (decided,)

    def add_unknown(self, name: str) -> None:
        """Keep a name that nobody has, to be decided on."""
        self.unknown.setdefault(
            _normalized(name), UnknownName(name.strip(), self.similar_players(name), guest_of(name))
        )

    def label(self, player: Player) -> str:
        """Return the name; with the player's number if two players share the name."""
        shared = self.shared[_normalized(player.name)] > 1
        return f"{player.name} ({_number_of(player)})" if shared else player.name

    @cached_property
    def spellings(self) -> list[tuple[str, Player]]:
        """Return each name in both orders without marks, to find names with a misspelt letter."""
        return [
            (without_marks(name), player)
            for player in self.players
            for name in (player.name, f"{player.family_name} {player.given_name}")
        ]

    def similar_players(self, name: str) -> list[Player]:
        """Return players whose names differ from this one by a letter."""
        plain = without_marks(name)
        similar = {
            player.pk: player for spelling, player in self.spellings if within_one_letter(plain, spelling)
        }
        return list(similar.values())[:_MAX_SUGGESTIONS]


def _number_of(player: Player) -> str:
    return player.licence or str(player.pk)


def guest_of(name: str) -> Player | None:
    """Return a player of this name who is not stored; None where it is no name of a person."""
    try:
        lines = parse_players(name)
    except TooManyLines:
        return None
    if len(lines) != 1 or lines[0].problem:
        return None
    line = lines[0]
    return Player(given_name=line.given_name, family_name=line.family_name, licence=line.licence)


def parse_entries(
    text: str, players: Iterable[Player], size: int, decided: Mapping[str, Player] | None = None
) -> PastedEntries:
    """Parse a pasted list of entries of `size` players.

    `decided` says who somebody is whose name nobody has, by the name as it is typed.
    """
    names = _PlayerNames(players, {_normalized(name): player for name, player in (decided or {}).items()})
    try:
        parsed = parse_lines(
            text.splitlines(), partial(_parse_line, names, size), max_lines=MAX_PASTED_ENTRIES
        )
    except TooManyLines as refusal:
        return PastedEntries((), (_too_many_lines(refusal.lines),))
    lines = tuple(line for line in parsed if not line.problem)
    unreadable = [(line.number, line.problem) for line in parsed if line.problem]
    problems = sorted([*unreadable, *_repeated_players(lines)], key=lambda problem: problem[0])
    sentences = tuple(sentence for _number, sentence in problems)
    return PastedEntries(lines, sentences, tuple(names.unknown.values()))


def _too_many_lines(lines: int) -> str:
    most = ngettext("at most %(most)s line", "at most %(most)s lines", MAX_PASTED_ENTRIES) % {
        "most": MAX_PASTED_ENTRIES
    }
    return _("The list has %(lines)s lines; enter %(most)s at a time.") % {"lines": lines, "most": most}


def _parse_line(names: _PlayerNames, size: int, number: int, text: str) -> EntryLine:
    parts = _split_names(text, names, size)
    # A pair may have a third who takes turns.
    if len(parts) not in ((2, 3) if size == 2 else (size,)):
        return EntryLine(number=number, text=text, problem=_unreadable_line(number, text, size))
    matches = [names.find(part) for part in parts]
    for part, players in zip(parts, matches, strict=True):
        if not players:
            names.add_unknown(part)
    for part, players in zip(parts, matches, strict=True):
        if len(players) != 1:
            problem = _unknown_or_ambiguous(number, part[:_MAX_QUOTE_LENGTH], players, names)
            return EntryLine(number=number, text=text, problem=problem)
    return EntryLine(number=number, text=text, players=tuple(players[0] for players in matches))


def _split_names(line: str, names: _PlayerNames, size: int) -> list[str]:
    """Split a line at its separators; at commas only if its parts are whole names: “Berg, Anna” is one."""
    line = without_line_number(line)
    parts = [part for part in BETWEEN_NAMES.split(line) if part]
    by_commas = [part.strip() for part in line.split(",")]
    if len(parts) == size or len(by_commas) == 1:
        return parts
    are_whole = len(by_commas) == size and all(len(part.split()) > 1 for part in by_commas)
    return by_commas if are_whole or all(names.find(part) for part in by_commas) else parts


def _unreadable_line(number: int, line: str, size: int) -> str:
    if size == 1:
        sentence = _("Line %(number)s: write one name, for example “Anna Berg”. It reads: “%(line)s”.")
    elif size == 2:
        sentence = _(
            "Line %(number)s: write two names, for example “Anna Berg – Bo Ek”. It reads: “%(line)s”."
        )
    else:
        sentence = _("Line %(number)s: write %(size)s names with a dash between them. It reads: “%(line)s”.")
    return sentence % {"number": number, "size": size, "line": line.strip()[:_MAX_QUOTE_LENGTH]}


def _unknown_or_ambiguous(number: int, name: str, players: Sequence[Player], names: _PlayerNames) -> str:
    """Return the problem of a name that no player or several players have, with suggestions."""
    if players:
        labels = [names.label(player) for player in players[:_MAX_SUGGESTIONS]]
        sentence = _(
            "Line %(number)s: the club has several players called “%(name)s”. Specify which one: %(names)s."
        )
    elif labels := [names.label(player) for player in names.similar_players(name)]:
        sentence = _(
            "Line %(number)s: the club has no player called “%(name)s”. Perhaps you mean: %(names)s."
        )
    else:
        sentence = _("Line %(number)s: the club has no player called “%(name)s”.")
    return sentence % {"number": number, "name": name, "names": "; ".join(labels)}


def _repeated_players(lines: Sequence[EntryLine]) -> list[tuple[int, str]]:
    """Return a problem, with its line number, for each player who is in the list twice."""
    first: dict[int | str, int] = {}
    problems = []
    for line in lines:
        for player in line.players:
            who = player.pk or _normalized(player.name)
            if first.get(who) == line.number:
                in_line = _("Line %(number)s: %(name)s appears twice.")
                problems.append((line.number, in_line % {"number": line.number, "name": player.name}))
            elif who in first:
                values = {"number": line.number, "name": player.name, "first": first[who]}
                problem = _("Line %(number)s: %(name)s is already on line %(first)s.") % values
                problems.append((line.number, problem))
            first.setdefault(who, line.number)
    return problems


def _normalized(name: str) -> str:
    """Return a name without case, commas, brackets and double blanks."""
    composed = unicodedata.normalize("NFC", name).casefold()
    return " ".join(re.sub(r"[,()]", " ", composed).split())
