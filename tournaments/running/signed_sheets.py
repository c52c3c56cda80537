"""The sheets of a round that are signed on paper, recorded for many tables at once."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, JsonValue, Submission, retried
from scoring import recording
from scoring.models import Game
from tournaments.models import Pairing, Round
from tournaments.running.session import open_event


@retried
def sign_round_on_paper(by: Author, drawn: Round, seen: Mapping[int, str], key: UUID) -> Round:
    """Record that the sheets of these games of a round are signed on paper; `reopen_game` takes one back.

    `seen` has the digest of each protocol that the director has seen, by the primary key of its game.
    """
    digests: dict[str, JsonValue] = {str(game): digest for game, digest in seen.items()}
    submission = Submission(key=key, content={"round": drawn.pk, "on_paper": digests})
    with open_event(drawn.tournament, by, submission=submission) as opened:
        drawn = opened.get_round(drawn)
        if opened.writing.earlier is not None:
            return drawn
        played = Pairing.objects.filter(round=drawn, kind=Pairing.Kind.PLAYED, game__in=seen)
        tables = dict(played.order_by("table").values_list("game", "table"))
        if not tables or len(tables) < len(seen):
            raise validation_error("sheets", _lazy("Choose the tables whose sheets are signed."))
        games = Game.objects.select_related("book").in_bulk(tables)
        recording.sign_on_paper_in(opened.writing, {games[game]: seen[game] for game in tables})
        opened.writing.log(
            "round.signed_on_paper", drawn, after={"number": drawn.number, "tables": list(tables.values())}
        )
        return drawn
