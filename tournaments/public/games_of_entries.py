"""The games of an entry won, drawn and lost, and what it has had besides: in words, or in signs on paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.reports.report import Column, ColumnKind
from tournaments.core.criterion import EntryTotals
from tournaments.core.results import ResultKind
from tournaments.core.standings import Placing


class Balance(Protocol):
    """The games won, drawn and lost, as they are counted or as they are stored."""

    @property
    def wins(self) -> int: ...

    @property
    def draws(self) -> int: ...

    @property
    def losses(self) -> int: ...


def games_in_words(total: EntryTotals) -> str:
    """The games won, drawn and lost; a sit-out is none of these and is named."""
    if total.wins + total.draws + total.losses == len(total.rounds):
        return _won_drawn_lost(total)  # of most entries in a big event, so no kinds of rounds are counted
    return balance_in_words(total, kinds_of(total))


def balance_columns() -> tuple[Column, ...]:
    """The columns of games won, drawn and lost, for files."""
    return (
        Column(_("Games won"), ColumnKind.NUMBER, key="wins"),
        Column(_("Games drawn"), ColumnKind.NUMBER, key="draws"),
        Column(_("Games lost"), ColumnKind.NUMBER, key="losses"),
    )


def kinds_of(total: EntryTotals) -> Counter[ResultKind]:
    """How many rounds of each kind an entry has had."""
    return Counter(score.kind for score in total.rounds)


def balance_in_words(balance: Balance, kinds: Mapping[ResultKind, int]) -> str:
    """The games won, drawn and lost, and which rounds were none of these."""
    games = ", ".join(
        (
            _won_drawn_lost(balance),
            *(label() % {"count": kinds[kind]} for kind, label in _OTHER_GAMES.items() if kinds.get(kind)),
        )
    )
    sit_outs = kinds.get(ResultKind.SIT_OUT, 0)
    if not sit_outs:
        return games
    words = {"games": games, "count": sit_outs}
    return ngettext("%(games)s and a sit-out", "%(games)s and %(count)s sit-outs", sit_outs) % words


def _won_drawn_lost(balance: Balance) -> str:
    return f"{balance.wins}–{balance.draws}–{balance.losses}"


def _count_of(kind: ResultKind, total: EntryTotals) -> int:
    return sum(score.kind is kind for score in total.rounds)


# Games that are no win, draw or loss, as they stand beside these.
_OTHER_GAMES: Final[Mapping[ResultKind, Callable[[], str]]] = {
    ResultKind.ADJUSTED: lambda: pgettext("games that the jury has decided", "%(count)s adj."),
    ResultKind.BROKEN_OFF: lambda: _("%(count)s broken off"),
    ResultKind.VOID: lambda: _("%(count)s not counted"),
}
# The same on paper, where a column has no room for words; a note under the table says what each sign is.
_SIGNS: Final[Mapping[ResultKind, str]] = {
    ResultKind.SIT_OUT: "*",
    ResultKind.ADJUSTED: "†",
    ResultKind.BROKEN_OFF: "‡",
    ResultKind.VOID: "§",
}
_SIGN_NOTES: Final[Mapping[ResultKind, Callable[[], str]]] = {
    ResultKind.SIT_OUT: lambda: _("%(sign)s a sit-out"),
    ResultKind.ADJUSTED: lambda: _("%(sign)s a game that the jury has decided"),
    ResultKind.BROKEN_OFF: lambda: _("%(sign)s a game that was broken off"),
    ResultKind.VOID: lambda: _("%(sign)s a game that counts nothing"),
}


def games_in_signs(total: EntryTotals) -> str:
    """The games won, drawn and lost, with a sign for each round that is none: “1–0–0 *”, “0–0–1 2*”."""
    signs = [
        f"{count if count > 1 else ''}{sign}"
        for kind, sign in _SIGNS.items()
        if (count := _count_of(kind, total))
    ]
    return " ".join((_won_drawn_lost(total), *signs))


def sign_notes(placings: Iterable[Placing]) -> list[str]:
    """A note for each sign that stands in the table."""
    kinds = {score.kind for placing in placings for score in placing.totals.rounds}
    return [note() % {"sign": _SIGNS[kind]} for kind, note in _SIGN_NOTES.items() if kind in kinds]
