"""The words of the log in rows of their own; entries made before keep theirs in the chained text."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='LogWords',
            fields=[
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='words', serialize=False, to='clubs.logentry')),
                ('origin', models.TextField(blank=True, default='')),
                ('origin_salt', models.CharField(blank=True, default='', max_length=32)),
                ('reason', models.TextField(blank=True, default='')),
                ('reason_salt', models.CharField(blank=True, default='', max_length=32)),
                ('facts', models.JSONField(default=dict)),
            ],
        ),
    ]
