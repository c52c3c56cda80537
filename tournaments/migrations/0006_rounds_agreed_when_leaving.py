"""An entry that has left keeps the number of rounds agreed on then; until now the event's was asked."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

# As an event begins that has said nothing else.
USUAL = 7


def keep_the_rounds(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    for entry in apps.get_model("tournaments", "Entry").objects.filter(state="withdrawn"):
        phases = entry.tournament.settings.get("phases", [{"rounds": USUAL}])
        entry.rounds_agreed = sum(phase["rounds"] for phase in phases)
        entry.save(update_fields=["rounds_agreed"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_games_of_removed_rounds")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="rounds_agreed",
            field=models.PositiveSmallIntegerField(
                help_text="How many rounds were agreed on when it withdrew.", null=True
            ),
        ),
        migrations.RunPython(keep_the_rounds, migrations.RunPython.noop),
    ]
