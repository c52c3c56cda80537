"""Games for which another result counts than the one that was played take no more deals."""

from typing import Any

from django.db import migrations


def close_games(apps: Any, schema_editor: Any) -> None:  # noqa: ARG001 - as Django calls it
    pairings = apps.get_model("tournaments", "Pairing").objects.exclude(kind__in=("played", "sit_out"))
    games = apps.get_model("scoring", "Game").objects
    for kind in pairings.order_by().values_list("kind", flat=True).distinct():
        games.filter(pairing__in=pairings.filter(kind=kind)).update(other_result=kind)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial"), ("scoring", "0002_other_result")]

    operations = [migrations.RunPython(close_games, migrations.RunPython.noop)]
