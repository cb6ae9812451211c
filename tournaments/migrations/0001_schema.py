from django.db import migrations, models
import django.contrib.postgres.fields
import django.contrib.postgres.fields.ranges
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.functions.comparison
import tournaments.scoring.formats
import uuid


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_approved_organisers"),
        ("tournaments", "0003_named_members"),
        ("tournaments", "0004_large_imports"),
        ("tournaments", "0005_persons_of_entries"),
        ("tournaments", "0006_round_calendar"),
        ("tournaments", "0007_letters"),
        ("tournaments", "0008_taken_back_games"),
        ("tournaments", "0009_left_entries"),
        ("tournaments", "0010_formats_of_the_registry"),
        ("tournaments", "0011_ended"),
        ("tournaments", "0012_listed_events"),
        ("tournaments", "0013_untaken_results"),
        ("tournaments", "0014_large_archives"),
        ("tournaments", "0015_found_events"),
        ("tournaments", "0016_event_calendar"),
        ("tournaments", "0017_leftevent"),
        ("tournaments", "0018_undecided_games"),
        ("tournaments", "0019_lost_ratings"),
        ("tournaments", "0020_honours"),
        ("tournaments", "0021_going_entries"),
        ("tournaments", "0022_roles_that_are_over"),
    ]

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='ImportedDetails',
            fields=[
                ('tournament', models.UUIDField(primary_key=True, serialize=False)),
                ('details', models.JSONField(verbose_name='details')),
            ],
            options={
                'verbose_name': 'details of an imported tournament',
                'verbose_name_plural': 'details of imported tournaments',
            },
        ),
        migrations.CreateModel(
            name='LeftEvent',
            fields=[
                ('tournament', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('at', models.DateTimeField(db_index=True, editable=False, verbose_name='at')),
            ],
            options={
                'verbose_name': 'event without an organiser',
                'verbose_name_plural': 'events without an organiser',
            },
        ),
        migrations.CreateModel(
            name='UntakenResult',
            fields=[
                ('game', models.UUIDField(primary_key=True, serialize=False)),
            ],
            options={
                'verbose_name': 'result to be taken over',
                'verbose_name_plural': 'results to be taken over',
            },
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('tournament', models.UUIDField(primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('description', models.TextField(blank=True, help_text='Markdown.', max_length=20000, verbose_name='description')),
                ('place', models.CharField(blank=True, max_length=200, verbose_name='place')),
                ('zone', models.CharField(default='UTC', max_length=50, verbose_name='time zone')),
                ('code', models.CharField(blank=True, max_length=40, verbose_name='entry code')),
                ('owner', models.UUIDField(verbose_name='owner')),
            ],
            options={
                'verbose_name': 'announcement',
                'verbose_name_plural': 'announcements',
                'indexes': [models.Index(fields=['owner'], name='tournaments_text_owner'), django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector('name', 'place', config='simple'), name='tournaments_text_words')],
            },
        ),
        migrations.CreateModel(
            name='EntryPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.UUIDField(verbose_name='tournament')),
                ('entry', models.PositiveIntegerField(verbose_name='entry')),
                ('partner', models.PositiveSmallIntegerField(default=0, verbose_name='place in the pair')),
                ('club', models.CharField(blank=True, max_length=80, verbose_name='club')),
                ('federation', models.CharField(blank=True, max_length=40, verbose_name='federation')),
                ('fide', models.CharField(blank=True, max_length=30, verbose_name='number with the federation')),
                ('title', models.CharField(blank=True, max_length=20, verbose_name='title')),
                ('sex', models.CharField(blank=True, max_length=10, verbose_name='sex')),
                ('birth', models.CharField(blank=True, max_length=20, verbose_name='year or day of birth')),
                ('rating', models.PositiveIntegerField(default=0, verbose_name='rating')),
            ],
            options={
                'verbose_name': 'person of an entry',
                'verbose_name_plural': 'persons of entries',
                'constraints': [models.UniqueConstraint(fields=('tournament', 'entry', 'partner'), name='tournaments_person_one')],
            },
        ),
        migrations.CreateModel(
            name='LargeArchive',
            fields=[
                ('tournament', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('state', models.CharField(choices=[('waiting', 'Not made yet'), ('done', 'Made'), ('failed', 'Failed')], default='waiting', max_length=7, verbose_name='state')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('created', models.DateTimeField(verbose_name='begun')),
            ],
            options={
                'verbose_name': 'large archive',
                'verbose_name_plural': 'large archives',
                'indexes': [models.Index(fields=['created'], name='tournaments_archive_created')],
            },
        ),
        migrations.CreateModel(
            name='LargeImport',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('owner', models.UUIDField(verbose_name='imported by')),
                ('text', models.TextField(blank=True, verbose_name='file')),
                ('choices', models.JSONField(verbose_name='choices')),
                ('state', models.CharField(choices=[('waiting', 'Not done yet'), ('done', 'Done'), ('failed', 'Failed'), ('cancelled', 'Called off')], default='waiting', max_length=9, verbose_name='state')),
                ('refusal', models.JSONField(null=True, verbose_name='refusal')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('created', models.DateTimeField(verbose_name='begun')),
            ],
            options={
                'verbose_name': 'large import',
                'verbose_name_plural': 'large imports',
                'indexes': [models.Index(fields=['created'], name='tournaments_import_created'), models.Index(fields=['owner'], name='tournaments_import_owner')],
            },
        ),
        migrations.CreateModel(
            name='Letter',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('tournament', models.UUIDField(verbose_name='tournament')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('by', models.UUIDField(verbose_name='written by')),
                ('audience', models.CharField(max_length=8, verbose_name='to')),
                ('round', models.PositiveIntegerField(default=0, verbose_name='round')),
                ('text', models.TextField(blank=True, max_length=2000, verbose_name='text')),
                ('to', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None, verbose_name='players')),
                ('written', models.DateTimeField(verbose_name='written')),
            ],
            options={
                'verbose_name': 'letter',
                'verbose_name_plural': 'letters',
                'indexes': [models.Index(fields=['by'], name='tournaments_letter_by')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='tournaments_letter_one')],
            },
        ),
        migrations.CreateModel(
            name='NamedMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.UUIDField(verbose_name='tournament')),
                ('entry', models.PositiveIntegerField(verbose_name='entry')),
                ('partner', models.PositiveSmallIntegerField(default=0, verbose_name='place in the pair')),
                ('player', models.UUIDField(verbose_name='player')),
                ('written', models.UUIDField(verbose_name='player of the file')),
                ('state', models.CharField(choices=[('asked', 'Has not answered yet'), ('agreed', 'Agreed'), ('declined', 'Declined'), ('left', 'Has taken the account off')], default='asked', max_length=8, verbose_name='answer')),
                ('asked', models.DateTimeField(auto_now_add=True, verbose_name='asked')),
                ('answered', models.DateTimeField(null=True, verbose_name='answered')),
            ],
            options={
                'verbose_name': 'member named by a file',
                'verbose_name_plural': 'members named by files',
                'indexes': [models.Index(fields=['player'], name='tournaments_named_player')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'entry', 'partner'), name='tournaments_named_one'), models.UniqueConstraint(fields=('tournament', 'player'), name='tournaments_named_once')],
            },
        ),
        migrations.CreateModel(
            name='PartnerRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.UUIDField(verbose_name='tournament')),
                ('player', models.UUIDField(verbose_name='player')),
                ('partner', models.UUIDField(verbose_name='partner')),
                ('asked', models.DateTimeField(auto_now_add=True, verbose_name='asked')),
            ],
            options={
                'verbose_name': 'request to a partner',
                'verbose_name_plural': 'requests to partners',
                'indexes': [models.Index(fields=['tournament', 'partner'], name='tournaments_request_partner')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player'), name='tournaments_request_one')],
            },
        ),
        migrations.CreateModel(
            name='Text',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('tournament', models.UUIDField(null=True, verbose_name='tournament')),
                ('by', models.UUIDField(null=True, verbose_name='written by')),
                ('salt', models.BinaryField(max_length=32)),
                ('text', models.TextField(max_length=2000, verbose_name='text')),
                ('written', models.DateTimeField(auto_now_add=True, verbose_name='written')),
            ],
            options={
                'verbose_name': 'text',
                'verbose_name_plural': 'texts',
                'indexes': [models.Index(fields=['by'], name='tournaments_text_by')],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key', models.CharField(max_length=11, unique=True, verbose_name='key')),
                ('owner', models.UUIDField(help_text='The id of a player, who may be gone.', verbose_name='owner')),
                ('status', models.CharField(choices=[('draft', 'In preparation'), ('open', 'Announced'), ('running', 'Running'), ('paused', 'Paused'), ('finished', 'Finished'), ('cancelled', 'Cancelled')], max_length=9, verbose_name='status')),
                ('format', models.CharField(choices=tournaments.scoring.formats.format_choices, max_length=11, verbose_name='format')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('time', models.JSONField(blank=True, null=True, verbose_name='time control')),
                ('live', models.BooleanField(default=False, verbose_name='live games')),
                ('real', models.BooleanField(default=False, verbose_name='across real boards')),
                ('rated', models.BooleanField(default=False, verbose_name='rated')),
                ('approved', models.BooleanField(default=False, help_text='The operator had approved its organiser for rated events when it started.', verbose_name='approved for ratings')),
                ('entry', models.CharField(max_length=10, verbose_name='entry')),
                ('reveal', models.CharField(default='end', max_length=5, verbose_name='reveal')),
                ('imported', models.BooleanField(default=False, verbose_name='imported')),
                ('capacity', models.PositiveIntegerField(blank=True, null=True, verbose_name='capacity')),
                ('entries', models.PositiveIntegerField(default=0, help_text='Those that take part.', verbose_name='entries')),
                ('waiting', models.PositiveIntegerField(default=0, verbose_name='waiting list')),
                ('round', models.PositiveIntegerField(default=0, help_text='The last one that was paired.', verbose_name='round')),
                ('rounds', models.PositiveIntegerField(default=0, help_text='0: not known yet.', verbose_name='rounds')),
                ('created', models.DateTimeField(verbose_name='created')),
                ('announced', models.DateTimeField(blank=True, null=True, verbose_name='announced')),
                ('starts', models.DateTimeField(blank=True, null=True, verbose_name='planned start')),
                ('started', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('ended', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('changed', models.DateTimeField(verbose_name='last change')),
                ('next_due', models.DateTimeField(blank=True, help_text='When the service has something to do.', null=True, verbose_name='next task')),
                ('spans', models.JSONField(default=list, help_text='Number, beginning and end of each, in microseconds since the epoch.', verbose_name='calendar of the rounds')),
                ('until', models.DateTimeField(blank=True, null=True, verbose_name='end of the calendar')),
                ('calls', models.PositiveIntegerField(default=0, verbose_name='open calls for the arbiter')),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('position', models.BigIntegerField(default=0, editable=False)),
            ],
            options={
                'verbose_name': 'tournament',
                'verbose_name_plural': 'tournaments',
                'indexes': [models.Index(fields=['status', '-created'], name='tournaments_status'), models.Index(fields=['starts'], name='tournaments_starts'), models.Index(condition=models.Q(('ended__isnull', False)), fields=['ended'], name='tournaments_ended'), models.Index(condition=models.Q(('announced__isnull', False), models.Q(('status', 'finished'), ('status', 'cancelled'), _connector='OR')), fields=['imported', '-ended', '-created', 'id'], name='tournaments_past'), models.Index(condition=models.Q(('announced__isnull', False)), fields=['imported', '-ended', '-created', 'id'], name='tournaments_all'), models.Index(condition=models.Q(('announced__isnull', False)), fields=['variant', 'imported', '-ended', '-created', 'id'], name='tournaments_variant'), models.Index(django.db.models.functions.comparison.Coalesce('started', 'starts'), condition=models.Q(('announced__isnull', False)), name='tournaments_begins'), django.contrib.postgres.indexes.GistIndex(models.Func(django.db.models.functions.comparison.Least(django.db.models.functions.comparison.Coalesce('started', 'starts'), 'until'), 'until', output_field=django.contrib.postgres.fields.ranges.DateTimeRangeField(), template="tstzrange(%(expressions)s, '[]')"), condition=models.Q(('announced__isnull', False), ('until__isnull', False)), name='tournaments_calendar'), models.Index(condition=models.Q(('next_due__isnull', False)), fields=['next_due'], name='tournaments_due'), models.Index(condition=models.Q(('calls__gt', 0)), fields=['status'], name='tournaments_called')],
            },
        ),
        migrations.CreateModel(
            name='LargeArchivePart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('content', models.BinaryField(verbose_name='content')),
                ('archive', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='tournaments.largearchive')),
            ],
            options={
                'verbose_name': 'part of a large archive',
                'verbose_name_plural': 'parts of large archives',
                'constraints': [models.UniqueConstraint(fields=('archive', 'number'), name='tournaments_archivepart_one')],
            },
        ),
        migrations.CreateModel(
            name='TournamentEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.PositiveIntegerField(help_text='By order of entering.', verbose_name='entry')),
                ('partner', models.PositiveSmallIntegerField(default=0, verbose_name='place in the pair')),
                ('player', models.UUIDField(verbose_name='player')),
                ('presence', models.CharField(max_length=9, verbose_name='presence')),
                ('number', models.PositiveIntegerField(null=True, verbose_name='pairing number')),
                ('rating', models.PositiveIntegerField(default=0, verbose_name='rating')),
                ('place', models.PositiveIntegerField(null=True, verbose_name='place')),
                ('points', models.PositiveIntegerField(help_text='In tenths.', null=True, verbose_name='points')),
                ('played', models.PositiveIntegerField(default=0, help_text='At the end: those that were played here and not decided otherwise.', verbose_name='games played')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entered', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
                'indexes': [models.Index(fields=['player', 'tournament'], name='tournaments_entry_player'), models.Index(condition=models.Q(('place__lte', 3), ('played__gt', 0)), fields=['player', 'place'], name='tournaments_entry_honours'), models.Index(condition=models.Q(('place', None)), fields=['player'], name='tournaments_entry_going')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'entry', 'partner'), name='tournaments_entry_one')],
            },
        ),
        migrations.CreateModel(
            name='TournamentGame',
            fields=[
                ('game', models.UUIDField(primary_key=True, serialize=False)),
                ('round', models.PositiveIntegerField(verbose_name='round')),
                ('board', models.PositiveIntegerField(verbose_name='board')),
                ('leg', models.PositiveSmallIntegerField(default=1, verbose_name='game of the match')),
                ('decided', models.BooleanField(default=False, verbose_name='decided')),
                ('taken_back', models.BooleanField(default=False, verbose_name='taken back')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'game of a tournament',
                'verbose_name_plural': 'games of tournaments',
                'indexes': [models.Index(fields=['tournament', 'round', 'board'], name='tournaments_game_board'), models.Index(condition=models.Q(('decided', False)), fields=['tournament', 'game'], name='tournaments_game_undecided'), models.Index(condition=models.Q(('decided', False)), fields=['game'], name='tournaments_game_open')],
            },
        ),
        migrations.CreateModel(
            name='TournamentStaff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.UUIDField(verbose_name='player')),
                ('role', models.CharField(max_length=7, verbose_name='role')),
                ('over', models.BooleanField(db_default=False, default=False, verbose_name='over')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staff', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'role',
                'verbose_name_plural': 'roles',
                'indexes': [models.Index(fields=['player'], name='tournaments_staff_player'), models.Index(condition=models.Q(('over', False)), fields=['player'], name='tournaments_staff_going')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player'), name='tournaments_staff_one')],
            },
        ),
    ]
