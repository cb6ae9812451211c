from django.db import migrations, models
import django.db.models.deletion
import uuid


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_clocks"),
        ("games", "0003_tournament_games"),
        ("games", "0004_unrated_games"),
        ("games", "0005_newest_played"),
        ("games", "0006_outages"),
        ("games", "0007_counted_games"),
        ("games", "0008_open_seats"),
        ("games", "0009_tallies_that_add_up"),
        ("games", "0010_open_by_time"),
        ("games", "0011_openers"),
        ("games", "0012_delayed_spectators"),
        ("games", "0013_origin"),
        ("games", "0014_moderated_results"),
        ("games", "0015_ladders"),
        ("games", "0016_games_of_events"),
        ("games", "0017_write_probe"),
    ]

    dependencies = [
        ('players', '0001_schema'),
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
            ],
            options={
                'verbose_name': 'heartbeat',
                'verbose_name_plural': 'heartbeats',
            },
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began', models.DateTimeField(unique=True, verbose_name='began')),
                ('ended', models.DateTimeField(verbose_name='ended')),
                ('given', models.BooleanField(default=False, verbose_name='given back')),
                ('touched', models.DateTimeField(editable=False, null=True)),
            ],
            options={
                'verbose_name': 'outage',
                'verbose_name_plural': 'outages',
            },
        ),
        migrations.CreateModel(
            name='PlayerTally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.UUIDField(verbose_name='player')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('won', models.IntegerField(default=0, verbose_name='won')),
                ('drawn', models.IntegerField(default=0, verbose_name='drawn')),
                ('lost', models.IntegerField(default=0, verbose_name='lost')),
                ('timed_out', models.IntegerField(default=0, verbose_name='lost by the clock')),
                ('not_set_up', models.IntegerField(default=0, verbose_name='not set up in time')),
                ('called_off', models.IntegerField(default=0, verbose_name='called off')),
                ('given_up', models.IntegerField(default=0, verbose_name='given up before it counted')),
            ],
            options={
                'verbose_name': 'tally of a player',
                'verbose_name_plural': 'tallies of players',
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('outcome', models.CharField(max_length=20, verbose_name='outcome')),
                ('winner', models.PositiveSmallIntegerField(null=True, verbose_name='winning side')),
                ('games', models.PositiveIntegerField(default=0, verbose_name='games')),
                ('plies', models.PositiveBigIntegerField(default=0, verbose_name='plies')),
                ('position', models.BigIntegerField(default=0, editable=False)),
            ],
            options={
                'verbose_name': 'tally',
                'verbose_name_plural': 'tallies',
            },
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.UUIDField(verbose_name='player')),
                ('begun', models.DateTimeField(verbose_name='begun')),
                ('until', models.DateTimeField(verbose_name='until')),
            ],
            options={
                'verbose_name': 'vacation',
                'verbose_name_plural': 'vacations',
            },
        ),
        migrations.CreateModel(
            name='WriteProbe',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('filler', models.BinaryField(verbose_name='filler')),
            ],
            options={
                'verbose_name': 'write probe',
                'verbose_name_plural': 'write probes',
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key', models.CharField(max_length=11, verbose_name='key')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('source', models.CharField(choices=[('play', 'Played here'), ('import', 'Imported record'), ('whatif', 'Played on from another game')], max_length=6, verbose_name='source')),
                ('origin', models.UUIDField(blank=True, null=True, verbose_name='played on from')),
                ('origin_ply', models.PositiveIntegerField(blank=True, null=True, verbose_name='after ply')),
                ('status', models.CharField(choices=[('waiting', 'Waiting for set-ups'), ('playing', 'In play'), ('over', 'Over')], max_length=7, verbose_name='status')),
                ('plies', models.PositiveIntegerField(default=0, verbose_name='plies')),
                ('to_move', models.PositiveSmallIntegerField(blank=True, choices=[(0, 'red'), (1, 'blue'), (2, 'red2'), (3, 'blue2')], null=True, verbose_name='seat to move')),
                ('draw_offer', models.PositiveSmallIntegerField(blank=True, choices=[(0, 'red'), (1, 'blue'), (2, 'red2'), (3, 'blue2')], null=True, verbose_name='seat that offers a draw')),
                ('outcome', models.CharField(blank=True, max_length=20, verbose_name='outcome')),
                ('winner', models.PositiveSmallIntegerField(blank=True, choices=[(0, 'Red'), (1, 'Blue')], null=True, verbose_name='winning side')),
                ('result', models.CharField(choices=[('playing', 'In play'), ('red', 'Red won'), ('blue', 'Blue won'), ('draw', 'Draw'), ('unfinished', 'Unfinished record'), ('called-off', 'Called off'), ('neither', 'Neither side won'), ('annulled', 'Result annulled')], default='playing', editable=False, max_length=10, verbose_name='result')),
                ('unrated', models.CharField(blank=True, default='', help_text='Empty for a game that counts, or was not made as rated.', max_length=10, verbose_name='not rated because')),
                ('ruling', models.CharField(blank=True, choices=[('annulled', 'Result annulled'), ('forfeited', 'Result forfeited')], default='', editable=False, max_length=9, verbose_name='ruling of the moderators')),
                ('noted', models.PositiveIntegerField(default=0, verbose_name='plies against a repetition rule')),
                ('revealed', models.BooleanField(default=False, verbose_name='revealed')),
                ('reveal_due', models.DateTimeField(blank=True, null=True, verbose_name='reveal due')),
                ('openers', models.PositiveSmallIntegerField(default=0, editable=False, help_text='The seats that want it opened before its time, a bit each.')),
                ('created', models.DateTimeField(verbose_name='created')),
                ('started', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('ended', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('publish_due', models.DateTimeField(editable=False, null=True)),
                ('time', models.JSONField(blank=True, null=True, verbose_name='time control')),
                ('rated', models.BooleanField(default=False, verbose_name='rated')),
                ('notes', models.BooleanField(default=True, verbose_name='notes and guesses allowed')),
                ('tournament', models.UUIDField(blank=True, null=True, verbose_name='tournament')),
                ('round', models.PositiveIntegerField(blank=True, null=True, verbose_name='round')),
                ('spectators', models.CharField(choices=[('live', 'Anybody may watch'), ('delayed', 'Anybody may watch, some time behind'), ('ended', 'Nobody sees it before it is over')], default='live', max_length=7, verbose_name='spectators')),
                ('paused', models.BooleanField(default=False, verbose_name='paused')),
                ('due', models.DateTimeField(blank=True, null=True, verbose_name='deadline')),
                ('due_seats', models.PositiveSmallIntegerField(default=0, editable=False, help_text='The seats whose time runs, a bit each.')),
                ('due_from', models.DateTimeField(editable=False, null=True)),
                ('waits_for_bot', models.BooleanField(default=False, editable=False)),
                ('turn_version', models.PositiveIntegerField(default=0, editable=False)),
                ('public_version', models.PositiveIntegerField(default=0, editable=False)),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('position', models.BigIntegerField(default=0, editable=False)),
                ('fingerprint', models.BinaryField(max_length=32, null=True)),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
                'indexes': [models.Index(fields=['-created', '-id'], name='games_game_newest'), models.Index(condition=models.Q(('source', 'play')), fields=['-created', '-id'], name='games_game_played'), models.Index(condition=models.Q(('rated', True), ('revealed', True), ('source', 'play'), ('unrated', '')), fields=['-ended', '-id'], name='games_game_counted'), models.Index(fields=['variant', '-created', '-id'], name='games_game_variant'), models.Index(fields=['result', '-created', '-id'], name='games_game_result'), models.Index(fields=['variant', 'result', '-created', '-id'], name='games_game_variant_result'), models.Index(condition=models.Q(('reveal_due__isnull', False)), fields=['reveal_due'], name='games_game_reveal_due'), models.Index(condition=models.Q(('publish_due__isnull', False)), fields=['publish_due'], name='games_game_publish_due'), models.Index(condition=models.Q(('due_from__isnull', False)), fields=['due_from', 'id'], name='games_game_due_from'), models.Index(condition=models.Q(('waits_for_bot', True)), fields=['created'], name='games_game_for_bots'), models.Index(condition=models.Q(('revealed', False), ('started__isnull', False), ('status', 'over'), ('tournament__isnull', False)), fields=['tournament'], name='games_game_to_open'), models.Index(condition=models.Q(('result', 'playing'), ('tournament__isnull', False)), fields=['tournament', '-created', '-id'], name='games_game_of_event'), models.Index(condition=models.Q(('fingerprint__isnull', False)), fields=['fingerprint'], name='games_game_fingerprint')],
                'constraints': [models.UniqueConstraint(fields=('key',), name='games_game_key')],
            },
        ),
        migrations.CreateModel(
            name='GameSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(choices=[(0, 'red'), (1, 'blue'), (2, 'red2'), (3, 'blue2')], verbose_name='seat')),
                ('created', models.DateTimeField(verbose_name='created')),
                ('over_at', models.DateTimeField(null=True, verbose_name='over since')),
                ('ready', models.BooleanField(default=False, verbose_name='ready')),
                ('commitment', models.BinaryField(max_length=32, null=True)),
                ('ladder', models.PositiveSmallIntegerField(choices=[(0, 'Among people'), (1, 'Among bots'), (2, 'Not for this player')], db_default=0, default=0, verbose_name='counts')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['seat'],
            },
        ),
        migrations.AddField(
            model_name='gameseat',
            name='player',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='seats', to='players.player', verbose_name='player'),
        ),
        migrations.AddIndex(
            model_name='outage',
            index=models.Index(fields=['-ended'], name='games_outage_ended'),
        ),
        migrations.AddIndex(
            model_name='playertally',
            index=models.Index(fields=['player', 'variant'], name='games_playertally_of'),
        ),
        migrations.AddIndex(
            model_name='tally',
            index=models.Index(fields=['variant', 'outcome', 'winner'], name='games_tally_kind'),
        ),
        migrations.AddIndex(
            model_name='vacation',
            index=models.Index(fields=['player', '-until'], name='games_vacation_player'),
        ),
        migrations.AddIndex(
            model_name='gameseat',
            index=models.Index(fields=['player', '-created', '-game'], name='games_gameseat_player'),
        ),
        migrations.AddIndex(
            model_name='gameseat',
            index=models.Index(condition=models.Q(('over_at', None)), fields=['player', '-created', '-game'], name='games_gameseat_open'),
        ),
        migrations.AddIndex(
            model_name='gameseat',
            index=models.Index(condition=models.Q(('over_at__isnull', False)), fields=['player', '-over_at'], name='games_gameseat_over'),
        ),
        migrations.AddConstraint(
            model_name='gameseat',
            constraint=models.UniqueConstraint(fields=('game', 'seat'), name='games_gameseat_one'),
        ),
        # A turn writes the row of its game again: beside the old one if there is room, and then no index is written.
        migrations.RunSQL("ALTER TABLE games_game SET (fillfactor = 80)", migrations.RunSQL.noop),
    ]
