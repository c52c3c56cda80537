"""The product's addresses, and one of a view that does nothing, found just before those of the events."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config import urls


def empty(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [*urls.urlpatterns[:-1], path("events/empty/", empty), urls.urlpatterns[-1]]
