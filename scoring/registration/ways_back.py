"""The way back of each act on games: the verb that takes it back, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import IN_CHARGE, RECORDERS
from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from clubs.books.words import payload_of
from clubs.books.writing import Author
from clubs.models import Book, LogEntry
from scoring import recording
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.models import Adjustment, Call, Deal, Game, Photo, Ruling, Seat, Table, WrittenWarning
from scoring.store.bidding import read_bidding
from scoring.store.sheets import rules_of_game

_CHANGED: Final = _lazy("It has been changed since.")
_TAKEN_BACK: Final = _lazy("It has already been revoked.")
_GAME_SIGNED: Final = _lazy("The game is signed. Open it again first.")
_GAME_OFFICIAL: Final = _lazy("The result is official.")
_SET_ASIDE: Final = _lazy("The game is set aside.")


def _game_of(act: PastAct) -> Game:
    game = Game.objects.select_related("book").get(pk=act.row)
    if game.is_set_aside:
        raise NotNow(_SET_ASIDE)
    return game


def _open_game_of(act: PastAct) -> Game:
    """Return a game in which a result may still change without opening its score sheet again."""
    game = _game_of(act)
    _refuse_closed(game)
    return game


def _refuse_closed(game: Game) -> None:
    if game.state == Game.State.OFFICIAL:
        raise NotNow(_GAME_OFFICIAL)
    if game.state == Game.State.SIGNED:
        raise NotNow(_GAME_SIGNED)


# Seats.


def _substitution(act: PastAct) -> Undo:
    game = _open_game_of(act)
    seats = Seat.objects.filter(side__game=game, side__number=act.after["side"], until_deal=None)
    seat = seats.select_related("player").filter(player=act.after["player"]).first()
    if seat is None:
        raise NotNow(_CHANGED)
    if Deal.objects.filter(game=game, number__gte=act.after["from_deal"]).exists():
        raise NotNow(_lazy("A deal has been dealt since: substitute the player again instead."))
    left = act.before["player"]
    leaving, side = seat.player, act.after["side"]
    coming = type(leaving).objects.get(pk=left)
    return Undo(
        lambda by, _reason, key: recording.substitute(by, game, side, leaving, coming, key),
        asks_reason=False,
    )


def _table(act: PastAct) -> Undo:
    table = Table.objects.select_related("game__book", "club").filter(pk=act.row).first()
    if table is None:
        raise NotNow(_lazy("This table has been deleted."))
    if table.game_id != act.after["game"]:
        raise NotNow(_CHANGED)
    if "game" not in act.before:
        raise NotNow(_lazy("The log of that time does not say which game was there before."))
    former = act.before["game"]
    game = None if former is None else Game.objects.select_related("book").get(pk=former)
    if game is not None and (game.is_set_aside or Table.objects.filter(game=game).exists()):
        raise NotNow(_lazy("The game that was there before is elsewhere now, or no longer played."))
    return Undo(lambda by, _reason, _key: recording.assign_table(by, table, game), asks_reason=False)


# Void deals.


def _voided(act: PastAct) -> Undo:
    deal = Deal.objects.select_related("game__book").get(pk=act.row)
    game = deal.game
    if game.is_set_aside:
        raise NotNow(_SET_ASIDE)
    _refuse_closed(game)
    recording.find_state_before_void(deal)
    number = deal.number
    return Undo(lambda by, reason, key: recording.restore_deal(by, game, number, reason, key))


def _bidding(act: PastAct) -> Undo:
    deal = Deal.objects.select_related("game__book").get(pk=act.row)
    if deal.state != Deal.State.DRAFT:
        raise NotNow(_lazy("The deal has been recorded since: its contract is corrected there."))
    if deal.bidding != act.after["bidding"]:
        raise NotNow(_CHANGED)
    game, number, version = deal.game, deal.number, deal.bidding_version
    former = act.before["bidding"]
    bidding = None if former is None else read_bidding(rules_of_game(game).contract, former)

    def run(by: Author, _reason: str, key: UUID) -> Deal:
        entered = recording.EnteredBidding(number=number, version=version, bidding=bidding, key=key)
        return recording.enter_bidding(by, game, entered)

    return Undo(run, asks_reason=False)


# Ends and results.


def _early_end(act: PastAct) -> Undo:
    game = _open_game_of(act)
    if game.ended_by != act.after["end"]:
        raise NotNow(_CHANGED)
    if game.entered_result is not None:
        raise NotNow(_lazy("A result was entered for it. Take that back first."))
    return Undo(lambda by, reason, key: recording.resume_game(by, game, reason, key))


def _resumed(act: PastAct) -> Undo:
    game = _open_game_of(act)
    if game.over:
        raise NotNow(_lazy("The game is over."))
    if game.deals.filter(state=Deal.State.DRAFT).exists():
        raise NotNow(_lazy("A deal has been dealt and not recorded yet."))
    end = EarlyEnd(GameEnd(act.before["end"]), act.before["side"])
    return Undo(lambda by, reason, key: recording.end_game(by, game, end, reason, key))


def _result(act: PastAct) -> Undo:
    game = _game_with_result(act)
    return Undo(lambda by, reason, key: recording.take_back_result(by, game, reason, key))


def _corrected_result(act: PastAct) -> Undo:
    game = _game_with_result(act)
    totals, version = act.before["points"], game.result_version
    return Undo(
        lambda by, reason, key: recording.record_result(
            by, game, recording.FinalResult(totals=totals, key=key, reason=reason, version=version)
        )
    )


def _game_with_result(act: PastAct) -> Game:
    game = _open_game_of(act)
    if game.entered_result != act.after["points"] or game.result_version != act.after["version"]:
        raise NotNow(_CHANGED)
    return game


def _result_taken_back(act: PastAct) -> Undo:
    game = _open_game_of(act)
    if game.over or game.entered_result is not None:
        raise NotNow(_CHANGED)
    totals = act.before["points"]
    return Undo(
        lambda by, reason, key: recording.record_result(
            by, game, recording.FinalResult(totals=totals, key=key, reason=reason)
        )
    )


def _reopening(act: PastAct) -> Undo:
    """A signed score sheet is opened again; until all have signed, a correction drops the signatures."""
    game = _game_of(act)
    if game.state == Game.State.OFFICIAL:
        raise NotNow(_lazy("The result is official."))
    if game.state != Game.State.SIGNED:
        raise NotNow(_lazy("Not all have signed yet. A correction of the game drops the signatures."))
    return Undo(lambda by, reason, key: recording.reopen_game(by, game, reason, key))


# Penalties, rulings, warnings, calls.


def _charge(act: PastAct) -> Undo:
    entry = Adjustment.objects.select_related("game__book").get(pk=act.row)
    if entry.cancelled_at is not None:
        raise NotNow(_TAKEN_BACK)
    if entry.ruling_id is not None:
        raise NotNow(_lazy("It belongs to a ruling. Take the ruling back."))
    return Undo(lambda by, reason, key: recording.cancel_adjustment(by, entry, reason, key))


def _cancelled_charge(act: PastAct) -> Undo:
    entry = Adjustment.objects.select_related("game__book", "deal").get(pk=act.row)
    if entry.ruling_id is not None:
        raise NotNow(_lazy("It belongs to a ruling. Give the ruling again."))
    if entry.game.is_set_aside:
        raise NotNow(_SET_ASIDE)
    deal = None if entry.deal is None else entry.deal.number
    if entry.deal is not None and entry.deal.state in (Deal.State.DRAFT, Deal.State.VOID):
        raise NotNow(_lazy("The deal no longer counts."))
    return Undo(
        lambda by, reason, key: recording.adjust(
            by,
            entry.game,
            recording.Charge(
                side=entry.side, points=entry.points, reason=reason, key=key, rule=entry.rule, deal=deal
            ),
        )
    )


def _ruling(act: PastAct) -> Undo:
    ruling = Ruling.objects.select_related("game__book").get(pk=act.row)
    if ruling.cancelled_at is not None:
        raise NotNow(_TAKEN_BACK)
    if ruling.deal_id is not None:
        _refuse_closed(ruling.game)
    return Undo(lambda by, reason, key: recording.cancel_ruling(by, ruling, reason, key))


def _warning(act: PastAct) -> Undo:
    warning = WrittenWarning.objects.select_related("game__book").get(pk=act.row)
    if warning.cancelled_at is not None:
        raise NotNow(_TAKEN_BACK)
    return Undo(lambda by, reason, key: recording.cancel_warning(by, warning, reason, key))


def _call(act: PastAct) -> Undo:
    call = Call.objects.select_related("game__book").get(pk=act.after["call"])
    if call.answered_at is not None:
        raise NotNow(_lazy("The director has come."))
    return Undo(lambda by, _reason, key: recording.answer_call(by, call, key), asks_reason=False)


def _photo(act: PastAct) -> Undo:
    photo = (
        Photo.objects.select_related("game__book").filter(game=act.row, digest=act.after["digest"]).first()
    )
    if photo is None:
        raise NotNow(_TAKEN_BACK)
    if photo.game.is_set_aside:
        raise NotNow(_SET_ASIDE)
    return Undo(lambda by, reason, key: recording.remove_photo(by, photo, reason, key))


_OPEN_AGAIN: Final = WayBack(_lazy("Opens the game again; its deals stay."), _reopening, ("game.reopened",))
_DEAL: Final = NoWayBack(
    _lazy("A deal is corrected, never undone: what was recorded stays."), is_listed=False
)
_WITH_ROUND: Final = _lazy("Games go and come with their round, or with their match.")
_COMPUTED: Final = NoWayBack(_lazy("It follows from what is recorded."), is_listed=False)


def _set_aside(act: PastAct) -> Undo:
    """Only a game of no event: those of an event go with their round, those of a league with their match."""
    if act.book.kind != Book.Kind.GAME:
        raise NotNow(_WITH_ROUND)
    game = Game.objects.select_related("book").get(pk=act.row)
    if not game.is_set_aside:
        raise NotNow(_TAKEN_BACK)
    state = act.before["game_state"]
    return Undo(lambda by, _reason, key: recording.put_game_back(by, game, state, key), asks_reason=False)


def _opening_set(act: PastAct) -> Undo:
    club = act.book.club
    allowed = act.before["players_open"]
    if club.players_open_games == allowed:
        raise NotNow(_CHANGED)
    return Undo(
        lambda by, _reason, _key: recording.let_players_open_games(by, club, allowed=allowed),
        asks_reason=False,
    )


def _tables_made(act: PastAct) -> Undo:
    """Only the tables at which nothing is played: a table made again since is another one."""
    club = act.book.club
    later = LogEntry.objects.filter(book=act.book, act=act.entry.act, number__gt=act.entry.number)
    again = {
        label for entry in later.select_related("words") for label in payload_of(entry)["after"]["tables"]
    }
    made = set(act.after["tables"]) - again
    tables = list(club.tables.filter(label__in=made).order_by("pk"))
    free = [table.label for table in tables if table.game_id is None]
    if not tables:
        raise NotNow(_lazy("These tables have been deleted."))
    if not free:
        raise NotNow(_lazy("Games are at these tables."))
    return Undo(
        lambda by, _reason, _key: recording.delete_tables(by, club, free),
        asks_reason=False,
        preview=", ".join(free),
    )


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "game.opened": NoWayBack(
        _lazy("A game of an event goes with its round, one of a league with its match."), is_listed=False
    ),
    "game.seats_taken": NoWayBack(
        _lazy("Until the first deal, the seats are taken again at the table."), is_listed=False
    ),
    "game.substituted": WayBack(_lazy("Gives the seat back."), _substitution),
    "game.reseated": NoWayBack(
        _lazy("It goes with the places of the round: take their exchange back."), is_listed=False
    ),
    "game.ended": WayBack(_lazy("Lets the game go on."), _early_end, ("game.resumed",)),
    "game.resumed": WayBack(_lazy("Ends the game again."), _resumed, ("game.ended",)),
    "game.ended_with_round": NoWayBack(
        _lazy("It goes with the round: take back that time ran out."), is_listed=False
    ),
    "game.resumed_with_round": NoWayBack(_lazy("It goes with the round: end it again."), is_listed=False),
    "game.result_entered": WayBack(
        _lazy("Takes the result back: what the deals make counts again."),
        _result,
        ("game.result_taken_back",),
    ),
    "game.result_corrected": WayBack(_lazy("Enters the former result again."), _corrected_result),
    "game.result_taken_back": WayBack(
        _lazy("Enters the result again."), _result_taken_back, ("game.result_entered",)
    ),
    "game.rescored": _COMPUTED,
    "game.rules_put_right": _COMPUTED,
    "game.goes_on": _COMPUTED,
    "game.adjusted": WayBack(
        _lazy("Takes the penalty or award back."), _charge, ("game.adjustment_cancelled",)
    ),
    "game.adjustment_cancelled": WayBack(
        _lazy("Enters the same penalty or award again."), _cancelled_charge, may_follow=True
    ),
    "deal.started": _DEAL,
    "deal.start_taken_back": NoWayBack(_lazy("The table starts the deal again."), is_listed=False),
    "contract.entered": WayBack(
        _lazy("Puts back what had been entered before it."), _bidding, one_by_one=True, needs=RECORDERS
    ),
    "deal.recorded": _DEAL,
    "deal.agreed": _DEAL,
    "deal.amended": _DEAL,
    "deal.voided": WayBack(_lazy("Lets the deal count again."), _voided, ("deal.restored",)),
    "deal.restored": NoWayBack(_lazy("Declare the deal void again.")),
    "deal.approved": _DEAL,
    "deal.sent_back": _DEAL,
    "deal.disputed": _DEAL,
    "deal.looked_at": _DEAL,
    "protocol.handed_in": _DEAL,
    "game.read_back": NoWayBack(_lazy("What somebody has read stays read."), is_listed=False),
    "game.slip_taken": NoWayBack(_lazy("Enter the result slip again: the new one replaces it.")),
    "game.signature": _OPEN_AGAIN,
    "game.signature_refused": NoWayBack(_lazy("Who has refused may sign afterwards.")),
    "game.signed_as_absent": _OPEN_AGAIN,
    "game.signed_by_director": _OPEN_AGAIN,
    "game.signed_on_paper": replace(_OPEN_AGAIN, one_by_one=True),
    "game.signed": NoWayBack(_lazy("Take the last signature back."), is_listed=False),
    "game.reopened": NoWayBack(_lazy("The game is signed again.")),
    "game.set_aside": WayBack(
        _lazy("Lets the game count again."),
        _set_aside,
        ("game.put_back",),
        may_follow=True,
        needs=RECORDERS,
    ),
    "game.put_back": NoWayBack(_WITH_ROUND, is_listed=False),
    "ruling.given": WayBack(
        _lazy("Takes the ruling back with its points; a deal that it decided is open again."),
        _ruling,
        ("ruling.cancelled",),
        needs=IN_CHARGE,
    ),
    "ruling.cancelled": NoWayBack(_lazy("Give the ruling again.")),
    "warning.given": WayBack(
        _lazy("Takes the warning back."), _warning, ("warning.cancelled",), needs=IN_CHARGE
    ),
    "warning.cancelled": NoWayBack(_lazy("Give the warning again.")),
    "director.called": WayBack(
        _lazy("Marks the call as answered."),
        _call,
        ("director.came", "director.call_taken_back"),
        needs=IN_CHARGE,
    ),
    "director.call_taken_back": NoWayBack(_lazy("The table calls again."), is_listed=False),
    "director.came": NoWayBack(_lazy("The table calls again."), is_listed=False),
    "tables.made": WayBack(_lazy("Deletes these tables again, as far as no game is at them."), _tables_made),
    "tables.deleted": NoWayBack(_lazy("Add the tables again, and print their cards.")),
    "photo.kept": WayBack(
        _lazy("Removes the photograph."), _photo, ("photo.removed",), about="digest", one_by_one=True
    ),
    "photo.removed": NoWayBack(_lazy("Save the photograph again.")),
    "scan.dropped": NoWayBack(_lazy("Upload the sheet again.")),
    "table.deleted": NoWayBack(_lazy("Add the table again, and print its card.")),
    "tables.opening_set": WayBack(_lazy("Sets it as it was."), _opening_set),
    "tables.pins_renewed": NoWayBack(_lazy("Old cards stay closed. Print the new ones.")),
    "table.set": WayBack(
        _lazy("Puts the former game back on the table."), _table, may_follow=True, needs=RECORDERS
    ),
}
