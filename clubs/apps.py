"""The app of clubs, people, books and the log."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _lazy


class ClubsConfig(AppConfig):
    name = "clubs"
    verbose_name = _lazy("Clubs")

    def ready(self) -> None:
        # Imported here: models can be imported only once all apps are loaded.
        from clubs.registration import register_hooks

        register_hooks()
