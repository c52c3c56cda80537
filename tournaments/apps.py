"""Events, rounds, pairings and standings."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _lazy


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _lazy("Tournaments")

    def ready(self) -> None:
        import_module("tournaments.registration.log")
        import_module("tournaments.registration.links")
        import_module("tournaments.papers.jobs")
        import_module("tournaments.papers.protocol_lines")
