"""Counts every answer of this process, and what is recorded and refused in it."""

import time
from collections.abc import Callable, Sequence
from http import HTTPStatus

from django.http import HttpRequest, HttpResponseBase

from clubs.books.signals import act_conflicted, acts_recorded
from config.metrics.counters import count_conflict, count_recording, count_request


class CountingMiddleware:
    """Count each answer. It stands first, so that it sees what other middleware answers too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        acts_recorded.connect(_count_acts)
        act_conflicted.connect(_count_conflict)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = self.get_response(request)
        if response.status_code != HTTPStatus.CONTINUE:  # the server asks how large a body may be
            count_request(request.method, response.status_code, time.perf_counter() - begun)
        return response


def _count_acts(acts: Sequence[str], **_signal: object) -> None:
    for act in acts:
        count_recording(act)


def _count_conflict(refusal: Exception, **_signal: object) -> None:
    count_conflict(type(refusal).__name__)
