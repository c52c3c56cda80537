"""The addresses that belong to the whole house: the front page, the language, the health check."""

from functools import cache

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
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
    response = HttpResponseRedirect(_way_back(request))
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


def _way_back(request: HttpRequest) -> str:
    """The address in `next` when it is ours, else the front page."""
    address = request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if ours else resolve_url("home")


@require_safe
@never_cache
def health(_request: HttpRequest) -> HttpResponse:
    """200 when the database answers and holds every migration of this release; else 503. It is polled."""
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseError:
        return _said("no database", 503)
    waits = any(migration not in applied for migration in _newest_migrations())
    return _said("migrations wait", 503) if waits else _said("ok", 200)


def _said(words: str, status: int) -> HttpResponse:
    return HttpResponse(f"{words}\n", status=status, content_type="text/plain")


@cache
def _newest_migrations() -> tuple[tuple[str, str], ...]:
    """Of each app, read from the files once: they do not change under a running server."""
    return tuple(MigrationLoader(None).graph.leaf_nodes())
