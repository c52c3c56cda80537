"""The files of released versions: each is brought in for ever."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Final

import pytest

from clubs.books.verification import verify_log
from tests import ROOT
from tests.tournaments.transfer.travelling import a_home, parts_of, standings_of
from tournaments.archive.content import VERSION
from tournaments.transfer import read_event_file
from tournaments.transfer.members import FILE_VERSION

pytestmark = [pytest.mark.engine, pytest.mark.django_db]
FOLDER: Final = ROOT / "fixtures" / "archives"
FILES: Final = sorted(FOLDER.glob("*.zip"))


def test_a_file_of_every_version_is_kept() -> None:
    """Before a release with a new version: one more file, by `manage.py export_event`."""
    manifests = [json.loads(parts_of(file.read_bytes())["manifest.json"]) for file in FILES]
    assert {manifest["version"] for manifest in manifests} == set(range(1, FILE_VERSION + 1))
    assert VERSION in {manifest["content_version"] for manifest in manifests}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_that_was_released_is_brought_in(path: Path) -> None:
    data = path.read_bytes()
    file = read_event_file(io.BytesIO(data))
    event = a_home(file.club_name(file.content["club"])).receive(data)
    drawn = event.rounds.order_by("number").values_list("number", "state")
    assert list(drawn) == [(one["number"], one["state"]) for one in file.content["rounds"]]
    standings = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert [list(line) for line in standings_of(event)] == standings
    assert verify_log().broken == []
