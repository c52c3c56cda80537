"""A game of a knock-out that has ended level: the two play an extra deal, and who leads after it goes on."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, retried
from scoring.recording import NotNow
from tournaments.models import Pairing, PlaceDecider
from tournaments.play import event_record
from tournaments.play.brackets import LEVEL, find_level_tables
from tournaments.play.prizes import MAX_WORDS
from tournaments.running.events import refuse_official
from tournaments.running.kept_places import recompute_standings
from tournaments.running.session import open_event


@dataclass(frozen=True, slots=True)
class LevelDecision:
    """Who goes on after a level game, by the number of the entry, and what decided it: "320 to 180"."""

    winner: int
    words: str = ""


@retried
def decide_level_game(by: Author, pairing: Pairing, decision: LevelDecision) -> int:
    """Write down who has won the extra deal. It counts for that alone: no points, no difference."""
    words = " ".join(decision.words.split())
    if len(words) > MAX_WORDS:
        raise validation_error("words", _("At most %(count)s characters.") % {"count": MAX_WORDS})
    with open_event(pairing.round.tournament, by) as opened:
        refuse_official(opened.event)
        number = pairing.round.number
        open_tables = find_level_tables(event_record.load_event(opened.event))
        table = next(
            (each for each in open_tables if (each.round, each.table) == (number, pairing.table)), None
        )
        if table is None:
            raise NotNow(_("This game is not level, or it is known already who goes on."))
        if decision.winner not in table.entries:
            raise validation_error("winner", _("Choose who goes on."))
        order = sorted(table.entries, key=lambda entry: entry != decision.winner)
        opened.event.deciders_recorded += 1
        opened.event.save(update_fields=["deciders_recorded"])
        decider = PlaceDecider.objects.create(
            tournament=opened.event,
            number=opened.event.deciders_recorded,
            kind=PlaceDecider.Kind.DEAL,
            category=LEVEL,
            order=order,
            after_round=number,
            words=words,
        )
        recompute_standings(opened.event, since=number)
        opened.writing.log(
            "pairing.level_decided",
            pairing,
            after={"decider_number": decider.number, "order": [*order]},
            reason=words,
        )
        return decider.number
