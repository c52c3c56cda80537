"""What games have recorded about a person, as tables of the file about that person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import public_name
from clubs.reports.tables import LongTable, Values
from clubs.web.links import links_of
from clubs.web.tables import local_time, number_columns, text_columns
from scoring.models import (
    Call,
    Confirmation,
    DealVersion,
    Game,
    OwnProtocol,
    Photo,
    Ruling,
    Seat,
    Signature,
    WrittenWarning,
)
from scoring.store.game_queries import games_with_sides


def tables_of_person(_player: Player, ids: Sequence[int]) -> Iterable[LongTable]:
    yield _games(ids)
    yield _written(ids)
    yield _answers(ids)
    yield _signatures(ids)
    yield _warnings(ids)
    yield _in_games(ids)
    yield _calls(ids)


def _games(ids: Sequence[int]) -> LongTable:
    return LongTable(
        columns=(
            *number_columns(game=_("Number of the game")),
            *text_columns(
                date=_("Date"), where=_("Event or game"), partners=_("Partners"), opponents=_("Opponents")
            ),
            *number_columns(own=_("Own total"), best_other=_("Best other total")),
            *text_columns(state=_("State")),
        ),
        lines=lambda: _game_lines(ids),
        caption=_("Games"),
        key="games",
    )


def _game_lines(ids: Sequence[int]) -> Iterator[Values]:
    seated = Seat.objects.filter(player__in=ids).order_by("side__game", "pk")
    own = dict(seated.values_list("side__game", "side"))
    for game in games_with_sides().filter(pk__in=own).select_related("book").order_by("opened_at", "pk"):
        sides = list(game.sides.all())
        mine = next(side for side in sides if side.pk == own[game.pk])
        others = [side for side in sides if side.pk != mine.pk]
        label = links_of([game.book]).get(game.book_id)
        yield (
            game.pk,
            local_time(game.opened_at),
            label.label if label else str(game),
            " – ".join(public_name(seat.player) for seat in mine.seats.all() if seat.player_id not in ids),
            " / ".join(public_name(seat.player) for side in others for seat in side.seats.all()),
            mine.result,
            max(side.result for side in others),
            game.get_state_display(),
        )


def _written(ids: Sequence[int]) -> LongTable:
    versions = DealVersion.objects.filter(player__in=ids).select_related("deal").order_by("at", "pk")
    sheets = OwnProtocol.objects.filter(player__in=ids).select_related("deal").order_by("at", "pk")

    def lines() -> Iterator[Values]:
        for version in versions:
            kind = version.get_kind_display()
            yield version.deal.game_id, version.deal.number, local_time(version.at), kind, version.reason
        for sheet in sheets:
            yield sheet.deal.game_id, sheet.deal.number, local_time(sheet.at), _("own score sheet"), ""

    return LongTable(
        columns=(
            *number_columns(game=_("Number of the game"), deal=_("Deal")),
            *text_columns(at=_("Time"), kind=_("Kind"), reason=_("Reason")),
        ),
        lines=lines,
        caption=_("Deals written down"),
        key="deals_written",
    )


def _answers(ids: Sequence[int]) -> LongTable:
    rows = Confirmation.objects.filter(player__in=ids).select_related("version__deal").order_by("at", "pk")
    return LongTable(
        columns=(
            *number_columns(game=_("Number of the game"), deal=_("Deal")),
            *text_columns(at=_("Time"), kind=_("Kind"), reason=_("Reason")),
        ),
        lines=lambda: (
            (
                row.version.deal.game_id,
                row.version.deal.number,
                local_time(row.at),
                row.get_kind_display(),
                row.reason,
            )
            for row in rows
        ),
        caption=_("Deals approved or disputed"),
        key="answers",
    )


def _signatures(ids: Sequence[int]) -> LongTable:
    rows = Signature.objects.filter(player__in=ids).select_related("signing").order_by("at", "pk")
    return LongTable(
        columns=(
            *number_columns(game=_("Number of the game")),
            *text_columns(
                at=_("Time"),
                kind=_("Kind"),
                typed=_("Typed name"),
                drawn=_("Signature drawn"),
                reason=_("Reason"),
            ),
        ),
        lines=lambda: (
            (
                row.signing.game_id,
                local_time(row.at),
                row.get_kind_display(),
                row.typed,
                _("yes") if row.strokes else _("no"),
                row.reason,
            )
            for row in rows
        ),
        caption=_("Signatures"),
        key="signatures",
    )


def _warnings(ids: Sequence[int]) -> LongTable:
    rows = WrittenWarning.objects.filter(player__in=ids).order_by("at", "pk")
    return LongTable(
        columns=(
            *number_columns(game=_("Number of the game")),
            *text_columns(at=_("Time"), rule=_("Paragraph"), text=_("Warning"), cancelled=_("Revoked")),
        ),
        lines=lambda: (
            (row.game_id, local_time(row.at), row.rule, row.text, row.cancelled_because) for row in rows
        ),
        caption=_("Written warnings"),
        key="warnings",
    )


def _in_games(ids: Sequence[int]) -> LongTable:
    """Rulings and photographs of the games in which the person sat."""
    games = Game.objects.filter(sides__seats__player__in=ids).order_by().values("pk")
    rulings = Ruling.objects.filter(game__in=games).order_by("at", "pk")
    photos = Photo.objects.filter(game__in=games).order_by("at", "pk")

    def lines() -> Iterator[Values]:
        for ruling in rulings:
            kind = _("ruling %(number)s") % {"number": ruling.number}
            yield ruling.game_id, local_time(ruling.at), kind, ruling.text
        for photo in photos:
            yield photo.game_id, local_time(photo.at), _("photograph"), photo.digest

    return LongTable(
        columns=(
            *number_columns(game=_("Number of the game")),
            *text_columns(at=_("Time"), kind=_("Kind"), text=_("Text")),
        ),
        lines=lines,
        caption=_("Rulings and photographs of these games"),
        key="rulings_and_photographs",
    )


def _calls(ids: Sequence[int]) -> LongTable:
    """Calls for the director by a side at which the person sat."""
    sat = set(Seat.objects.filter(player__in=ids).values_list("side__game", "side__number"))
    rows = Call.objects.filter(game__in={game for game, _side in sat}).order_by("at", "pk")
    return LongTable(
        columns=(
            *number_columns(game=_("Number of the game")),
            *text_columns(at=_("Time"), reason=_("Reason"), text=_("Text")),
        ),
        lines=lambda: (
            (row.game_id, local_time(row.at), row.get_reason_display(), row.text)
            for row in rows
            if row.side is None or (row.game_id, row.side) in sat
        ),
        caption=_("Calls for the director"),
        key="calls",
    )
