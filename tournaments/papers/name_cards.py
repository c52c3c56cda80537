"""Place cards and badges: the name of each player in large letters, with the entry's number and its table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import full_name
from clubs.reports.report import Cards, CardStyle, Fact, Report
from tournaments.models import Entry, Tournament
from tournaments.papers.source import PaperSource
from tournaments.play.queries import entry_players
from tournaments.public.standings import current_language


def place_cards(source: PaperSource) -> Cards | None:
    """A card for each player to stand on the table, folded in the middle, two to a page."""
    return _name_cards(source, _("Place cards"), CardStyle.TENT, across=1, down=2)


def badges(source: PaperSource) -> Cards | None:
    """A badge for each player, ten to a page."""
    return _name_cards(source, _("Badges"), CardStyle.BADGE, across=2, down=5)


def _name_cards(source: PaperSource, title: str, style: CardStyle, across: int, down: int) -> Cards | None:
    tables = source.first_tables
    cards = tuple(
        _name_card(source, entry, player, tables)
        for entry in source.entries.values()
        if entry.state != Entry.State.WITHDRAWN
        for player in entry_players(entry)
    )
    if not cards:
        return None
    return Cards(
        title=f"{source.event.title} · {title}",
        cards=cards,
        across=across,
        down=down,
        style=style,
        language=current_language(),
    )


def _name_card(source: PaperSource, entry: Entry, player: Player, tables: Mapping[int, int]) -> Report:
    return Report(
        title=full_name(player),
        subtitle=player.home_club.name,
        facts=tuple(_facts(source.event, entry, tables)),
        notes=(source.event.title,),
        language=current_language(),
    )


def _facts(event: Tournament, entry: Entry, tables: Mapping[int, int]) -> Iterator[Fact]:
    heading = _("Player") if event.agreement.players == 1 else _("Pair")
    yield Fact(heading, entry.number, large=True)
    if entry.number in tables:
        yield Fact(_("Table in round 1:"), tables[entry.number])
