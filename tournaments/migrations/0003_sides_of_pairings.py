from django.db import migrations


class Migration(migrations.Migration):
    """Apart from the one before: PostgreSQL alters no table in the transaction that has filled another from it."""

    dependencies = [
        ('tournaments', '0002_the_event'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='pairing',
            name='first',
        ),
        migrations.RemoveField(
            model_name='pairing',
            name='second',
        ),
    ]
