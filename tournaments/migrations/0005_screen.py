from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_registration'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='notices',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='tournament',
            name='screens',
            field=models.JSONField(blank=True, default=list),
        ),
    ]
