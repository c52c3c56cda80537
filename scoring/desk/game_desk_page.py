"""The page of a game's desk: everything that it shows to a user with a role in the game's book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Book, User
from clubs.people.names import full_name
from clubs.web.links import BookLinks, links_for
from scoring.desk.game_page import GameDesk
from scoring.desk.proofreading import Proofreading, build_proofreading
from scoring.game.bidding import bidding_sentence
from scoring.game.rulings import RulingDescription, describe_rulings, desk_user_name
from scoring.game.signatures import (
    SignatureOverview,
    SignatureProgress,
    signature_overview,
    signature_progress,
)
from scoring.game.status import set_aside_sentences
from scoring.models import Adjustment, Game, Photo, Signing, Table, WrittenWarning
from scoring.overview.in_event import GameInEvent, find_in_event
from scoring.overview.rights import GameRights, game_rights
from scoring.store.deal_queries import DealRow
from scoring.store.ruling_queries import adjustments_of, find_warnings, rulings_of
from scoring.store.signing_queries import resumed_at, signings_of
from scoring.store.table_queries import table_of
from scoring.wording import labels
from scoring.wording.other_results import score_counts


@dataclass(frozen=True, slots=True)
class ScoreOfSide:
    """What counts for a side of a game."""

    side: str
    # None where what was played does not count; with the penalties and awards in it.
    result: int | None
    adjustment: int
    # In words what another result is worth.
    counts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameDeskPage:
    """Everything that the desk of a game shows."""

    desk: GameDesk
    home: BookLinks | None
    # The book of the desk that lists the game, if the user may see one.
    overview_book: int | None
    ruleset: str
    table: Table | None
    in_event: GameInEvent | None
    # Nothing is recorded in a game that is set aside.
    rights: GameRights
    # Even then a user in charge reads the log and gives warnings, in this game and in its club.
    oversees: bool
    oversees_club: bool
    set_aside_sentences: Sequence[str]
    # The contract of the deal in play, or its auction so far.
    contract: str
    rulings: Sequence[RulingDescription]
    warnings: QuerySet[WrittenWarning] | tuple[()]
    ledger: QuerySet[Adjustment]
    photos: QuerySet[Photo]
    proofreading: Proofreading
    # The signatures: of a signed or reopened game, and how far they have come in one that is over.
    signatures: SignatureOverview | None
    signing_progress: SignatureProgress | None
    # When a correction took the finished game below its target, in a game that goes on.
    resumed_at: datetime | None

    # Whether the viewer may take the game out of the lists of its club, or bring it back.
    may_archive: bool

    @property
    def score(self) -> list[ScoreOfSide]:
        """What counts for each side: its result, and in an event what another result is worth."""
        game, counts = self.desk.game, () if self.in_event is None else self.in_event.counts
        shows_result = score_counts(game.other_result)
        return [
            ScoreOfSide(
                name,
                side.result if shows_result else None,
                side.adjustment if shows_result else 0,
                counts[side.number] if counts else "",
            )
            for name, side in zip(self.desk.names, game.sides.all(), strict=True)
        ]

    @property
    def has_own_protocols(self) -> bool:
        """Whether a side has handed in a protocol of its own, which stands beside the other's on paper."""
        return any(deal.deal.protocols.all() for deal in self.desk.deals)

    @property
    def needs_attention(self) -> bool:
        """Whether the table calls, or a deal needs the director."""
        return self.desk.call is not None or bool(self.desk.pressing)

    @property
    def may_set_aside(self) -> bool:
        """Whether the viewer may let the game count for nothing; those of an event go with their round."""
        game = self.desk.game
        return self.rights.records and game.book.kind == Book.Kind.GAME and not game.is_set_aside

    @property
    def may_compare_slip_next(self) -> bool:
        """Whether the next step of the viewer is to compare a slip that says something else."""
        awaits_director = self.signing_progress is not None and self.signing_progress.waits_for_director
        may = self.rights.records and not (self.rights.directs and awaits_director)
        over = self.desk.game.over and not self.desk.game.other_result
        return over and may and not self.needs_attention and self.proofreading.differs

    @property
    def may_resume(self) -> bool:
        """Whether the game was ended before its target, and may go on."""
        game = self.desk.game
        may = game.state == Game.State.FINISHED and game.entered_result is None
        return may and bool(game.ended_by) and not game.other_result


def game_desk_page(
    game: Game,
    desk: GameDesk,
    viewer: User,
    grants: permissions.RoleGrants,
    overview_book: int | None = None,
) -> GameDeskPage:
    """The desk of a game loaded by `games_with_sides`, for a viewer with these roles."""
    roles = grants.in_book(game.book_id)
    oversees = not roles.isdisjoint(permissions.IN_CHARGE)
    rows = [DealRow(deal.deal, deal.version) for deal in desk.deals]
    signings = signings_of(game)
    signatures = signature_overview(game, desk.names, rows, signings, full_name)
    return GameDeskPage(
        desk=desk,
        home=links_for(game.book),
        overview_book=overview_book or _overview_book(game.book, grants),
        ruleset=labels.ruleset_name(game.ruleset),
        table=table_of(game),
        in_event=find_in_event(game),
        rights=GameRights() if game.is_set_aside else game_rights(roles),
        oversees=oversees,
        oversees_club=not grants.of_club.isdisjoint(permissions.IN_CHARGE),
        set_aside_sentences=list(set_aside_sentences(game)),
        contract=bidding_sentence(rows[-1].deal, full_name) if rows else "",
        rulings=describe_rulings(game, desk.names, rulings_of(game), desk_user_name),
        warnings=find_warnings(game=game) if oversees else (),
        ledger=adjustments_of(game).select_related("author"),
        photos=game.photos.all(),
        proofreading=build_proofreading(game, desk.names, rows, viewer),
        signatures=signatures,
        signing_progress=_signing_progress(game, rows, signings, signatures),
        may_archive=game.book.kind == Book.Kind.GAME and not roles.isdisjoint(permissions.DIRECTORS),
        resumed_at=resumed_at(game) if game.state == Game.State.OPEN else None,
    )


def _overview_book(book: Book, grants: permissions.RoleGrants) -> int | None:
    """The book of the desk that lists a game: its event's, or its club's for a user with a role there."""
    if book.kind != Book.Kind.GAME:
        return book.pk
    return club_book(book.club).pk if grants.of_club else None


def _signing_progress(
    game: Game,
    rows: Sequence[DealRow],
    signings: Sequence[Signing],
    signatures: SignatureOverview | None,
) -> SignatureProgress | None:
    """How far the signatures of a game have come that is over or has signatures; None for any other."""
    if signatures is not None:
        return signatures.current
    return signature_progress(game, rows, signings, full_name) if game.over else None
