from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0003_cards_of_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="entered_as",
            field=models.PositiveBigIntegerField(
                blank=True,
                help_text="The number of the player in what was signed, where it was merged with another player since.",
                null=True,
            ),
        ),
    ]
