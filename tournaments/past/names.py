"""The players of a cell: “Anna Berg – Bo Ek”, “Berg, Anna / Ek, Bo”, or one name."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _

from clubs.people.paste import PlayerLine, parse_player
from clubs.reports.separated import FORMULA_STARTS
from clubs.text.alphabet import folded
from clubs.text.pasting import BETWEEN_NAMES
from clubs.text.sheet_cells import quoted
from tournaments.past.template import MAX_PLAYERS

_MARKUP: Final = frozenset("<>")
_SEVERAL_WORDS: Final = 2
_MAX_NAMES: Final = 2_000


class NamesRefused(Exception):
    """A cell is no pair and no player; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def split_names(cell: str) -> list[str]:
    """Return the names in a cell, one for each player. Raises NamesRefused."""
    names = [part.strip() for part in BETWEEN_NAMES.split(cell) if part.strip()]
    for name in names:
        before, comma, after = name.partition(",")
        if comma and min(len(before.split()), len(after.split())) >= _SEVERAL_WORDS:
            sentence = _("“%(typed)s” can be one player or two. Write a slash between two players.")
            raise NamesRefused(sentence % quoted(name))
    return names


def read_names(names: list[str]) -> tuple[PlayerLine, ...]:
    """Return the players of these names. Raises NamesRefused."""
    if not names:
        raise NamesRefused(_("The names are missing."))
    if len(names) > MAX_PLAYERS:
        sentence = _("%(count)s names are here; an entry has at most %(most)s.")
        raise NamesRefused(sentence % {"count": len(names), "most": MAX_PLAYERS})
    return tuple(map(_read_name, names))


@lru_cache(maxsize=_MAX_NAMES)
def _read_name(name: str) -> PlayerLine:
    """Return the player of a name. A list has the same few names again and again."""
    refuse_formula(name)
    player = parse_player(name)
    if player.licence:
        raise NamesRefused(_("“%(typed)s” has a number. Write names only.") % quoted(name))
    if player.problem:
        not_one = _("“%(typed)s” is no player.") % quoted(name)
        raise NamesRefused(f"{not_one} {player.problem}")
    return player


def refuse_formula(name: str) -> None:
    """Refuse a name that a spreadsheet or a page could run. Raises NamesRefused."""
    if name.startswith(FORMULA_STARTS) or _MARKUP & set(name):
        raise NamesRefused(_("“%(typed)s” looks like a formula or markup.") % quoted(name))


def person_key(player: PlayerLine) -> str:
    """Return what is the same for all spellings of a name in a list: its words in any order."""
    return " ".join(sorted(folded(player.name).split()))
