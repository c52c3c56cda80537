"""The product's addresses, and one of a view that does nothing, found just before those of the events.

An unchanged page reads one row. In SQLite that is a call; with PostgreSQL it is a trip to another process,
after Django's question whether the connection still lives. There the empty view asks for a row too.
"""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config import urls


def empty(_request: HttpRequest) -> HttpResponse:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    return HttpResponse()


urlpatterns = [*urls.urlpatterns[:-1], path("events/empty/", empty), urls.urlpatterns[-1]]
