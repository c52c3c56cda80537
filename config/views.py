"""The addresses that belong to the whole house: the front page, the language, the health check."""

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from clubs.models import Club


@require_safe
@cache_control(private=True, no_cache=True)
def home(request: HttpRequest) -> HttpResponse:
    """What Talon is, the clubs that keep their score here, and one next step."""
    return render(request, "home.html", {"clubs": Club.objects.only("name", "short_name", "place")})


@require_safe
@never_cache
def set_language(request: HttpRequest, code: str) -> HttpResponse:
    """Remembers a language in its cookie, nothing else, and goes back to where the link stood."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    response = HttpResponseRedirect(way_back(request))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type]  # a setting is any string
    )
    return response


def way_back(request: HttpRequest) -> str:
    """The address in `next` when it is ours, else the front page."""
    address = request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if ours else resolve_url("home")


@require_safe
@never_cache
def health(_request: HttpRequest) -> HttpResponse:
    """200 when the database answers and is migrated; else 503."""
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    status = 503 if waiting else 200
    return HttpResponse(
        "ok\n" if status == 200 else "migrations wait\n", status=status, content_type="text/plain"
    )
