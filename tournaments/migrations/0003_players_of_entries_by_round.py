"""Players of entries by round: others may take places over, and an entry that withdraws frees its players."""

from typing import Any

from django.db import migrations, models


def free_players_of_withdrawn_entries(apps: Any, schema_editor: Any) -> None:  # noqa: ARG001 - as Django calls it
    places = apps.get_model("tournaments", "EntryPlayer").objects
    places.filter(entry__state="withdrawn").update(active=False)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("tournaments", "0002_games_with_other_results"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="entryplayer", name="one_player_per_position"),
        migrations.RemoveConstraint(model_name="entryplayer", name="a_player_enters_an_event_once"),
        migrations.AddField(
            model_name="entry",
            name="missed",
            field=models.JSONField(
                blank=True, default=list, help_text="The numbers of the rounds that it misses."
            ),
        ),
        migrations.AddField(
            model_name="entryplayer",
            name="active",
            field=models.BooleanField(
                default=True, help_text="The entry has not withdrawn, and the player is in it now."
            ),
        ),
        migrations.AddField(
            model_name="entryplayer",
            name="from_round",
            field=models.PositiveSmallIntegerField(
                default=1, help_text="The first round in which the player plays for the entry."
            ),
        ),
        migrations.AddField(
            model_name="entryplayer",
            name="is_substitute",
            field=models.BooleanField(default=False, help_text="The results count by the rule for substitutes."),
        ),
        migrations.AddField(
            model_name="entryplayer",
            name="until_round",
            field=models.PositiveSmallIntegerField(
                help_text="The last round in which the player played for it, where another does now.", null=True
            ),
        ),
        migrations.RunPython(free_players_of_withdrawn_entries, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="entryplayer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until_round", None)),
                fields=("entry", "position"),
                name="one_player_per_position",
            ),
        ),
        migrations.AddConstraint(
            model_name="entryplayer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("active", True)),
                fields=("tournament", "player"),
                name="a_player_enters_an_event_once",
            ),
        ),
    ]
