"""What counts at the tables of a round where it is another result than the one that was played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from clubs.people.names import full_name
from tournaments.models import Pairing, PairingEntry, Round
from tournaments.public.event_view import load_event_view
from tournaments.public.rounds import Ruled, fault_label, scores_in_round, worth_in_words

_AS_PLAYED = (Pairing.Kind.PLAYED, Pairing.Kind.SIT_OUT)


def worth_by_side(drawn: Round, pairings: Mapping[int, Ruled]) -> Mapping[int, Sequence[str]]:
    """Return in words what each side did and what counts for it, by the pairing, in the order of the sides.

    Only the pairings at which another result counts are in it, or one side plays no more. Where the played
    result counts at all of them, nothing is loaded.
    """
    unusual = {pk: one for pk, one in pairings.items() if is_ruled(one) or one.at_fault is not None}
    if not unusual:
        return {}
    worth = worth_by_entry(drawn) if any(map(is_ruled, unusual.values())) else {}
    seated = PairingEntry.objects.filter(pairing__in=unusual, position=0).order_by("pairing", "side")
    by_pairing = defaultdict[int, list[str]](list)
    for pk, side, entry in seated.values_list("pairing", "side", "entry__number"):
        counted = worth.get(entry, "") if is_ruled(unusual[pk]) else ""
        by_pairing[pk].append(", ".join(filter(None, (fault_label(unusual[pk], side), counted))))
    return by_pairing


def is_ruled(pairing: Ruled) -> bool:
    """Whether another result counts at a table than the one that was played."""
    return pairing.kind not in _AS_PLAYED


def worth_by_entry(drawn: Round) -> Mapping[int, str]:
    """Return in words what a round is worth to each entry, by its number."""
    view = load_event_view(drawn.tournament, full_name, games_of=())
    scores = scores_in_round(view, drawn.number)
    return {number: worth_in_words(view, score) for number, score in scores.items()}
