"""Several people at the same moment, each in a thread with a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connection


def at_once(*acts: Callable[[], object], refusals: tuple[type[Exception], ...]) -> list[object]:
    """Do everything at the same moment; what each returned, or the refusal it raised.

    Any other error is raised in the thread of the test.
    """
    together = threading.Barrier(len(acts))
    results: list[object] = [None] * len(acts)
    errors: list[Exception] = []

    def do(place: int, act: Callable[[], object]) -> None:
        try:
            together.wait(timeout=300)
            results[place] = act()
        except refusals as refusal:
            results[place] = refusal
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=do, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=300)
    if errors:
        raise errors[0]
    return results
