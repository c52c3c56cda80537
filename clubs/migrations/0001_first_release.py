import clubs.models.accounts
import clubs.models.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('tried', models.CharField(default=clubs.models.accounts.random_try, max_length=64)),
                ('at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['key', 'at'], name='attempts_of_a_key')],
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, unique=True, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$', "A name must not contain tabs, line breaks or other invisible characters.", code='control_characters')], verbose_name='name')),
                ('short_name', models.CharField(blank=True, max_length=20, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$', "A name must not contain tabs, line breaks or other invisible characters.", code='control_characters')], verbose_name='short name')),
                ('place', models.CharField(blank=True, max_length=100, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$', "A name must not contain tabs, line breaks or other invisible characters.", code='control_characters')], verbose_name='place')),
                ('language', models.CharField(choices=[('sv', 'Swedish'), ('fi', 'Finnish'), ('da', 'Danish'), ('en', 'English')], default='sv', max_length=5, verbose_name='language')),
                ('federation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='clubs', to='clubs.club', verbose_name='federation')),
                ('players_open_games', models.BooleanField(default=False, help_text='Players open games at its free tables, without an account.')),
                ('version', models.PositiveIntegerField(default=1, editable=False)),
                ('search_text', clubs.models.fields.DerivedField(derive='make_search_text', max_length=400)),
                ('order', clubs.models.fields.DerivedField(derive='alphabet_key', max_length=400)),
            ],
            options={
                'ordering': ['order', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('federation__isnull', True), models.Q(('federation', models.F('pk')), _negated=True), _connector='OR'), name='no_club_is_its_own_federation')],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('given_name', models.CharField(max_length=100, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$', "A name must not contain tabs, line breaks or other invisible characters.", code='control_characters')], verbose_name='given name')),
                ('family_name', models.CharField(max_length=100, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$', "A name must not contain tabs, line breaks or other invisible characters.", code='control_characters')], verbose_name='family name')),
                ('home_club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='home_players', to='clubs.club', verbose_name='home club')),
                ('federation', models.ForeignKey(blank=True, help_text='The federation that gave the licence number.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='licensed_players', to='clubs.club', verbose_name='federation')),
                ('licence', models.CharField(blank=True, max_length=20, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$', "A name must not contain tabs, line breaks or other invisible characters.", code='control_characters')], verbose_name='licence number')),
                ('language', models.CharField(blank=True, choices=[('sv', 'Swedish'), ('fi', 'Finnish'), ('da', 'Danish'), ('en', 'English')], max_length=5, verbose_name='language')),
                ('may_publish', models.BooleanField(default=False, help_text="Standings and results on public pages show the name only with the player's consent.", verbose_name='name may be published')),
                ('version', models.PositiveIntegerField(default=1, editable=False)),
                ('key', models.UUIDField(editable=False, help_text="Generated by the form that added the player, so that sending it twice adds "
"the player only once.", null=True, unique=True)),
                ('search_text', clubs.models.fields.DerivedField(derive='make_search_text', max_length=400)),
                ('order', clubs.models.fields.DerivedField(derive='alphabet_key', max_length=440)),
            ],
            options={
                'ordering': ['order', 'pk'],
                'indexes': [models.Index(django.db.models.functions.text.Lower('family_name'), django.db.models.functions.text.Lower('given_name'), name='player_by_name')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('federation', 'licence'), name='one_licence_number_per_federation'), models.CheckConstraint(condition=models.Q(('licence', ''), ('federation__isnull', False), _connector='OR'), name='a_licence_has_a_federation')],
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='e-mail')),
                ('name', models.CharField(max_length=100, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$', "A name must not contain tabs, line breaks or other invisible characters.", code='control_characters')], verbose_name='name')),
                ('language', models.CharField(blank=True, choices=[('sv', 'Swedish'), ('fi', 'Finnish'), ('da', 'Danish'), ('en', 'English')], max_length=5, verbose_name='language')),
                ('is_active', models.BooleanField(default=True)),
                ('is_keeper', models.BooleanField(default=False, help_text="Looks after this installation: may add clubs that belong to no federation.")),
                ('player', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='user', to='clubs.player', verbose_name='player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_account_per_email')],
            },
        ),
        migrations.CreateModel(
            name='PlayerName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='names', to='clubs.player')),
                ('given_name', models.CharField(max_length=100, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$', "A name must not contain tabs, line breaks or other invisible characters.", code='control_characters')], verbose_name='')),
                ('family_name', models.CharField(max_length=100, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$', "A name must not contain tabs, line breaks or other invisible characters.", code='control_characters')], verbose_name='')),
                ('licence', models.CharField(blank=True, max_length=20, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$', "A name must not contain tabs, line breaks or other invisible characters.", code='control_characters')], verbose_name='')),
            ],
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='clubs.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='clubs.player')),
                ('since', models.DateField(verbose_name='since')),
                ('until', models.DateField(blank=True, null=True, verbose_name='until')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('club', 'player'), name='one_current_membership_per_club_and_player'), models.CheckConstraint(condition=models.Q(('until__isnull', True), ('until__gte', models.F('since')), _connector='OR'), name='a_membership_ends_after_it_began')],
            },
        ),
        migrations.CreateModel(
            name='Book',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('club', 'club'), ('tournament', 'tournament'), ('game', 'game')], max_length=12)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='books', to='clubs.club')),
                ('revision', models.PositiveBigIntegerField(default=0)),
                ('oldest_shown', models.PositiveBigIntegerField(default=0)),
                ('entries', models.PositiveBigIntegerField(default=0)),
                ('head', models.CharField(blank=True, max_length=64)),
                ('trial', models.BooleanField(default=False, help_text='A rehearsal: what is recorded in it counts nowhere else.')),
                ('archived_at', models.DateTimeField(help_text="Since when it is out of the club's lists; its pages stay.", null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('kind', 'club')), fields=('club',), name='one_book_of_its_own_per_club')],
            },
        ),
        migrations.CreateModel(
            name='Role',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='clubs.book')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to=settings.AUTH_USER_MODEL)),
                ('kind', models.CharField(choices=[('admin', 'club admin'), ('director', 'director'), ('jury', 'jury'), ('scorer', 'scorer')], max_length=12, verbose_name='role')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('book', 'user', 'kind'), name='one_role_of_a_kind_per_book')],
            },
        ),
        migrations.CreateModel(
            name='LogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='log', to='clubs.book')),
                ('number', models.PositiveBigIntegerField()),
                ('at', models.DateTimeField()),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='log_entries', to=settings.AUTH_USER_MODEL)),
                ('act', models.CharField(max_length=60)),
                ('text', models.TextField()),
                ('hash', models.CharField(max_length=64)),
                ('key', models.UUIDField(help_text="Generated by the device that sent the action, so that sending it twice does "
"it only once.", null=True)),
                ('fingerprint', models.CharField(blank=True, default='', help_text="Hash of what was sent.", max_length=64)),
            ],
            options={
                'ordering': ['book', 'number'],
                'indexes': [models.Index(fields=['book', 'act', 'number'], name='log_by_act')],
                'constraints': [models.UniqueConstraint(fields=('book', 'number'), name='one_log_entry_per_number'), models.UniqueConstraint(fields=('key',), name='one_act_per_key')],
            },
        ),
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
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='clubs.book')),
                ('kind', models.CharField(choices=[('admin', 'club admin'), ('director', 'director'), ('jury', 'jury'), ('scorer', 'scorer')], max_length=12, verbose_name='role')),
                ('email', models.EmailField(max_length=254, verbose_name='e-mail')),
                ('nonce', models.CharField(max_length=32, unique=True)),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('made_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('withdrawn_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['-made_at', '-pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('used_at__isnull', True), ('withdrawn_at__isnull', True)), fields=('book', 'kind', 'email'), name='one_open_invitation_per_role_and_address')],
            },
        ),
        migrations.CreateModel(
            name='StoredFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('area', models.CharField(max_length=20)),
                ('name', models.CharField(max_length=255)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('stored_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['area', 'name'],
                'constraints': [models.UniqueConstraint(fields=('area', 'name'), name='one_stored_file_per_name')],
            },
        ),
        migrations.CreateModel(
            name='FileChunk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='clubs.storedfile')),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
            ],
            options={
                'ordering': ['file', 'number'],
                'constraints': [models.UniqueConstraint(fields=('file', 'number'), name='one_chunk_per_number')],
            },
        ),
        migrations.CreateModel(
            name='Installation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key_mark', models.CharField(max_length=8)),
                ('files', models.CharField(max_length=20)),
            ],
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=60)),
                ('parameters', models.JSONField(default=dict)),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='clubs.book')),
                ('requested_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to=settings.AUTH_USER_MODEL)),
                ('requested_at', models.DateTimeField()),
                ('language', models.CharField(choices=[('sv', 'Swedish'), ('fi', 'Finnish'), ('da', 'Danish'), ('en', 'English')], max_length=5)),
                ('key', models.UUIDField(help_text="Generated by the form, so that sending it twice requests it only once.", unique=True)),
                ('state', models.CharField(choices=[('waiting', 'waiting for its turn'), ('working', "running"), ('done', 'done'), ('cancelled', 'cancelled'), ('failed', 'failed')], default='waiting', max_length=12)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('cancel_requested', models.BooleanField(default=False)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('heartbeat_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('failure', models.CharField(blank=True, max_length=20)),
                ('file_name', models.CharField(blank=True, max_length=120)),
                ('media_type', models.CharField(blank=True, max_length=100)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]
