"""Entries removed that have no game, and entries brought back that have withdrawn."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.books.writing import Author, Facts, JsonValue, retried
from scoring.models import Deal
from scoring.recording import NotNow
from tournaments.archive import keep_snapshot
from tournaments.models import Entry, EntryPlayer, Pairing, PairingEntry, Round
from tournaments.play.brackets import has_place
from tournaments.play.entry_queries import next_round_number
from tournaments.running.agreed_pairs import drop_pairs_of
from tournaments.running.entries import check_entries_open, check_free_places
from tournaments.running.entry_changes import entry_facts
from tournaments.running.events import refuse_shown
from tournaments.running.kept_places import recompute_standings
from tournaments.running.leaving import tell_entry_left
from tournaments.running.results import close_game_in
from tournaments.running.session import OpenEvent, open_event

# Removed.


@retried
def remove_entry(by: Author, entry: Entry) -> None:
    """Remove an entry that has no game. It is taken back by entering it again."""
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        refuse_shown(opened.event)
        if (reason := why_not_removable(entry)) is not None:
            raise NotNow(reason)
        snapshot = keep_snapshot(opened.event, opened.writing.by.at)
        before: Facts = {**entry_facts(entry), "snapshot": snapshot.digest}
        after: Facts = {}
        if (agreed := drop_pairs_of(opened, entry.number)) is not None:
            before, after = {**before, "agreed": agreed}, {"agreed": opened.event.settings}
        opened.writing.log("entry.removed", entry, before=before, after=after)
        PairingEntry.objects.filter(entry=entry).delete()
        entry.delete()
        recompute_standings(opened.event, since=1)
        tell_entry_left(opened)


def why_not_removable(entry: Entry) -> str | None:
    """Return why an entry cannot be removed; None where it can. A draw never published is no game."""
    drawn = Pairing.objects.filter(entered__entry=entry)
    if drawn.filter(round__state=Round.State.DRAWN).exists():
        return _("A round has been drawn but not published: publish it first, or remove the draw.")
    if drawn.filter(~Q(round__state=Round.State.REMOVED) | Q(round__published_at__isnull=False)).exists():
        return _("This entry is in a round that was published. Withdraw it instead.")
    if entry.adjustments.exists():
        return _("This entry has a penalty or an award. Withdraw it instead.")
    return None


# Brought back.


@retried
def bring_back(by: Author, entry: Entry, *, here: bool = False) -> Entry:
    """Bring an entry back that has withdrawn. It has missed the rounds since; to take it back, withdraw it.

    A game that it has left goes on where its round is still being played. With `here` it is checked in at
    once, as it was where its withdrawal is taken back.
    """
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        refuse_shown(opened.event)
        if entry.state != Entry.State.WITHDRAWN:
            opened.writing.mark_repeat()
            return entry
        if opened.event.rounds.filter(state=Round.State.DRAWN).exists():
            raise NotNow(_("A round has been drawn but not published: publish it first, or remove the draw."))
        _refuse_entered_since(entry)
        number = next_round_number(opened.event)
        if not has_place(opened.event, entry.number):
            check_free_places(opened, number, 1)
        before: Facts = {"entry_state": entry.state, "until_round": entry.until_round}
        last = number - 1 if entry.until_round is None else entry.until_round
        missed = [*range(max(last + 1, entry.from_round), number)]
        if last == 0 or last < entry.from_round:
            # It has played in no round: it comes late.
            if number > entry.from_round:
                check_entries_open(opened, number)
            entry.from_round, missed = number, []
        entry.missed = sorted({*entry.missed, *missed})
        entry.state = Entry.State.PRESENT if here else Entry.State.ENTERED
        entry.until_round, entry.rounds_agreed = None, None
        entry.fixed_table = free_table(opened, entry)
        entry.save(
            update_fields=["state", "until_round", "rounds_agreed", "missed", "from_round", "fixed_table"]
        )
        EntryPlayer.objects.filter(entry=entry, until_round=None).update(active=True)
        resumed: list[JsonValue] = [_resume_game(opened, entry, pairing) for pairing in _left_pairings(entry)]
        recompute_standings(opened.event, since=max(last, 1))
        missed_rounds: list[JsonValue] = [*entry.missed]
        after: Facts = {"entry_state": entry.state, "missed": missed_rounds, "resumed": resumed}
        opened.writing.log("entry.brought_back", entry, before=before, after=after)
        return entry


def _refuse_entered_since(entry: Entry) -> None:
    """A player who has come with somebody else in the meantime stays there."""
    players = EntryPlayer.objects.filter(entry=entry, until_round=None).values("player")
    place = (
        EntryPlayer.objects.filter(tournament=entry.tournament_id, player__in=players, active=True)
        .select_related("player", "entry")
        .first()
    )
    if place is not None:
        raise NotNow(
            _("%(name)s is already entered as number %(entry)s.")
            % {"name": place.player.name, "entry": place.entry.number}
        )


def free_table(opened: OpenEvent, entry: Entry) -> int | None:
    """Return the fixed table of an entry, unless another keeps it now."""
    coming = opened.event.entries.exclude(state=Entry.State.WITHDRAWN)
    return None if coming.filter(fixed_table=entry.fixed_table).exists() else entry.fixed_table


def _left_pairings(entry: Entry) -> list[Pairing]:
    """Return the pairings of the current round that the withdrawal has ended, and no ruling since."""
    pairings = Pairing.objects.select_related("game").filter(
        entered__entry=entry,
        round__state=Round.State.PUBLISHED,
        kind__in=(
            *(Pairing.Kind.WALKOVER, Pairing.Kind.FORFEITED, Pairing.Kind.BOTH_ABSENT),
            Pairing.Kind.PLAYED,
        ),
        reason="",
    )
    return [
        pairing
        for pairing in pairings
        if pairing.at_fault in (None, _side_of(entry, pairing)) and _may_go_on(pairing)
    ]


def _may_go_on(pairing: Pairing) -> bool:
    """Whether the game is as the withdrawal left it; where two have played on, they go on as two."""
    if pairing.kind != Pairing.Kind.PLAYED:
        return True
    game = pairing.game
    if game is None or pairing.at_fault is None or game.over:
        return False
    return not game.deals.filter(number__gt=game.away_after, state__in=Deal.COUNTED).exists()


def _side_of(entry: Entry, pairing: Pairing) -> int:
    return pairing.entered.get(entry=entry).side


def _resume_game(opened: OpenEvent, entry: Entry, pairing: Pairing) -> int:
    """The game goes on; where the other side has left too, it has lost."""
    pairing.kind, pairing.at_fault = (
        (Pairing.Kind.PLAYED, None)
        if pairing.at_fault is not None
        else (Pairing.Kind.WALKOVER, 1 - _side_of(entry, pairing))
    )
    pairing.save(update_fields=["kind", "at_fault"])
    close_game_in(opened, pairing)
    return pairing.pk
