"""The addresses that belong to the whole house: the front page and the health check."""

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html")


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
