"""How often a result was entered; those entered before have their first version."""

from typing import Any

from django.db import migrations, models


def count_first_versions(apps: Any, schema_editor: Any) -> None:  # noqa: ARG001 - as Django calls it
    apps.get_model("scoring", "Game").objects.filter(entered_result__isnull=False).update(result_version=1)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_other_result")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="result_version",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="How often a result was entered in place of deals; the log has each.",
            ),
        ),
        migrations.RunPython(count_first_versions, migrations.RunPython.noop),
    ]
