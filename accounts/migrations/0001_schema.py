from django.conf import settings
from django.db import migrations, models
import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
import uuid


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("players", "0001_initial"),
        ("players", "0002_people"),
        ("players", "0003_moderators"),
        ("players", "0004_allowances"),
        ("players", "0005_mails"),
        ("players", "0006_names_of_events"),
        ("players", "0007_letters"),
        ("players", "0008_search_by_name"),
        ("players", "0009_sessions_by_account"),
        ("players", "0011_open_guesses"),
        ("players", "0012_studies"),
        ("players", "0013_show_figures"),
        ("players", "0014_penalties"),
        ("players", "0015_cases"),
        ("players", "0016_terms"),
        ("players", "0017_staff"),
        ("players", "0018_told_reports"),
        ("players", "0019_address_changes"),
        ("players", "0020_seen_addresses"),
        ("players", "0021_report_outcomes"),
        ("players", "0022_preferences_open_data"),
        ("players", "0023_bots"),
        ("players", "0024_rated_bots"),
        ("players", "0025_endedsession"),
        ("players", "0026_reports_by_kind"),
        ("players", "0027_blocks_by_pair"),
        ("players", "0028_tried_mails"),
        ("players", "0029_rare_accounts"),
        ("players", "0030_bots_by_name"),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Account',
            fields=[
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('agreed', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='The newest version of terms or privacy that it has agreed to.', verbose_name='agreed to')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'account',
                'verbose_name_plural': 'accounts',
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='EndedSession',
            fields=[
                ('topic', models.CharField(editable=False, max_length=40, primary_key=True, serialize=False)),
                ('at', models.DateTimeField(db_index=True, editable=False, verbose_name='at')),
            ],
            options={
                'verbose_name': 'session that is over',
                'verbose_name_plural': 'sessions that are over',
            },
        ),
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='preferences', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('board_side', models.CharField(choices=[('own', 'My own side below'), ('red', "Red's side below")], default='own', max_length=3, verbose_name='board')),
                ('confirm_moves', models.BooleanField(default=False, verbose_name='ask before a turn is sent')),
                ('coordinates', models.BooleanField(default=True, verbose_name='coordinates beside the board')),
                ('theme', models.CharField(choices=[('system', 'As the device has it'), ('light', 'Light'), ('dark', 'Dark')], default='system', max_length=6, verbose_name='colours')),
                ('time_zone', models.CharField(default='UTC', max_length=50, verbose_name='time zone')),
                ('ranks', models.CharField(choices=[('high', '10 is the Marshal'), ('low', '1 is the Marshal'), ('symbols', 'Pictures')], default='high', max_length=7, verbose_name='ranks')),
                ('open_guesses', models.BooleanField(default=False, verbose_name='guesses are opened with the game')),
                ('show_figures', models.BooleanField(db_default=True, default=True, verbose_name='others see the figures')),
                ('open_data', models.CharField(choices=[('pseudonym', 'Under a pseudonym, another one in each release'), ('name', 'Under my name'), ('none', 'Leave my games out')], db_default='pseudonym', default='pseudonym', max_length=9, verbose_name='games as open data')),
                ('bot_challenges', models.BooleanField(db_default=False, default=False, verbose_name='bots may challenge')),
                ('rated_bots', models.BooleanField(db_default=False, default=False, verbose_name='games against bots count')),
            ],
            options={
                'verbose_name': 'preferences',
                'verbose_name_plural': 'preferences',
            },
        ),
        migrations.CreateModel(
            name='AddressChange',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('new', models.EmailField(max_length=254)),
                ('asked', models.DateTimeField()),
                ('due', models.DateTimeField()),
                ('agreed', models.DateTimeField(null=True)),
                ('proven', models.DateTimeField(null=True)),
                ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='address_change', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'change of an address',
                'verbose_name_plural': 'changes of addresses',
            },
        ),
        migrations.CreateModel(
            name='OutgoingMail',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=32)),
                ('address', models.EmailField(blank=True, max_length=254)),
                ('about', models.UUIDField(null=True)),
                ('site', models.CharField(max_length=300)),
                ('details', models.JSONField(default=dict)),
                ('created', models.DateTimeField()),
                ('due', models.DateTimeField()),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'outgoing mail',
                'verbose_name_plural': 'outgoing mails',
            },
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('case', models.UUIDField()),
                ('player', models.UUIDField()),
                ('kind', models.CharField(choices=[('note', 'Note'), ('warning', 'Warning'), ('no-talk', 'No talk'), ('no-rated', 'No rated games'), ('no-events', 'No events'), ('no-seeks', 'No seeks and challenges'), ('ban', 'Ban'), ('rating-set-back', 'Rating set back'), ('result-annulled', 'Result annulled'), ('result-forfeited', 'Game forfeited')], max_length=16)),
                ('rule', models.CharField(max_length=32)),
                ('by', models.UUIDField(null=True)),
                ('begins', models.DateTimeField()),
                ('ends', models.DateTimeField(null=True)),
                ('shown', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=64), default=list, size=None)),
                ('reason', models.UUIDField(null=True)),
                ('acknowledged_at', models.DateTimeField(null=True)),
                ('reversed_at', models.DateTimeField(null=True)),
                ('game', models.UUIDField(null=True)),
                ('amount', models.PositiveIntegerField(null=True)),
            ],
            options={
                'verbose_name': 'penalty',
                'verbose_name_plural': 'penalties',
                'indexes': [models.Index(fields=['case'], name='players_penalty_case'), models.Index(fields=['player', '-begins'], name='players_penalty_player'), models.Index(condition=models.Q(('kind__in', ['warning', 'no-talk', 'no-rated', 'no-events', 'no-seeks', 'ban']), ('reversed_at', None)), fields=['player', 'kind', 'ends'], name='players_penalty_bars')],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=150, verbose_name='name')),
                ('bot', models.BooleanField(default=False, help_text='The computer plays.', verbose_name='bot')),
                ('guest', models.BooleanField(default=False, help_text='Plays without having signed up.', verbose_name='guest')),
                ('organiser', models.BooleanField(default=False, help_text='In the rated events of this player arbiters’ decisions and places count.', verbose_name='approved organiser')),
                ('event', models.UUIDField(blank=True, editable=False, help_text='The only event that knows this name: its staff or a file wrote it there, and may correct it.', null=True, verbose_name='event')),
                ('machine', models.BooleanField(db_default=False, default=False, editable=False, help_text='A program of its owner plays for this account, for good.', verbose_name='bot of its own')),
                ('kept', models.BooleanField(db_default=False, default=False, editable=False, help_text='Whoever is named as its owner has agreed to it.')),
                ('unproven', models.BooleanField(db_default=False, default=False, help_text='Has signed up, and not proven the address yet.', verbose_name='unproven')),
                ('account', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='player', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                ('keeper', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='machines', to='players.player', verbose_name='whose bot it is')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'permissions': [('close_player', 'Can close accounts and open them again')],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(auto_now_add=True)),
                ('blocked', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to='players.player')),
                ('blocker', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to='players.player')),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
            },
        ),
        migrations.CreateModel(
            name='Allowance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('events', 'Events created'), ('invitations', 'Players invited, challenged or given a role'), ('invitations-to', 'The same, of one player'), ('letters', 'Letters to the players of events'), ('notes-to', 'Notes to times proposed, to one player'), ('mails', 'Mails that went out because of it'), ('mails-to', 'Mails to one player because of this one'), ('mails-got', 'Mails got because of others')], max_length=14, verbose_name='what')),
                ('other', models.UUIDField(null=True, verbose_name='other player')),
                ('day', models.DateField(verbose_name='day')),
                ('used', models.PositiveIntegerField(verbose_name='used')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='allowances', to='players.player')),
            ],
            options={
                'verbose_name': 'use of a day',
                'verbose_name_plural': 'uses of a day',
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('player', 'Player'), ('message', 'Message'), ('letter', 'Letter of an event'), ('note', 'Note to a proposed time'), ('study', 'Study'), ('comment', 'Comment in a study'), ('game', 'Game'), ('puzzle', 'Puzzle')], max_length=7, verbose_name='kind')),
                ('target', models.UUIDField(verbose_name='target')),
                ('why', models.CharField(max_length=16, verbose_name='reason')),
                ('case', models.UUIDField(editable=False, null=True, verbose_name='case')),
                ('salt', models.BinaryField(default=bytes)),
                ('text', models.TextField(blank=True, max_length=1000, verbose_name='text')),
                ('excerpt', models.TextField(blank=True, editable=False, max_length=2000, verbose_name='as it was when reported')),
                ('state', models.CharField(choices=[('open', 'Open'), ('resolved', 'Resolved'), ('dismissed', 'Dismissed'), ('gone', 'The account is deleted'), ('reversed', 'Decided otherwise after an appeal')], default='open', max_length=9, verbose_name='state')),
                ('created', models.DateTimeField(auto_now_add=True, verbose_name='reported')),
                ('closed', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='closed')),
                ('told', models.BooleanField(db_default=False, default=False, editable=False)),
                ('about', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_about', to='players.player', verbose_name='about')),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports_made', to='players.player', verbose_name='reporter')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
            },
        ),
        migrations.CreateModel(
            name='SeenAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mark', models.CharField(max_length=32)),
                ('first', models.DateField()),
                ('last', models.DateField()),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'address seen',
                'verbose_name_plural': 'addresses seen',
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('account', models.UUIDField(editable=False, null=True)),
                ('about', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), default=list, editable=False, size=None)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
                'indexes': [models.Index(condition=models.Q(('account__isnull', False)), fields=['account'], name='players_session_account'), django.contrib.postgres.indexes.GinIndex(condition=models.Q(('about', []), _negated=True), fields=['about'], name='players_session_about')],
            },
        ),
        migrations.AddIndex(
            model_name='account',
            index=models.Index(django.db.models.functions.text.Upper('email'), name='players_account_email'),
        ),
        migrations.AddIndex(
            model_name='account',
            index=models.Index(condition=models.Q(('is_staff', True)), fields=['id'], name='players_account_staff'),
        ),
        migrations.AddIndex(
            model_name='account',
            index=models.Index(condition=models.Q(('last_login', None)), fields=['date_joined'], name='players_account_never_in'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Upper('username'), name='players_account_username_any_case', violation_error_message='This name is taken.'),
        ),
        migrations.AddIndex(
            model_name='addresschange',
            index=models.Index(condition=models.Q(('proven__isnull', False)), fields=['due'], name='players_addresschange_due'),
        ),
        migrations.AddIndex(
            model_name='addresschange',
            index=models.Index(fields=['asked'], name='players_addresschange_asked'),
        ),
        migrations.AddIndex(
            model_name='outgoingmail',
            index=models.Index(fields=['due'], name='players_outgoingmail_due'),
        ),
        migrations.AddIndex(
            model_name='outgoingmail',
            index=models.Index(condition=models.Q(('attempts__gt', 0)), fields=['created'], name='players_outgoingmail_tried'),
        ),
        migrations.AddConstraint(
            model_name='outgoingmail',
            constraint=models.UniqueConstraint(fields=('kind', 'account', 'address', 'about'), name='players_outgoingmail_one', nulls_distinct=False),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['name'], name='players_player_name'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(django.db.models.functions.comparison.Collate(django.db.models.functions.text.Upper('name'), 'C'), name='players_player_folded_name'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector('name', config='simple'), name='players_player_words'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('guest', True)), fields=['account'], name='players_player_guests'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('machine', True)), fields=['name'], name='players_player_bots'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('account__isnull', True), ('bot', False), ('event__isnull', True)), fields=('name',), name='players_player_name_of_records'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Upper('name'), condition=models.Q(('account__isnull', False), ('bot', True), _connector='OR'), name='players_player_name_of_members', violation_error_message='This name is taken.'),
        ),
        migrations.AddIndex(
            model_name='block',
            index=models.Index(fields=['blocked', 'blocker'], name='players_block_met'),
        ),
        migrations.AddConstraint(
            model_name='block',
            constraint=models.UniqueConstraint(fields=('blocker', 'blocked'), name='players_block_one'),
        ),
        migrations.AddConstraint(
            model_name='block',
            constraint=models.CheckConstraint(condition=models.Q(('blocker', models.F('blocked')), _negated=True), name='players_block_of_another'),
        ),
        migrations.AddIndex(
            model_name='allowance',
            index=models.Index(fields=['day'], name='players_allowance_day'),
        ),
        migrations.AddConstraint(
            model_name='allowance',
            constraint=models.UniqueConstraint(fields=('player', 'what', 'other', 'day'), name='players_allowance_one', nulls_distinct=False),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['state', '-created'], name='players_report_state'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['case', '-created'], name='players_report_case'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['kind', '-created', 'id'], name='players_report_kind'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('closed__isnull', False)), fields=['reporter', '-closed'], name='players_report_record'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['reporter', '-created', '-id'], name='players_report_mine'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('closed__isnull', False), ('told', False)), fields=['closed', 'id'], name='players_report_untold'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('reporter', 'kind', 'target', 'why', 'about'), name='players_report_open_once', nulls_distinct=False),
        ),
        migrations.AddIndex(
            model_name='seenaddress',
            index=models.Index(fields=['mark', '-last'], name='players_seenaddress_mark'),
        ),
        migrations.AddIndex(
            model_name='seenaddress',
            index=models.Index(fields=['last'], name='players_seenaddress_last'),
        ),
        migrations.AddConstraint(
            model_name='seenaddress',
            constraint=models.UniqueConstraint(fields=('account', 'mark'), name='players_seenaddress_one'),
        ),
    ]
