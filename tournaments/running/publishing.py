"""Publishing a round: each pairing gets its game, at the club's table of its number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.books.writing import Author, retried
from clubs.models import Player
from scoring import recording
from scoring.models import Game
from scoring.recording import NotNow
from tournaments.models import EntryPlayer, Pairing, PairingEntry, Round, Tournament
from tournaments.play import draw
from tournaments.play.seating import get_seats
from tournaments.play.table_use import taken_tables
from tournaments.play.turns import by_entry, playing_in
from tournaments.running.handicap_ratings import note_ratings, warm_ratings
from tournaments.running.rounds import require_state
from tournaments.running.session import OpenEvent, open_event
from tournaments.running.turns import keep_turns
from tournaments.running.unfinished import tables_being_played


@retried
def publish_round(by: Author, drawn: Round, seen: str = "", taken: Collection[int] | None = None) -> Round:
    """Publish the draw: each pairing gets its game, and the round is not redrawn any more.

    Where the club has a table of that number, its code and its PIN open the game from now on. `seen` is the
    fingerprint of the seats that the director has seen, `taken` the tables of which the page has said that
    another game is going on there: no other game loses its table.
    """
    warm_ratings(drawn.tournament)
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        require_state(drawn, Round.State.DRAWN)
        if (reopened := find_reopened_before(drawn)) is not None:
            raise NotNow(
                _("Round %(number)s is open again. Close it before you publish this one.")
                % {"number": reopened}
            )
        if seen and seen != get_seats(drawn).fingerprint:
            raise NotNow(_("Somebody else has changed the tables in the meantime. Look at them once more."))
        pairings = drawn.pairings.filter(kind=Pairing.Kind.PLAYED).only("round", "table").order_by("table")
        if not pairings:
            raise NotNow(_("This round has no pairings yet."))
        if taken is not None:
            _refuse_taken_tables(drawn, [pairing.table or 0 for pairing in pairings], taken)
        open_games(opened, drawn, pairings)
        # A lock holds a table in the draw: a published one is changed on purpose.
        drawn.pairings.filter(locked=True).update(locked=False)
        before = drawn.state
        drawn.state, drawn.published_at = Round.State.PUBLISHED, opened.writing.by.at
        drawn.save(update_fields=["state", "published_at"])
        opened.event.state = Tournament.State.RUNNING
        opened.event.save(update_fields=["state"])
        opened.writing.log(
            "round.published",
            drawn,
            before={"round_state": before},
            after={"number": drawn.number, "round_state": drawn.state},
        )
        # The last time: who plays may have changed since the draw.
        note_ratings(opened, drawn)
        return drawn


def find_reopened_before(drawn: Round) -> int | None:
    """Return the number of an earlier round that was opened again since this one was drawn.

    A round in which a game went on at the draw is open too, and the draw knows that.
    """
    rounds = Round.objects.filter(tournament=drawn.tournament_id, number__lt=drawn.number)
    still_open = (
        rounds.filter(state=Round.State.PUBLISHED).order_by("number").values_list("number", flat=True)
    )
    known = {game.round for game in draw.unfinished_games(drawn.draw_input)}
    return next((number for number in still_open if number not in known), None)


def _refuse_taken_tables(drawn: Round, numbers: Sequence[int], seen: Collection[int]) -> None:
    others = [str(one.table) for one in taken_tables(drawn, numbers) if one.table not in seen]
    if others:
        raise NotNow(
            _("Another game is being played at table %(tables)s. Look at the tables once more.")
            % {"tables": ", ".join(others)}
        )


def open_games(opened: OpenEvent, drawn: Round, pairings: QuerySet[Pairing]) -> None:
    """Open the game of each pairing, at the club's table of that number.

    A table at which an earlier round still plays stays with it: the new game waits until that one is over.
    """
    plan, sides = _agreed_plan(opened), _sides_by_pairing(drawn, opened.agreement.players)
    plans = [replace(plan, label=str(pairing.table), sides=sides[pairing.pk]) for pairing in pairings]
    # A game that is written on paper has no table whose code would open it.
    on_paper = plan.written_on == Game.WrittenOn.PAPER
    tables = {} if on_paper else {table.label: table for table in opened.event.club.tables.all()}
    if tables:
        busy = tables_being_played(opened, drawn)
        tables = {label: table for label, table in tables.items() if label not in busy}
    games = recording.open_games_in(opened.writing, plans, tables)
    for pairing, game in zip(pairings, games, strict=True):
        pairing.game = game
    Pairing.objects.bulk_update(pairings, ["game"])
    keep_turns(opened, drawn)


def _agreed_plan(opened: OpenEvent) -> recording.GamePlan:
    """Return what the event has agreed on for all its games."""
    agreement = opened.agreement
    return recording.GamePlan(
        ruleset=opened.event.ruleset,
        options=opened.event.options,
        sides=(),
        written_on=Game.WrittenOn(agreement.written_on),
        approval=Game.Approval(agreement.approval),
        corrections=Game.Corrections(agreement.corrections),
        protocols=Game.Protocols(agreement.protocols),
        signers=Game.Signers(agreement.signers),
        director_signs=agreement.director_signs,
        second_entry=agreement.second_entry,
        deals=agreement.deals,
    )


def _sides_by_pairing(drawn: Round, players: int) -> dict[int, list[list[Player]]]:
    """Return the players of each side: those of its entry, or of the entries that were drawn together.

    Of an entry of three who take turns those who play in this round.
    """
    places = EntryPlayer.objects.filter(until_round=None, entry__pairings__round=drawn)
    of_entry = by_entry(places.select_related("player").order_by("entry", "position"))
    seats = PairingEntry.objects.filter(round=drawn).order_by("pairing", "side", "position")
    sides: dict[int, dict[int, list[Player]]] = {}
    for pairing, side, entry in seats.values_list("pairing", "side", "entry"):
        playing = playing_in(of_entry.get(entry, ()), drawn.number, players)
        sides.setdefault(pairing, {}).setdefault(side, []).extend(place.player for place in playing)
    return {pairing: [by_side[side] for side in sorted(by_side)] for pairing, by_side in sides.items()}
