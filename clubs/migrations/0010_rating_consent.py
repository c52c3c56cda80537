from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("clubs", "0009_books_of_leagues"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="rating_consent_at",
            field=models.DateTimeField(
                editable=False,
                help_text="Since when the rating may be shown; empty without the player's consent.",
                null=True,
            ),
        ),
    ]
