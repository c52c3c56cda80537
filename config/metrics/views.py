"""The page of the numbers, for whoever has the token of `TALON_METRICS`; without it there is none."""

from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Show the numbers of all processes of this server, as OpenMetrics."""
    if not settings.METRICS_TOKEN:
        raise Http404
    if not constant_time_compare(
        request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"
    ):
        return HttpResponse(status=HTTPStatus.UNAUTHORIZED, headers={"WWW-Authenticate": "Bearer"})
    from config.metrics.exposition import CONTENT_TYPE, numbers_now  # loaded by who asks for it alone

    return HttpResponse(numbers_now(), content_type=CONTENT_TYPE)
