"""Whom a player has met, and two players or pairs head to head, as tables and files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import public_name
from clubs.reports.report import Column, ColumnKind, Fact, Reader, Report, ReportTable, Row
from clubs.reports.tables import ExportReport
from clubs.text.alphabet import folded
from clubs.web.tables import number_columns, text_columns
from scoring.wording import labels
from tournaments.core.history.encounters import EncounterOutcome, HeadToHead
from tournaments.history.games_of_player import GameLine, lines_of_games
from tournaments.history.met import MetPlayer, PeopleMet, PlayedAgainst
from tournaments.history.naming import NamesOfPlayers
from tournaments.public.games_of_entries import balance_columns

# So many pairs of pairs are listed, those with the most games.
_MOST_PAIRS = 20


def key_of(players: Sequence[int]) -> str:
    return "-".join(map(str, sorted(players)))


@dataclass(frozen=True, slots=True)
class MetLine:
    """Somebody whom a player has met, with the page of both head to head."""

    met: MetPlayer
    name: str
    address: str

    @property
    def balance(self) -> str:
        return f"{self.met.won}–{self.met.drawn}–{self.met.lost}"

    @property
    def difference(self) -> str:
        return labels.signed_points(self.met.difference)


@dataclass(frozen=True, slots=True)
class MetPage:
    """Those whom a player has met and who may be named; how many others there are."""

    opponents: Sequence[MetLine]
    partners: Sequence[MetLine]
    unnamed: int


def load_met(player: Player, met: PeopleMet, asked: str = "") -> MetPage:
    """Name those whom a player has met: all, or those whose names have what was asked for."""
    everybody = {one.player for one in (*met.opponents, *met.partners)}
    names = NamesOfPlayers(everybody)
    words = folded(asked).split()

    def lines(of: Sequence[MetPlayer]) -> list[MetLine]:
        named = (one for one in of if names.may_name(one.player))
        return [
            MetLine(one, names.of(one.player), _address(player.pk, one.player))
            for one in named
            if all(word in folded(names.of(one.player)) for word in words)
        ]

    unnamed = sum(not names.may_name(one) for one in everybody)
    return MetPage(lines(met.opponents), lines(met.partners), unnamed)


def _address(one: int, other: int) -> str:
    return reverse("tournaments:head_to_head", args=[one, other])


def met_report(player: Player, page: MetPage) -> Report:
    return ExportReport(
        title=public_name(player),
        subtitle=_("Opponents and partners"),
        tables=(
            replace(
                _met_table(page.opponents, with_difference=True), caption=_("Opponents"), key="opponents"
            ),
            replace(_met_table(page.partners, with_difference=False), caption=_("Partners"), key="partners"),
        ),
        language=get_language() or "en",
    )


def _met_table(lines: Sequence[MetLine], *, with_difference: bool) -> ReportTable:
    difference = number_columns(difference=_("Difference")) if with_difference else ()
    return ReportTable(
        columns=(
            *text_columns(name=_("Name")),
            *number_columns(games=_("Games")),
            Column(_("Won, drawn, lost"), key="balance", reader=Reader.PEOPLE),
            *(replace(column, reader=Reader.FILES) for column in balance_columns()),
            *difference,
        ),
        rows=tuple(
            Row(
                (
                    *(line.name, line.met.games, line.balance, line.met.won, line.met.drawn, line.met.lost),
                    *((line.met.difference,) if with_difference else ()),
                )
            )
            for line in lines
        ),
    )


# Two head to head.


@dataclass(frozen=True, slots=True)
class PairLine:
    """Two pairs as which the two have met."""

    own: str
    theirs: str
    balance: str
    difference: str
    # Empty where somebody of them may not be named.
    address: str


@dataclass(frozen=True, slots=True)
class HeadToHeadPage:
    """Two players or pairs against each other."""

    one: str
    other: str
    met: PlayedAgainst
    lines: Sequence[GameLine]
    together: Sequence[GameLine]
    pairs: Sequence[PairLine]
    # The pages of the biggest win and the biggest loss; empty where there is none.
    best: str = ""
    worst: str = ""

    @property
    def games(self) -> HeadToHead:
        return self.met.games

    @property
    def balance(self) -> str:
        return balance_of(self.games)

    @property
    def difference(self) -> str:
        return labels.signed_points(self.games.difference)

    @property
    def together_balance(self) -> str:
        return "–".join(str(self.met.together.count(one)) for one in EncounterOutcome)


def balance_of(games: HeadToHead) -> str:
    return f"{games.won}–{games.drawn}–{games.lost}"


def joined(players: Sequence[Player]) -> str:
    return " – ".join(map(public_name, players))


def load_head_to_head(
    players: Sequence[Player], others: Sequence[Player], met: PlayedAgainst, most: int | None = None
) -> HeadToHeadPage:
    """Load two head to head with their games as lines: all, or so many of the latest of each list."""
    latest = slice(None if most is None else -most, None)
    shown = {game.game for game in met.games.encounters[latest]} | set(met.together_games[latest])
    ends = [one.game for one in (met.games.biggest_win, met.games.biggest_loss) if one is not None]
    found = lines_of_games(players[0], shown.union(ends))
    lines = [line for line in found if line.played in shown]
    addresses = {line.played: line.address for line in found}
    together = set(met.together_games)
    return HeadToHeadPage(
        joined(players),
        joined(others),
        met,
        [line for line in lines if line.played not in together],
        [line for line in lines if line.played in together],
        _pair_lines(met),
        *(
            "" if one is None else addresses[one.game]
            for one in (met.games.biggest_win, met.games.biggest_loss)
        ),
    )


def _pair_lines(met: PlayedAgainst) -> list[PairLine]:
    names = NamesOfPlayers(player for one in met.pairs for player in (*one.own, *one.theirs))
    return [
        PairLine(
            names.joined(one.own),
            names.joined(one.theirs),
            balance_of(one.games),
            labels.signed_points(one.games.difference),
            reverse("tournaments:head_to_head", args=[key_of(one.own), key_of(one.theirs)])
            if all(map(names.may_name, (*one.own, *one.theirs)))
            else "",
        )
        for one in met.pairs[:_MOST_PAIRS]
    ]


def head_to_head_report(page: HeadToHeadPage) -> Report:
    return ExportReport(
        title=_("%(one)s against %(other)s") % {"one": page.one, "other": page.other},
        subtitle=_("Head to head"),
        facts=(
            Fact(_("Games"), len(page.games.encounters), key="games"),
            Fact(_("Won, drawn, lost"), page.balance, key="balance"),
            Fact(_("Difference"), page.games.difference, key="difference"),
        ),
        tables=tuple(table for table in (_games_table(page), _together_table(page)) if table.rows),
        language=get_language() or "en",
    )


def _games_table(page: HeadToHeadPage) -> ReportTable:
    differences = {one.game: one.difference for one in page.games.encounters}
    return ReportTable(
        columns=(
            *text_columns(
                date=_("Date"),
                event=_("Event"),
                partners=_("Partners"),
                opponents=_("Opponents"),
                result=_("Result"),
            ),
            *number_columns(difference=_("Difference"), game=_("Number of the game")),
        ),
        rows=tuple(
            Row(
                (
                    *(line.day, line.where, line.partners, line.opponents, line.result),
                    *(differences[line.played], line.number),
                )
            )
            for line in page.lines
        ),
        caption=_("Games against each other"),
        key="games",
    )


def _together_table(page: HeadToHeadPage) -> ReportTable:
    return ReportTable(
        columns=(
            *text_columns(date=_("Date"), event=_("Event"), opponents=_("Opponents"), result=_("Result")),
            *number_columns(game=_("Number of the game")),
        ),
        rows=tuple(
            Row((line.day, line.where, line.opponents, line.result, line.number)) for line in page.together
        ),
        caption=_("Games as partners"),
        key="together",
    )


def course_table(page: HeadToHeadPage) -> ReportTable:
    """Return the figures of the plot."""
    return ReportTable(
        columns=(
            Column(_("Date")),
            Column(_("Difference"), ColumnKind.NUMBER),
            Column(_("Sum of the differences"), ColumnKind.NUMBER, short=_("Sum")),
        ),
        rows=tuple(
            Row((page.met.days[one.game], one.difference, total))
            for one, total in zip(page.games.encounters, page.games.course, strict=True)
        ),
    )
