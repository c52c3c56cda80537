"""The app that records games of canasta and scores their deals."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _lazy


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _lazy("Scoring")

    def ready(self) -> None:
        import_module("scoring.registration.log")
        import_module("scoring.registration.links")
