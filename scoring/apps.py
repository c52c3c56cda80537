"""The app that records games of canasta and scores their deals."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _lazy


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _lazy("Scoring")

    def ready(self) -> None:
        # Imported here: models can be imported only once all apps are loaded.
        from scoring.registration import register_hooks

        register_hooks()
