"""What `other_process` runs: one line of JSON in, one thing done, one line of JSON out.

`python -m tests.scoring.doing`. Knows how to do each thing, and how to take guards away; decides nothing.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

import django

django.setup()

from django.db import DatabaseError, connection  # noqa: E402 - the settings come first

from clubs.accounts.throttling import TooMany  # noqa: E402
from clubs.books.verification import prove  # noqa: E402
from clubs.books.writing import KeyTaken  # noqa: E402
from clubs.models import LogEntry  # noqa: E402
from scoring import recording  # noqa: E402
from scoring.models import Deal, DealVersion, Hand  # noqa: E402
from scoring.recording import recheck  # noqa: E402
from tests.scoring.support import guards  # noqa: E402
from tests.scoring.support.every_verb import VERBS, Due  # noqa: E402
from tests.scoring.support.played import a_deal, an_evening, the_evening  # noqa: E402

REFUSALS = (
    recording.TakenAlready,
    recording.NotNow,
    recording.NotAllowed,
    recording.Refused,
    KeyTaken,
    TooMany,
)


def main() -> None:
    say(answer="ready")
    for line in sys.stdin:
        asked = json.loads(line)
        wait_until(asked.pop("at", 0.0))
        try:
            say(answer=DEEDS[asked.pop("do", "verb")](**asked))
        except REFUSALS as refusal:
            say(refused=type(refusal).__name__)
        except DatabaseError as error:
            say(error=type(error).__name__, said=str(error))


def say(**answer: Any) -> None:
    print(json.dumps(answer), flush=True)


def wait_until(moment: float) -> None:
    while time.monotonic() < moment:
        pass


def act(verb: str, table: int, key: str, ids: dict[str, int]) -> int:
    answer: int = VERBS[verb].act(Due(the_evening(table), UUID(key), ids)).pk
    return answer


def record(table: int, number: int, body: dict[str, Any], key: str) -> int:
    evening = the_evening(table)
    return recording.record_deal(evening.scorer, evening.game, a_deal(number, body, UUID(key))).pk


def rule(table: int, version: int, body: dict[str, Any], key: str) -> int:
    """The director writes the first deal anew: that is confirmed at once."""
    evening = the_evening(table)
    amendment = recording.Amendment(
        number=1, version=version, body=body, key=UUID(key), reason="looked at the cards"
    )
    return recording.amend_deal(evening.director, evening.game, amendment).pk


def open_games(count: int) -> list[dict[str, Any]]:
    """Games at tables, as a phone at each needs to know them."""
    evenings = [an_evening() for _game in range(count)]
    return [
        {"secret": each.table.secret, "game": each.game.pk, "player": each.player(0).pk} for each in evenings
    ]


def look_round() -> dict[str, Any]:
    """What is stored, for those who know what was acknowledged; and whether all of it holds together."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        whole = cursor.fetchall()
    recorded = LogEntry.objects.filter(act="deal.recorded")
    return {
        "file": whole[0][0],
        "differences": [difference.column for difference in recheck.differences()],
        "breaks": [broken.what for broken in prove().breaks],
        "keys": {str(entry.key): [entry.facts["deal"], entry.facts["number"]] for entry in recorded},
        "deals": {deal.pk: [deal.game_id, deal.number] for deal in Deal.objects.all()},
        "hands": Hand.objects.count(),
        "versions": DealVersion.objects.count(),
    }


DEEDS: dict[str, Callable[..., Any]] = {
    "verb": act,
    "record": record,
    "rule": rule,
    "take_away": guards.take_away,
    "drop_constraints": guards.drop_constraints,
    "open_games": open_games,
    "look_round": look_round,
}


if __name__ == "__main__":
    main()
