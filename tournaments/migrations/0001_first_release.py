import django.core.validators
import django.db.models.deletion
import tournaments.core.drawing.seeds
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_first_release'),
        ('scoring', '0001_first_release'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='clubs.club')),
                ('book', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='tournament', to='clubs.book')),
                ('name', models.CharField(max_length=100, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$', "A name must not contain tabs, line breaks or other invisible characters.", code='control_characters')], verbose_name='name')),
                ('date', models.DateField(verbose_name='day')),
                ('starts_at', models.DateTimeField(blank=True, null=True, verbose_name='begins')),
                ('ruleset', models.SlugField(verbose_name='rule set')),
                ('options', models.JSONField(blank=True, default=dict)),
                ('settings', models.JSONField(blank=True, default=dict, help_text="What was agreed that differs from the defaults.")),
                ('secret', models.CharField(default=tournaments.core.drawing.seeds.new_secret, help_text='The seeds of its draws follow from it. Only its digest is shown.', max_length=64)),
                ('state', models.CharField(choices=[('open', 'entries are open'), ('running', "in progress"), ('preliminary', 'preliminary'), ('official', 'official')], default='open', max_length=12)),
                ('shown_at', models.DateTimeField(help_text='When the final results were shown.', null=True)),
                ('official_at', models.DateTimeField(null=True)),
                ('revision', models.PositiveSmallIntegerField(default=0, help_text='How often its results have been declared official.')),
                ('revised_because', models.TextField(blank=True, help_text='Why official results were opened again, the last time.')),
                ('rules_before', models.JSONField(blank=True, default=list, help_text='The rules that were in force before each time its settings were put right.')),
                ('singles', models.ManyToManyField(blank=True, related_name='+', to='clubs.player')),
            ],
            options={
                'ordering': ['-date', 'name'],
                'constraints': [models.UniqueConstraint(fields=('club', 'name', 'date'), name='one_event_of_a_name_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('state', models.CharField(choices=[('entered', 'entered'), ('present', 'present'), ('withdrawn', 'withdrawn')], default='entered', max_length=9)),
                ('from_round', models.PositiveSmallIntegerField(default=1, help_text='The first round it plays; it has missed those before.')),
                ('until_round', models.PositiveSmallIntegerField(help_text="The last round it takes part in, if it has withdrawn.", null=True)),
                ('rounds_agreed', models.PositiveSmallIntegerField(help_text='How many rounds were agreed on when it withdrew.', null=True)),
                ('missed', models.JSONField(blank=True, default=list, help_text='The numbers of the rounds that it misses.')),
                ('lot', models.PositiveSmallIntegerField(help_text='Drawn by hand, to decide a tie.', null=True)),
                ('fixed_table', models.PositiveSmallIntegerField(help_text="Its stationary table, if it cannot move.", null=True)),
                ('outside', models.BooleanField(default=False, help_text='It plays outside the competition: its games count for its opponents alone.')),
            ],
            options={
                'ordering': ['tournament', 'number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='one_entry_per_number'), models.UniqueConstraint(condition=models.Q(('state', 'withdrawn'), _negated=True), fields=('tournament', 'fixed_table'), name='one_entry_keeps_a_table')],
            },
        ),
        migrations.CreateModel(
            name='EntryPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='tournaments.entry')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='places', to='clubs.player')),
                ('position', models.PositiveSmallIntegerField()),
                ('from_round', models.PositiveSmallIntegerField(default=1, help_text='The first round in which the player plays for the entry.')),
                ('until_round', models.PositiveSmallIntegerField(help_text='The last round in which the player played for it, where another does now.', null=True)),
                ('is_substitute', models.BooleanField(default=False, help_text='The results count by the rule for substitutes.')),
                ('rests', models.JSONField(blank=True, default=list)),
                ('active', models.BooleanField(default=True, help_text='The entry has not withdrawn, and the player is in it now.')),
            ],
            options={
                'ordering': ['entry', 'position'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('until_round', None)), fields=('entry', 'position'), name='one_player_per_position'), models.UniqueConstraint(condition=models.Q(('active', True)), fields=('tournament', 'player'), name='a_player_enters_an_event_once')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.tournament')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('state', models.CharField(choices=[('drawn', 'drawn'), ('published', 'published'), ('closed', 'closed'), ('removed', 'removed')], default='drawn', max_length=10)),
                ('seed', models.CharField(max_length=32, verbose_name='seed of the draw')),
                ('attempt', models.PositiveSmallIntegerField(default=0, help_text='Which draw of this round it is; 0 where the seed was given.')),
                ('again', models.JSONField(blank=True, default=dict, help_text='Why it was drawn again.')),
                ('movement', models.CharField(default='lot', max_length=16)),
                ('exact', models.BooleanField(default=True, help_text="Proven: no pairing is better.")),
                ('draw_input', models.JSONField(default=dict, help_text="What was known about the entries at the time of the draw.")),
                ('proposal', models.JSONField(default=list, help_text="The pairings as the program proposed them.")),
                ('places', models.JSONField(blank=True, default=list, help_text='Whose each place of the movement is, where it is set beforehand; 0 is an empty one.')),
                ('turn', models.PositiveSmallIntegerField(default=0, help_text='Which round of these places it is.')),
                ('published_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('removed_because', models.TextField(blank=True)),
            ],
            options={
                'ordering': ['tournament', 'number'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'removed'), _negated=True), fields=('tournament', 'number'), name='one_round_per_number')],
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.round')),
                ('table', models.PositiveSmallIntegerField(null=True, verbose_name='table')),
                ('kind', models.CharField(choices=[('played', 'played'), ('walkover', 'walkover'), ('both_absent', 'nobody came'), ('sit_out', 'sits out'), ('forfeited', 'given up'), ('abandoned', 'abandoned'), ('adjusted', 'as the jury has ruled'), ('ruled_lost', 'ruled lost'), ('cut_short', "cut short, the score counts"), ('broken_off', 'broken off, nobody at fault'), ('void', 'counts nothing')], default='played', max_length=12)),
                ('at_fault', models.PositiveSmallIntegerField(help_text='The side that did not come, has left or has lost by ruling.', null=True)),
                ('ruled_points', models.JSONField(blank=True, default=list, help_text='Points and difference of each side, as the jury has ruled.')),
                ('reasons', models.JSONField(blank=True, default=list, help_text="Why these two meet.")),
                ('by_hand', models.BooleanField(default=False)),
                ('locked', models.BooleanField(default=False, help_text="Changes by hand and redraws of the other tables do not affect it.")),
                ('reason', models.TextField(blank=True, help_text="Why the played result does not count.")),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pairing', to='scoring.game')),
            ],
            options={
                'ordering': ['round', 'table', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('round', 'table'), name='one_pairing_per_table'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'sit_out'), ('table__isnull', True)), models.Q(models.Q(('kind', 'sit_out'), _negated=True), ('table__isnull', False)), _connector='OR'), name='who_sits_out_has_no_table'), models.CheckConstraint(condition=models.Q(('at_fault__lte', 2)), name='a_side_is_at_fault')],
            },
        ),
        migrations.CreateModel(
            name='PairingEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.round')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entered', to='tournaments.pairing')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairings', to='tournaments.entry')),
                ('side', models.PositiveSmallIntegerField()),
                ('position', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'ordering': ['pairing', 'side', 'position'],
                'constraints': [models.UniqueConstraint(fields=('round', 'entry'), name='an_entry_stands_in_a_round_once'), models.UniqueConstraint(fields=('pairing', 'side', 'position'), name='one_entry_per_place'), models.CheckConstraint(condition=models.Q(('side__lte', 2)), name='an_entry_stands_at_a_side')],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='tournaments.round')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='tournaments.entry')),
                ('place', models.PositiveSmallIntegerField()),
                ('shared', models.BooleanField(default=False)),
                ('decided_by', models.CharField(blank=True, max_length=20)),
                ('played', models.PositiveSmallIntegerField()),
                ('wins', models.PositiveSmallIntegerField()),
                ('draws', models.PositiveSmallIntegerField()),
                ('losses', models.PositiveSmallIntegerField()),
                ('points', models.IntegerField()),
                ('difference', models.IntegerField()),
                ('own', models.IntegerField()),
            ],
            options={
                'ordering': ['round', 'place', 'entry__number'],
                'constraints': [models.UniqueConstraint(fields=('round', 'entry'), name='one_standing_per_round_and_entry')],
            },
        ),
        migrations.CreateModel(
            name='KeptRound',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='kept', serialize=False, to='tournaments.round')),
                ('tables', models.JSONField()),
                ('left_out', models.JSONField()),
                ('places', models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name='Snapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='snapshots', to='tournaments.tournament')),
                ('digest', models.CharField(max_length=64)),
                ('content', models.BinaryField()),
                ('people', models.JSONField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['tournament', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='EventAdjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('cancelled_because', models.TextField(blank=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='tournaments.tournament')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='tournaments.entry')),
                ('unit', models.CharField(choices=[('points', 'points'), ('difference', 'difference')], max_length=10)),
                ('amount', models.IntegerField()),
                ('rule', models.CharField(blank=True, max_length=40, verbose_name='paragraph')),
                ('reason', models.TextField(verbose_name='reason')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['tournament', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='an_event_adjustment_moves_something'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='an_event_adjustment_has_a_reason')],
            },
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    model_name='entry',
                    name='players',
                    field=models.ManyToManyField(related_name='entries', through='tournaments.EntryPlayer', to='clubs.player'),
                ),
            ],
        ),
    ]
