from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_screen'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='code_set',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='tournament',
            name='code_sets_made',
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
