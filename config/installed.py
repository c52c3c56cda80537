"""Talon installed on a phone: its manifest, its service worker, and the page shown where nothing is kept.

A browser lets a service worker run behind TLS or on this machine itself. It keeps the pages of a table,
public pages of events and games, and the files that they need (`static/js/worker.js`): no page of staff.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

_PAPER: Final = "#f8f4ea"
# Of what file, of what size, and for which use.
_ICONS: Final = (
    ("icons/talon-192.png", "192x192", "any"),
    ("icons/talon-512.png", "512x512", "any"),
    ("icons/talon-maskable-512.png", "512x512", "maskable"),
)
# What the pages of a table and the public pages of an event load.
OFFLINE_FILES: Final = (
    *(f"css/{name}.css" for name in ("tokens", "page", "components", "sheets", "print")),
    *(f"css/{name}.css" for name in ("table", "outbox", "entry", "sign", "game", "ruling", "event", "clock")),
    *("js/page.js", "js/offline.js", "js/live.js", "js/outbox.js", "js/outbox_notices.js"),
    *(
        "js/entry.js",
        "js/entry_keypad.js",
        "js/entry_steps.js",
        "js/sign.js",
        "js/clock.js",
        "js/until.js",
        "vendor/htmx.min.js",
    ),
    *("fonts/atkinson-latin.woff2", "fonts/besley-latin.woff2", "fonts/hanken-figures.woff2"),
    *("icons.svg", "mark.svg"),
)


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """What a phone needs to install Talon, in the language of the page."""
    content = {
        "id": reverse("home"),
        "name": "Talon",
        "short_name": "Talon",
        "description": _("Talon keeps score for samba, canasta and related games."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": [
            {"src": static(name), "sizes": size, "type": "image/png", "purpose": use}
            for name, size, use in _ICONS
        ],
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The worker with the files that it keeps. Another file is another version, which replaces the worker."""
    response = HttpResponse(_worker_script(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _worker_script() -> str:
    files = [static(name) for name in OFFLINE_FILES]
    worker = static("js/worker.js")
    version = hashlib.sha256("\n".join([settings.RELEASE, worker, *files]).encode()).hexdigest()[:16]
    kept = {
        "version": version,
        "files": files,
        "staticUrl": settings.STATIC_URL,
        "offlineUrl": reverse("offline"),
    }
    return f"self.talon = {json.dumps(kept)};\nimportScripts({json.dumps(worker)});\n"


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What the worker shows in place of a page that it does not keep."""
    return render(request, "offline.html")
