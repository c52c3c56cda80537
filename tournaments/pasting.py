"""Pairs from a pasted list: two names a line.

Knows how people write two names beside each other and which players a club has; must not know entries.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player

MOST_PAIRS = 300
BETWEEN_NAMES = re.compile(r"\s+[-–—]\s+|\s*[/&+;\t]\s*")

Pair = tuple[Player, Player]
Complaint = str


@dataclass(frozen=True, slots=True)
class PastedPairs:
    """What a list gave: its pairs, or what is wrong with which line."""

    pairs: tuple[Pair, ...]
    complaints: tuple[Complaint, ...]


def read_pairs(text: str, players: Iterable[Player]) -> PastedPairs:
    """Read a pasted list; every line that cannot be read is named, and why."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) > MOST_PAIRS:
        return PastedPairs((), (too_many(len(lines)),))
    known = by_folded_name(players)
    read = [read_line(number, line, known) for number, line in lines]
    pairs = tuple(found for found in read if not isinstance(found, str))
    complaints = tuple(found for found in read if isinstance(found, str))
    return PastedPairs(pairs, complaints or twice(pairs))


def too_many(lines: int) -> Complaint:
    most = ngettext("at most %(most)s pair", "at most %(most)s pairs", MOST_PAIRS) % {"most": MOST_PAIRS}
    return _("The list has %(lines)s lines; enter %(most)s at a time.") % {"lines": lines, "most": most}


def read_line(number: int, line: str, known: Mapping[str, Sequence[Player]]) -> Pair | Complaint:
    names = [name for name in BETWEEN_NAMES.split(line.strip()) if name]
    if len(names) != 2:
        return _("Line %(number)s: write two names, as in “Anna Berg – Bo Ek”. Read: “%(line)s”.") % {
            "number": number,
            "line": line.strip()[:80],
        }
    found = [known.get(folded(name), ()) for name in names]
    for name, players in zip(names, found, strict=True):
        if len(players) != 1:
            return who(number, name[:80], bool(players))
    return (found[0][0], found[1][0])


def who(number: int, name: str, several: bool) -> Complaint:
    if several:
        sentence = _("Line %(number)s: the club has several players called “%(name)s”.")
    else:
        sentence = _("Line %(number)s: the club has no player called “%(name)s”.")
    return sentence % {"number": number, "name": name}


def twice(pairs: Sequence[Pair]) -> tuple[Complaint, ...]:
    """Nobody plays twice in an event, nor with himself."""
    players = [player for pair in pairs for player in pair]
    repeated = {player.pk: player for player in players if players.count(player) > 1}
    return tuple(
        _("%(name)s stands in the list twice.") % {"name": player.name} for player in repeated.values()
    )


def by_folded_name(players: Iterable[Player]) -> dict[str, list[Player]]:
    """Players under their name in both orders: “Anna Berg” and “Berg Anna”."""
    known: dict[str, list[Player]] = {}
    for player in players:
        for name in {folded(player.name), folded(f"{player.family_name} {player.given_name}")}:
            known.setdefault(name, []).append(player)
    return known


def folded(name: str) -> str:
    """A name without what people leave out when they type fast: case, commas, double blanks."""
    composed = unicodedata.normalize("NFC", name).casefold()
    return " ".join(composed.replace(",", " ").split())
