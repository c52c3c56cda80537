"""Events, rounds, pairings and standings."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _lazy


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _lazy("Tournaments")

    def ready(self) -> None:
        # Imported here: models can be imported only once all apps are loaded.
        from tournaments.registration import register_hooks

        register_hooks()
