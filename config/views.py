"""The views that belong to no app: the choice of language, the health check."""

from functools import cache
from typing import Final

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from clubs.web.language_cookie import set_language_cookie


@require_safe
@never_cache
def set_language(request: HttpRequest, code: str) -> HttpResponse:
    """Set the cookie of the language and redirect to the page with the link."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    response = HttpResponseRedirect(_return_url(request))
    set_language_cookie(response, code)
    return response


def _return_url(request: HttpRequest) -> str:
    """Return the address in `next` if it is one of this site, else the front page."""
    address = request.GET.get("next", "")
    is_own = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if is_own else resolve_url("home")


@require_safe
@never_cache
def health(_request: HttpRequest) -> HttpResponse:
    """Respond 200 if the database answers and has every migration of this release, else 503."""
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except Error:
        return _text_response("no database", 503)
    is_outdated = any(migration not in applied for migration in _newest_migrations())
    return _text_response("migrations wait", 503) if is_outdated else _text_response("ok", 200)


# What no search engine needs: tables have their addresses on cards, and accounts are for their owners.
_NOT_INDEXED: Final = ("/t/", "/account/", "/sign-in/", "/reset/", "/invitation/")


@require_safe
@cache_control(max_age=3600)
def robots(_request: HttpRequest) -> HttpResponse:
    """Say to search engines what they may list: nothing, unless the settings allow the public pages."""
    forbidden = _NOT_INDEXED if settings.SEARCH_ENGINES else ("/",)
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in forbidden)]
    return _text_response("\n".join(lines), 200)


def _text_response(text: str, status: int) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain")


@cache
def _newest_migrations() -> tuple[tuple[str, str], ...]:
    """Return the newest migration of each app; the files do not change while the server runs."""
    return tuple(MigrationLoader(None).graph.leaf_nodes())
