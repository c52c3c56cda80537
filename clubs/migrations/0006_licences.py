from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("clubs", "0005_second_factor"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="licence_until",
            field=models.DateField(
                blank=True,
                help_text="The last day on which the licence is valid; empty where no end is known.",
                null=True,
                verbose_name="licence valid until",
            ),
        ),
    ]
