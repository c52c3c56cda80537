import django.db.models.deletion
import clubs.models.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("clubs", "0007_passkeys"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="codes_to",
            field=models.EmailField(
                blank=True,
                default="",
                help_text="Where the codes of the log are sent when an event is official.",
                max_length=254,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="consent_at",
            field=clubs.models.fields.ConsentTime(
                editable=False,
                help_text="When the consent was noted; empty without it, and where the time is not known.",
                null=True,
            ),
        ),
        migrations.CreateModel(
            name="ToldApart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "first",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.player"),
                ),
                (
                    "second",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.player"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "first", "second"), name="told_apart_once"),
                    models.CheckConstraint(
                        condition=models.Q(("first__lt", models.F("second"))), name="told_apart_in_order"
                    ),
                ],
            },
        ),
    ]
