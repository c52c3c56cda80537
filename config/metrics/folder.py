"""The folder in which the processes of the server keep what they count.

`prometheus_client` finds it in the environment when it is imported. Each start has a folder of its own: what
an earlier start has counted is not added again.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_SETTING: Final = "TALON_METRICS"
VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"


@contextmanager
def metrics_folder() -> Iterator[None]:
    """Provide the folder for this process and those that it starts, if something is counted at all."""
    if not os.environ.get(_SETTING):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="talon-metrics-") as folder:
        os.environ[VARIABLE] = folder
        yield
