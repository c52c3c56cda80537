"""The program of `other_process`: a command as one line of JSON in, an answer as one line of JSON out."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import django

django.setup()

from django.db import DEFAULT_DB_ALIAS, DatabaseError, close_old_connections, connection, connections  # noqa: E402 - the settings come first

from clubs.accounts.throttling import TooManyAttempts  # noqa: E402
from clubs.backups import state  # noqa: E402
from clubs.books.verification import verify_log  # noqa: E402
from clubs.books.writing import KeyReused  # noqa: E402
from clubs.files.areas import area  # noqa: E402
from clubs.models import LogEntry  # noqa: E402
from scoring import recording  # noqa: E402
from scoring.models import Deal, DealVersion, Hand  # noqa: E402
from scoring.recording import recheck  # noqa: E402
from tests.scoring.support import guards  # noqa: E402
from tests.scoring.support.every_verb import VERBS, PreparedGame  # noqa: E402
from tests.scoring.support.played import a_deal, an_evening, load_evening  # noqa: E402

REFUSALS = (
    recording.AlreadyChanged,
    recording.NotNow,
    recording.CorrectionNotAllowed,
    recording.InvalidDeal,
    KeyReused,
    TooManyAttempts,
)


def main() -> None:
    send(answer="ready")
    for line in sys.stdin:
        command = json.loads(line)
        close_old_connections()  # the database may have been restarted
        wait_until(command.pop("at", 0.0))
        try:
            send(answer=COMMANDS[command.pop("do", "verb")](**command))
        except REFUSALS as refusal:
            send(refused=type(refusal).__name__)
        except DatabaseError as error:
            send(error=type(error).__name__, said=str(error))


def send(**answer: Any) -> None:
    print(json.dumps(answer), flush=True)


def wait_until(moment: float) -> None:
    while time.monotonic() < moment:
        pass


def use_database(name: str) -> str:
    """Leave the database for another one, which is opened when the next command asks for it.

    It gets a connection of its own: prepared queries are compiled once for each, with or without locks.
    """
    connection.close()
    del connections[DEFAULT_DB_ALIAS]
    connections.settings[DEFAULT_DB_ALIAS]["NAME"] = name
    return name


def run_verb(verb: str, table: int, key: str, ids: dict[str, int]) -> int:
    answer: int = VERBS[verb].act(PreparedGame(load_evening(table), UUID(key), ids)).pk
    return answer


def record(table: int, number: int, body: dict[str, Any], key: str) -> int:
    """As a request does: the game is read before it is locked."""
    evening = load_evening(table)
    return recording.record_deal(
        evening.scorer, evening.game, a_deal(number, body, UUID(key)), evening.as_read(number)
    ).pk


def rule(table: int, version: int, body: dict[str, Any], key: str) -> int:
    """The director corrects the first deal, which confirms it."""
    evening = load_evening(table)
    amendment = recording.Amendment(
        number=1, version=version, body=body, key=UUID(key), reason="looked at the cards"
    )
    return recording.amend_deal(evening.director, evening.game, amendment).pk


def open_games(count: int) -> list[dict[str, Any]]:
    """Open games at tables; return what a phone at each of them needs."""
    evenings = [an_evening() for _game in range(count)]
    return [
        {"secret": evening.table.secret, "game": evening.game.pk, "player": evening.player(0).pk}
        for evening in evenings
    ]


def inspect_database() -> dict[str, Any]:
    """Return what is stored, to compare with what was acknowledged, and whether it is consistent."""
    recorded = LogEntry.objects.filter(act="deal.recorded")
    return {
        "file": _integrity_of_file(),
        "differences": [difference.column for difference in recheck.all_differences()],
        "breaks": [broken.fault for broken in verify_log().broken],
        "keys": {str(entry.key): [entry.facts["deal"], entry.facts["number"]] for entry in recorded},
        "deals": {deal.pk: [deal.game_id, deal.number] for deal in Deal.objects.all()},
        "hands": Hand.objects.count(),
        "versions": DealVersion.objects.count(),
    }


def forget_backups() -> int:
    """Remove all backups, so that the next one is due; return how many there were."""
    copies = area("copies")
    files = copies.files()
    for file in files:
        copies.delete(file.name)
    return len(files)


def count_backups() -> int:
    return len(area("copies").files())


def age_backup_failure() -> None:
    """Let a minute pass since the last attempt, after which the next one is due."""
    failure = state.last_failure()
    if failure is not None:
        state.record_failure(failure.at - timedelta(minutes=1), failure.code, failure.detail)


def _integrity_of_file() -> str:
    """Return what SQLite says of its file; PostgreSQL checks its own while it reads them."""
    if connection.vendor != "sqlite":
        return "ok"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        found: str = cursor.fetchone()[0]
    return found


COMMANDS: dict[str, Callable[..., Any]] = {
    "verb": run_verb,
    "record": record,
    "rule": rule,
    "use_database": use_database,
    "remove_guards": guards.remove_guards,
    "restore_guards": guards.restore_guards,
    "drop_constraints": guards.drop_constraints,
    "open_games": open_games,
    "inspect_database": inspect_database,
    "forget_backups": forget_backups,
    "count_backups": count_backups,
    "age_backup_failure": age_backup_failure,
}


if __name__ == "__main__":
    main()
