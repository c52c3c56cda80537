"""Each event has a secret of its own, from which the seeds of its draws follow."""

from typing import Any

import tournaments.core.drawing.seeds
from django.db import migrations, models


def make_secrets(apps: Any, schema_editor: Any) -> None:  # noqa: ARG001 - as Django calls it
    """Django gives all rows the same default."""
    for event in apps.get_model("tournaments", "Tournament").objects.only("pk"):
        event.secret = tournaments.core.drawing.seeds.new_secret()
        event.save(update_fields=["secret"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_places_of_rounds")]

    operations = [
        migrations.AddField(
            "tournament",
            "secret",
            models.CharField(
                default=tournaments.core.drawing.seeds.new_secret,
                help_text="The seeds of its draws follow from it. Only its digest is shown.",
                max_length=64,
            ),
        ),
        migrations.AddField(
            "round",
            "attempt",
            models.PositiveSmallIntegerField(
                default=0, help_text="Which draw of this round it is; 0 where the seed was given."
            ),
        ),
        migrations.AddField(
            "round",
            "again",
            models.JSONField(blank=True, default=dict, help_text="Why it was drawn again."),
        ),
        migrations.RunPython(make_secrets, migrations.RunPython.noop),
    ]
