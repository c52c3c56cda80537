"""An emergency pack: of which round it is, and the data that its parts need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from clubs.reports.in_languages import in_each_language, join_languages
from clubs.reports.report import Cards, Report
from clubs.reports.side_by_side import combine_reports
from scoring.core import house_rules
from scoring.core.ruleset import RuleSet
from scoring.store.printing_queries import current_games
from scoring.store.sheets import load_ruleset
from scoring.store.table_queries import CurrentGame
from tournaments.models import Pairing, Round
from tournaments.papers import catalogue
from tournaments.papers.catalogue import PAPER_KINDS, PaperRequest
from tournaments.papers.paper import occupied_tables
from tournaments.papers.source import PaperSource
from tournaments.play.queries import PairingWithSides

# Reports or cards with their labels in the outline; empty where the label of the part is enough.
PartDocuments = Iterator[tuple[str, Report | Cards | None]]


@dataclass
class EmergencyPack:
    """The pack of a round, in one language or in two side by side."""

    source: PaperSource
    round: Round
    languages: Sequence[str]

    @cached_property
    def tables(self) -> list[PairingWithSides]:
        return occupied_tables(self.source, self.round)

    @cached_property
    def games(self) -> Mapping[int, CurrentGame]:
        """The current state of the games of the round, by their ids."""
        ids = (table.pairing.game_id for table in self.tables)
        return current_games([pk for pk in ids if pk is not None])

    @cached_property
    def tables_to_play(self) -> list[PairingWithSides]:
        """The tables whose results are still to come."""
        return [table for table in self.tables if _is_to_play(table)]

    @property
    def is_to_be_played(self) -> bool:
        return bool(self.tables_to_play)

    def game_at(self, table: PairingWithSides) -> CurrentGame | None:
        game = table.pairing.game_id
        return None if game is None else self.games[game]

    @cached_property
    def rules(self) -> RuleSet:
        """The event's game with its house rules."""
        event = self.source.event
        return house_rules.with_options(load_ruleset(event.ruleset), tuple(sorted(event.options.items())))

    @property
    def is_narrow(self) -> bool:
        return len(self.languages) > 1

    def in_languages(self, make: Callable[[], Report]) -> Report:
        """A report in the language or the two languages of the pack."""
        made = in_each_language(self.languages, lambda: catalogue.of_state(make(), self.source))
        return combine_reports(*(report for report in made if isinstance(report, Report)))

    def label(self, make: Callable[[], str]) -> str:
        """A label in the language or the two languages of the pack."""
        return join_languages(self.languages, make)

    def paper(self, code: str) -> Report | Cards | None:
        """A paper of the catalogue, as it is printed there."""
        request, languages = PaperRequest(self.round), "-".join(self.languages)
        document = catalogue.make_document(PAPER_KINDS[code], self.source, request, languages)
        return document if isinstance(document, Report | Cards) else None


def _is_to_play(table: PairingWithSides) -> bool:
    game = table.pairing.game
    return table.pairing.kind == Pairing.Kind.PLAYED and (game is None or not game.over)
