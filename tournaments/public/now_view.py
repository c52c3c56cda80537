"""The time of the server: by it pages count a clock down."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

_MILLISECONDS = 1000


@never_cache
@require_safe
def now(_request: HttpRequest) -> HttpResponse:
    """Answer with the time in milliseconds since 1970. It reads no row."""
    milliseconds = int(timezone.now().timestamp() * _MILLISECONDS)
    return HttpResponse(str(milliseconds), content_type="text/plain; charset=utf-8")
