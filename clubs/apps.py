"""Clubs, people, books and the log."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        """Let every app say its acts' sentences and which books show a player, and its kinds of long work."""
        autodiscover_modules("acts", "jobs")
