"""What somebody signed in reads stays nowhere: after signing out, the back button shows nothing."""

from __future__ import annotations

import pytest

from tests.pages.test_access import LINES, view_of
from tests.pages.world import STRANGER, Scene

pytestmark = pytest.mark.django_db


def test_no_page_of_somebody_signed_in_is_kept_by_a_browser(scene: Scene) -> None:
    kept, looked_at = set(), 0
    for line in LINES:
        who = next((who for who, answer in line.answers.items() if answer == "200" and who != STRANGER), None)
        if line.method != "GET" or line.answers.get(STRANGER) == "200" or who is None:
            continue
        address = scene.world.address(line.address)
        looked_at += 1
        if "no-store" not in scene.world.send(who, "GET", address, {}).headers.get("Cache-Control", ""):
            kept.add(view_of(address))
    assert looked_at > 100
    assert not kept
