"""What pages and reports read of a game: every read with a join is here. Writes nothing."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from django.db.models import Exists, JSONField, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Cast
from django.shortcuts import get_object_or_404

from clubs.db.prepared import Question, Read
from clubs.db.single_row import number_in, row_in
from clubs.models import Club, LogEntry, Player
from clubs.people.names import public_name
from clubs.people.queries import containing
from clubs.text.alphabet import folded
from scoring.core.deal_sheet import DealSheet
from scoring.models import (
    Adjustment,
    Call,
    Confirmation,
    Deal,
    DealVersion,
    Game,
    Hand,
    Juror,
    OwnProtocol,
    Ruling,
    Seat,
    Side,
    Signature,
    Signing,
    Table,
    WrittenWarning,
)
from scoring.store import sheets
from scoring.store.signers import is_signed


@dataclass(frozen=True)  # without slots, for what is kept once it has been asked for
class DealRow:
    """A deal of a game with what is written down of it now, and with its hands where it counts."""

    deal: Deal
    version: DealVersion | None

    @cached_property
    def hands(self) -> Sequence[Hand]:
        return list(self.deal.hands.all())

    @cached_property
    def sheet(self) -> DealSheet:
        """What is written down of the deal, as the core reads it."""
        if self.version is None:
            raise LookupError(f"nothing is written down of deal {self.deal.pk}")
        return sheets.stored_sheet(self.deal.game, self.version.sheet, self.deal.openings)


@dataclass(frozen=True, slots=True)
class Voided:
    """When a deal was declared void, and why."""

    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class DealTold:
    """Everything that was ever said of a deal."""

    deal: Deal
    versions: Sequence[DealVersion]
    protocols: Sequence[OwnProtocol]
    # By the verb for it; a ruling by which the deal is void is one of the rulings.
    voided: Voided | None
    rulings: Sequence[Ruling] = ()

    @property
    def row(self) -> DealRow:
        """The deal as it stands now."""
        return DealRow(self.deal, next((version for version in self.versions if version.current), None))


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesWanted:
    """Which games a list is asked for."""

    text: str = ""
    club: int | None = None
    ruleset: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class GameNow:
    """A game as its table needs it: all deals with their hands, and everything about the last of them."""

    game: Game
    sides: Sequence[Side]
    deals: Sequence[Deal]
    # What is written down of the last deal, with what was said of it.
    version: DealVersion | None
    protocols: Sequence[OwnProtocol]
    call: Call | None
    # When it is over or signed: all that is signed with it, and every signature given so far.
    rows: Sequence[DealRow] = ()
    signings: Sequence[Signing] = ()


def with_sides(deal: int | None = None) -> QuerySet[Game]:
    """Games with their sides and who sits in them: now, or in a deal."""
    return _games_with_club().prefetch_related(Prefetch("sides", _seated_sides(deal)))


def _games_with_club() -> QuerySet[Game]:
    return Game.objects.select_related("book__club")


def _seated_sides(deal: int | None = None) -> QuerySet[Side]:
    """Sides in their order, with who sits in them: now, or in a deal."""
    seated = Q(until_deal=None) if deal is None else Q(from_deal__lte=deal) & _still_seated(deal)
    return _sides_in_order().prefetch_related(Prefetch("seats", queryset=_seats_with_players(seated)))


def _sides_in_order() -> QuerySet[Side]:
    return Side.objects.order_by("number")


def _seats_with_players(seated: Q) -> QuerySet[Seat]:
    return Seat.objects.filter(seated).select_related("player").order_by("position")


def _still_seated(deal: int) -> Q:
    return Q(until_deal=None) | Q(until_deal__gte=deal)


def tables_with_game() -> QuerySet[Table]:
    """Tables with the game that is played at them, its sides and who sits in them."""
    return _tables_with_club().prefetch_related(Prefetch("game__sides", queryset=_seated_sides()))


def _tables_with_club() -> QuerySet[Table]:
    return Table.objects.select_related("club", "game__book__club")


AT_TABLE: Final = Question(lambda secret: _tables_with_club().filter(secret=secret), str)
GAME: Final = Question(lambda pk: _games_with_club().filter(pk=pk), int)
SIDES: Final = Question(lambda game: _sides_in_order().filter(game=game), int)
SEATS: Final = Question(lambda game: _seats_with_players(Q(until_deal=None)).filter(side__game=game), int)


def table_opened_by(secret: str) -> Table | None:
    """The table that a secret opens, with its game, its sides and who sits in them now."""
    table = AT_TABLE.one(secret)
    if table is not None and table.game is not None:
        _seat(table.game)
    return table


def game_with_sides(pk: int) -> Game | None:
    """A game with its sides and who sits in them now."""
    game = GAME.one(pk)
    if game is not None:
        _seat(game)
    return game


def _seat(game: Game) -> None:
    """Give a game its sides and who sits in them now, as `with_sides` does."""
    seated = SEATS.ask(game.pk)
    for side in Read(game, "sides", SIDES.ask(game.pk)):
        side.game = game
        for one in Read(side, "seats", [one for one in seated if one.side_id == side.pk]):
            one.side = side


def side_names(game: Game, call: Callable[[Player], str] = public_name) -> list[str]:
    """The sides as a public page calls them, or with `full_name` as the desk does."""
    return [side_name(side, call) for side in game.sides.all()]


def side_name(side: Side, call: Callable[[Player], str] = public_name) -> str:
    return " – ".join(call(seat.player) for seat in side.seats.all())


def deals_of(game: Game) -> list[DealRow]:
    """All deals that were dealt, in their order."""
    deals = _dealt(game)
    written = {version.deal_id: version for version in WRITTEN.ask(game.pk)}
    for deal in deals:
        for version in Read(deal, "versions", filter(None, [written.get(deal.pk)])):
            version.deal = deal
    return [DealRow(deal, written.get(deal.pk)) for deal in deals]


DEALS: Final = Question(lambda game: Deal.objects.filter(game=game).order_by("number"), int)
HANDS: Final = Question(lambda game: Hand.objects.filter(deal__game=game).order_by("side__number"), int)
WRITTEN: Final = Question(lambda game: DealVersion.objects.filter(deal__game=game, current=True), int)


def _dealt(game: Game) -> list[Deal]:
    """All deals in their order, with their hands."""
    deals, hands = DEALS.ask(game.pk), defaultdict[int, list[Hand]](list)
    for hand in HANDS.ask(game.pk) if deals else ():
        hands[hand.deal_id].append(hand)
    for deal in deals:
        deal.game = game
        for hand in Read(deal, "hands", hands[deal.pk]):
            hand.deal = deal
    return deals


def deal_of(game: Game, number: int) -> Deal:
    """One deal of a game with its hands; 404 where it was not dealt."""
    return get_object_or_404(with_hands(game.deals.filter(number=number)))


def neighbours_of(deal: Deal) -> tuple[int | None, int | None]:
    """The numbers of the deals before and after, as far as they were dealt."""
    before, after = deal.number - 1, deal.number + 1
    beside = Deal.objects.filter(game=deal.game_id, number__in=(before, after)).order_by()
    dealt = set(beside.values_list("number", flat=True))
    return before if before in dealt else None, after if after in dealt else None


def revision_of_deal(pk: int, number: int) -> int | None:  # noqa: ARG001  # the address has it
    """A deal's page shows what its game's book keeps."""
    return revision_of_game(pk)


_REVISION_OF_GAME: Final = """
    SELECT book.revision FROM scoring_game AS game
    JOIN clubs_book AS book ON book.id = game.book_id
    WHERE game.id = %s
"""


def revision_of_game(pk: int) -> int | None:
    """What a game's pages depend on, in one row."""
    return number_in(_REVISION_OF_GAME, pk)


def adjustments_of(game: Game) -> QuerySet[Adjustment]:
    """The ledger of a game and of its deals, as it was written."""
    return all_adjustments().filter(game=game)


def all_adjustments() -> QuerySet[Adjustment]:
    return Adjustment.objects.select_related("deal", "side", "ruling").order_by("at", "pk")


def rulings_of(game: Game) -> QuerySet[Ruling]:
    """The rulings of a game with their jury and their points, and whether a deal waits for one."""
    return all_rulings().filter(game=game)


def all_rulings() -> QuerySet[Ruling]:
    jurors = Juror.objects.select_related("user__player")
    charges = Adjustment.objects.select_related("deal", "side").order_by("pk")
    waits = Exists(rulings_to_carry_out().filter(pk=OuterRef("pk")))
    rulings = Ruling.objects.select_related("deal", "author").annotate(waits=waits).order_by("number")
    return rulings.prefetch_related(
        Prefetch("jurors", queryset=jurors), Prefetch("charges", queryset=charges)
    )


def rulings_if_any(game: Game) -> Sequence[Ruling]:
    """The same for a page that is fetched anew after every deal: most games have none."""
    return list(rulings_of(game)) if game.rulings.exists() else []


def were_mended(rows: Sequence[DealRow]) -> bool:
    """Whether a deal was written anew or declared void."""
    return any(row.deal.version > 1 or row.deal.state == Deal.State.VOID for row in rows)


def rulings_to_carry_out() -> QuerySet[Ruling]:
    """Rulings by which a deal is still to be written anew: nothing has decided it since."""
    since = Ruling.objects.filter(
        deal=OuterRef("deal"), number__gt=OuterRef("number"), cancelled_at=None
    ).exclude(outcome=Ruling.Outcome.NONE)
    waiting = Ruling.objects.filter(outcome=Ruling.Outcome.ANEW, cancelled_at=None, versions=None)
    return waiting.exclude(deal__state=Deal.State.VOID).exclude(Exists(since))


def deals_to_write_anew(game: Game) -> dict[int, Ruling]:
    """The rulings of a game that are still to be carried out, by their deals."""
    return {ruling.deal_id: ruling for ruling in rulings_to_carry_out().filter(game=game) if ruling.deal_id}


def players_of(game: Game) -> list[Player]:
    """Everybody who sits or has sat in a game, in the order of the sides."""
    seats = Seat.objects.filter(side__game=game).select_related("player")
    order = seats.order_by("side__number", "position", "from_deal")
    return list(dict.fromkeys(seat.player for seat in order))


def warnings_given(**to: Any) -> QuerySet[WrittenWarning]:
    """Written warnings with all that is told of them, the latest first."""
    told = WrittenWarning.objects.filter(**to).select_related("player", "author", "game__book__club")
    return told.order_by("-at", "-pk")


def warnings_of_club(club: Club, words: str = "") -> QuerySet[WrittenWarning]:
    """Those given in the club's games, and to players who are at home in it."""
    of_club = Q(game__book__club=club) | Q(player__home_club=club)
    found = Player.objects.filter(containing(words))
    return warnings_given(player__in=found).filter(of_club)


def deal_told(deal: Deal) -> DealTold:
    """The life of a deal: each version with what was said of it, the sides' own protocols, and rulings."""
    said = Confirmation.objects.select_related("player").order_by("at", "pk")
    versions = deal.versions.select_related("player", "ruling").order_by("number")
    return DealTold(
        deal,
        list(versions.prefetch_related(Prefetch("confirmations", queryset=said))),
        list(deal.protocols.select_related("player").order_by("at", "pk")),
        _voided(deal) if deal.state == Deal.State.VOID else None,
        list(rulings_of(deal.game).filter(deal=deal)),
    )


def _voided(deal: Deal) -> Voided | None:
    """As the log has it: the deal only says that it is void. What a ruling has done the ruling tells."""
    if deal.rulings.filter(outcome=Ruling.Outcome.VOID, cancelled_at=None).exists():
        return None
    entries = LogEntry.objects.filter(book__games__deals=deal, act="deal.voided").order_by("-number")
    said = entries.annotate(said=Cast("text", JSONField()))
    entry = said.filter(said__subject=f"{deal._meta.label_lower}:{deal.pk}").first()
    return None if entry is None else Voided(entry.at, json.loads(entry.text)["reason"])


def clubs_with_games() -> QuerySet[Club]:
    return Club.objects.filter(books__games__isnull=False).distinct().order_by("order", "pk")


def games_found(wanted: GamesWanted) -> QuerySet[Game]:
    """The games that everybody may see, the newest first."""
    games = with_sides().order_by("-opened_at", "-pk")
    if wanted.club is not None:
        games = games.filter(book__club=wanted.club)
    if wanted.ruleset:
        games = games.filter(ruleset=wanted.ruleset)
    if wanted.state:
        games = games.filter(state=wanted.state)
    for word in folded(wanted.text).split():
        games = games.filter(Exists(_seats_of_somebody_named(word)))
    return games


def _seats_of_somebody_named(word: str) -> QuerySet[Seat]:
    """Seats of players whose name may be shown and has the word in it.

    What a player is found by has the name twice, in both orders, and the licence number once: a word that
    stands there once is no part of the name, and nobody is to learn a licence number here.
    """
    shown = Seat.objects.filter(side__game=OuterRef("pk"), player__may_publish=True)
    return shown.filter(player__found_by__contains=word, player__found_by__regex=f"{word}.*{word}")


def game_now(game: Game) -> GameNow:
    """A game that came `with_sides`, as its table needs it."""
    if game.over or is_signed(game):
        return _game_over(game)
    deals = _dealt(game)
    last = deals[-1] if deals else None
    drafted = last is not None and last.state == Deal.State.DRAFT
    return GameNow(
        game,
        list(game.sides.all()),
        deals,
        None if last is None or drafted else version_now(last),
        _protocols_of(last) if last is not None and drafted else (),
        open_call(game),
    )


def _game_over(game: Game) -> GameNow:
    """The same of a game that is over or signed, with what its signatures stand under."""
    written = Prefetch("versions", queryset=_spoken_of(DealVersion.objects.filter(current=True)))
    deals = with_hands(game.deals.order_by("number")).prefetch_related(written)
    rows = [DealRow(deal, next(iter(deal.versions.all()), None)) for deal in deals]
    return GameNow(
        game,
        list(game.sides.all()),
        [row.deal for row in rows],
        rows[-1].version if rows else None,
        (),
        open_call(game),
        rows,
        signings_of(game),
    )


def signings_of(game: Game) -> list[Signing]:
    """Everything that was signed of a game, the first protocol first, with the signatures under each."""
    return list(all_signings().filter(game=game))


def all_signings() -> QuerySet[Signing]:
    given = Signature.objects.select_related("player", "author").order_by("pk")
    signings = Signing.objects.select_related("reopened_by").order_by("number")
    return signings.prefetch_related(Prefetch("signatures", queryset=given))


def with_hands(deals: QuerySet[Deal]) -> QuerySet[Deal]:
    return deals.prefetch_related(Prefetch("hands", queryset=Hand.objects.order_by("side__number")))


def version_now(deal: Deal) -> DealVersion | None:
    """What is written down of a deal now, with what was said of it."""
    # Not `deal.versions`: those may have come with the deal and bring their own words.
    return next(iter(_spoken_of(DealVersion.objects.filter(deal=deal, current=True).order_by())), None)


def _spoken_of(versions: QuerySet[DealVersion]) -> QuerySet[DealVersion]:
    """Versions with who wrote them and what was said of them."""
    words = Confirmation.objects.select_related("player").order_by("at", "pk")
    return versions.select_related("player").prefetch_related(Prefetch("confirmations", queryset=words))


def _protocols_of(deal: Deal) -> list[OwnProtocol]:
    """What the sides have handed in of a deal, where each keeps its own protocol."""
    return list(deal.protocols.filter(current=True).select_related("player").order_by("side"))


def table_state(secret: str) -> tuple[int, int | None, int | None] | None:
    """What the page of a table depends on: table, game, and the revision of the game's book. One row."""
    return row_in(_STATE_OF_TABLE, secret)


_STATE_OF_TABLE: Final = """
    SELECT place.id, place.game_id, book.revision FROM scoring_table AS place
    LEFT JOIN scoring_game AS game ON game.id = place.game_id
    LEFT JOIN clubs_book AS book ON book.id = game.book_id
    WHERE place.secret = %s
"""


def on_desk(game: Game) -> list[DealRow]:
    """All deals with all that the desk asks of them: what was said of each, and the protocols handed in."""
    said = Confirmation.objects.select_related("player", "author")
    written = DealVersion.objects.filter(current=True).prefetch_related(
        Prefetch("confirmations", queryset=said)
    )
    deals = with_hands(game.deals.order_by("number")).prefetch_related(
        Prefetch("versions", queryset=written),
        Prefetch("protocols", queryset=OwnProtocol.objects.filter(current=True)),
    )
    return [DealRow(deal, next(iter(deal.versions.all()), None)) for deal in deals]


def open_call(game: Game) -> Call | None:
    return CALLS.one(game.pk)


CALLS: Final = Question(lambda game: Call.objects.filter(game=game, answered_at=None).order_by("pk"), int)


def needs_of(game: OuterRef) -> dict[str, Exists]:
    """For annotating whatever has a game: whether its table calls, and whether a deal of it is disputed."""
    return {
        "calls": Exists(Call.objects.filter(game=game, answered_at=None)),
        "disputed": Exists(Deal.objects.filter(game=game, state=Deal.State.DISPUTED)),
    }


def table_of(game: Game) -> Table | None:
    """The table at which a game is played now."""
    return Table.objects.filter(game=game).first()


def seats_of(game: Game) -> QuerySet[Seat]:
    """Who sits at the table now."""
    seats = Seat.objects.filter(side__game=game, until_deal=None).select_related("side", "player")
    return seats.order_by("side__number", "position")


def tables_of(club: Club) -> list[Table]:
    """A club's tables with the games played at them, in the order of their numbers."""
    tables = tables_with_game().filter(club=club).annotate(**needs_of(OuterRef("game")))
    return sorted(tables, key=lambda table: by_number(table.label))


def by_number(label: str) -> tuple[tuple[bool, int, str], ...]:
    """Table 2 before table 10, and names after numbers."""
    parts = [part for part in re.split(r"(\d+)", label) if part]
    return tuple((not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts)


def tables_to_choose(club: Club) -> list[Table]:
    """A club's tables in the order of their numbers, each with its game to know whether it is over."""
    return sorted(club.tables.select_related("game"), key=lambda table: by_number(table.label))


def open_games_of(club: Club, words: str = "") -> QuerySet[Game]:
    """The club's games that are not over, the latest first; by names of players, or by table."""
    going_on = with_sides().filter(book__club=club, over=False).exclude(state=Game.State.SET_ASIDE)
    games = going_on.order_by("-pk")
    if not words:
        return games
    seated = Seat.objects.filter(player__in=Player.objects.filter(containing(words)), until_deal=None)
    return games.filter(Q(label__iexact=words) | Q(pk__in=seated.values("side__game")))


def deal_to_write(game: Game, number: int) -> Deal | None:
    """A deal with its current version and the protocols handed in of it; None where it has not been dealt."""
    versions = Prefetch("versions", queryset=DealVersion.objects.filter(current=True))
    protocols = Prefetch("protocols", queryset=OwnProtocol.objects.filter(current=True))
    deal = DEAL.one(game.pk, number)
    if deal is not None:
        deal.game = game
        prefetch_related_objects([deal], versions, protocols)
    return deal


DEAL: Final = Question(
    lambda game, number: Deal.objects.filter(game=game, number=number).order_by(), int, int
)


def words_of_ruling(deal: Deal, pk: int) -> str:
    """What a ruling on a deal says, in one line; nothing where there is no such ruling."""
    said = deal.rulings.filter(pk=pk).values_list("text", flat=True).first()
    return " ".join((said or "").split())


def number_to_write(game: Game) -> int:
    """The deal that was dealt and is not written down yet, or the next one."""
    last = game.deals.order_by("-number").first()
    if last is None:
        return 1
    return last.number if last.state == Deal.State.DRAFT else last.number + 1


def totals_before(game: Game, number: int | None, sides: int) -> list[int]:
    """What the deals before this one make; without a number, all of them."""
    before = {} if number is None else {"deal__number__lt": number}
    after = Hand.objects.filter(deal__game=game, **before)
    latest = after.order_by("-deal__number", "side__number").values_list("after", flat=True)[:sides]
    return list(latest) or list(game.carried) or [0] * sides
