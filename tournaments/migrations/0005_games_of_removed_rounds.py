"""The games of rounds that were removed before games could be set aside."""

from django.db import migrations


def set_aside(apps, _editor):
    """As the verb does it: since when and why, from the log and the round."""
    game, log = apps.get_model("scoring", "Game"), apps.get_model("clubs", "LogEntry")
    for drawn in (
        apps.get_model("tournaments", "Round").objects.filter(state="removed").select_related("tournament")
    ):
        entries = log.objects.filter(book=drawn.tournament.book_id, act="round.removed")
        entry = entries.filter(text__contains=f'"tournaments.round:{drawn.pk}"').first()
        game.objects.filter(pairing__round=drawn).update(
            state="set_aside",
            set_aside_at=None if entry is None else entry.at,
            set_aside_because=drawn.removed_because.strip(),
        )


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_keys_of_sendings"),
        ("scoring", "0005_set_aside"),
        ("tournaments", "0004_tables_that_are_kept"),
    ]

    operations = [
        migrations.RunPython(set_aside, migrations.RunPython.noop),
    ]
