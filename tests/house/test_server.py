"""What each worker of the server does before it serves requests."""

import subprocess
import sys

from tests import ROOT

PROGRAM = """
import gc
from config.serving import server
server.freeze_program()
import sys
assert "scoring.game.views" in sys.modules
assert "prometheus_client" not in sys.modules  # its numbers are off
assert gc.get_freeze_count() > 100_000, gc.get_freeze_count()
assert gc.get_threshold()[0] == server._GC_THRESHOLD
"""


def test_the_whole_program_is_left_alone_by_the_collector_of_garbage() -> None:
    prepared = "import django; django.setup()"
    answer = subprocess.run(
        [sys.executable, "-c", prepared + PROGRAM],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (answer.returncode, answer.stderr) == (0, "")
