"""A void deal that counts again: it was declared void by mistake."""

from __future__ import annotations

import json
from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Submission, retried
from clubs.models import LogEntry
from scoring.models import Deal, Game
from scoring.recording.session import OpenGame, open_game_as_director, refuse_signed
from scoring.recording.totals import recompute_game


@retried
def restore_deal(by: Author, game: Game, number: int, reason: str, key: UUID) -> Deal:
    """Let a deal count again that the director has declared void, while no other was dealt after it.

    It is as it was before, approved or not. To take that back, declare it void again.
    """
    submission = Submission(key=key, content={"restore": number, "reason": reason})
    with open_game_as_director(game, by, submission=submission) as opened:
        deal = Deal.objects.get(game=opened.game, number=number)
        if opened.earlier is not None:
            return deal
        refuse_signed(opened.game)
        state = find_state_before_void(deal)
        if not reason.strip():
            raise validation_error("reason", _lazy("Give a reason."))
        _restore(opened, deal, state)
        opened.log(
            "deal.restored",
            deal,
            before={"deal_state": Deal.State.VOID},
            after={"number": number, "deal_state": deal.state},
            reason=reason,
        )
        return deal


def find_state_before_void(deal: Deal) -> Deal.State:
    """Return the state that a void deal had before, or refuse where it cannot count again."""
    if deal.state != Deal.State.VOID:
        raise NotNow(_lazy("The deal is not void."))
    if deal.game.deals.filter(number__gt=deal.number).exists():
        raise NotNow(_lazy("Another deal has been dealt since. Write this one down again as the next."))
    subject = f"{deal._meta.label_lower}:{deal.pk}"
    voided = LogEntry.objects.filter(book=deal.game.book_id, act="deal.voided").order_by("-number")
    payloads = (json.loads(text) for text in voided.values_list("text", flat=True))
    found = next((payload for payload in payloads if payload["subject"] == subject), None)
    if found is None:
        raise NotNow(_lazy("It is void by a ruling. Take the ruling back."))
    return Deal.State(found["before"]["deal_state"])


def _restore(opened: OpenGame, deal: Deal, state: Deal.State) -> None:
    deal.state = state
    deal.save(update_fields=["state"])
    recompute_game(opened)
