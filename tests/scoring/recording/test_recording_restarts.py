"""A form that is submitted again after a restart is carried out once, on both engines."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from tests.scoring.recording.test_recording_keys import stored
from tests.scoring.support.every_verb import VERBS, PreparedGame
from tests.scoring.support.other_process import other_process
from tests.scoring.support.played import an_evening


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_a_sending_that_comes_again_after_a_restart_is_done_once() -> None:
    """Another process, started after everything was stored, gives the first answers."""
    sent: dict[str, tuple[int, UUID, dict[str, int], int]] = {}
    for name, verb in VERBS.items():
        evening, key = an_evening(), uuid4()
        ids = verb.prepare(evening)
        sent[name] = (evening.table.pk, key, ids, verb.act(PreparedGame(evening, key, ids)).pk)
    before = stored()
    with other_process() as other:
        for name, (table, key, ids, answer) in sent.items():
            assert other.ask(verb=name, table=table, key=str(key), ids=ids) == {"answer": answer}, name
    assert stored() == before
