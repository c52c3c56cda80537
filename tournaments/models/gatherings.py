"""Several events of a club that go together: a weekend with one programme and one sign-up."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club, name_field


class Gathering(models.Model):
    """The events of it name it (`Tournament.gathering`), so that each is in one at most."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="gatherings")
    name = name_field(_lazy("name"))
    dissolved_at = models.DateTimeField(
        null=True, help_text=_lazy("Since when its events go separate ways; its row stays for the undo.")
    )

    class Meta:
        ordering = ["club", "-pk"]

    def __str__(self) -> str:
        return self.name
