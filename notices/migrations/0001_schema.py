from django.db import migrations, models
import django.db.models.deletion
import django.db.models.functions.comparison
import django.utils.timezone
import eventlog.sources


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("notices", "0001_initial"),
        ("notices", "0002_tournaments"),
        ("notices", "0003_terms"),
        ("notices", "0004_named_members"),
        ("notices", "0005_named_by_staff"),
        ("notices", "0006_letters"),
        ("notices", "0007_taken_back_and_not_begun"),
        ("notices", "0008_forgetting"),
        ("notices", "0009_reveal"),
        ("notices", "0010_due_games"),
        ("notices", "0011_studies"),
        ("notices", "0012_alter_notice_kind_alter_told_kind_and_more"),
        ("notices", "0013_alter_notice_kind_alter_told_kind_and_more"),
        ("notices", "0014_moderator_opened"),
        ("notices", "0015_reports"),
        ("notices", "0016_ruled_results"),
        ("notices", "0017_ruled_boards"),
        ("notices", "0018_appeals"),
        ("notices", "0019_notices_by_what_they_are_about"),
    ]

    dependencies = [
        ('players', '0001_schema'),
    ]

    operations = [
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.UUIDField(default=eventlog.sources.new_id, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=16)),
                ('game', models.UUIDField(null=True)),
                ('tournament', models.UUIDField(null=True)),
                ('round', models.PositiveSmallIntegerField(default=0)),
                ('board', models.PositiveSmallIntegerField(default=0)),
                ('actor', models.UUIDField(null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('created', models.DateTimeField()),
                ('read', models.DateTimeField(null=True)),
                ('shown', models.BooleanField(default=True)),
                ('mail', models.CharField(choices=[('waiting', 'Waiting'), ('sent', 'Sent'), ('none', 'None')], default='none', max_length=7)),
            ],
            options={
                'verbose_name': 'notice',
                'verbose_name_plural': 'notices',
            },
        ),
        migrations.CreateModel(
            name='Told',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.UUIDField()),
                ('seat', models.PositiveSmallIntegerField(choices=[(0, 'red'), (1, 'blue'), (2, 'red2'), (3, 'blue2')])),
                ('version', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=16)),
            ],
            options={
                'verbose_name': 'turn told',
                'verbose_name_plural': 'turns told',
            },
        ),
        migrations.CreateModel(
            name='ToldOfTournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('tournament', models.UUIDField()),
                ('round', models.PositiveSmallIntegerField(default=0)),
                ('board', models.PositiveSmallIntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=0)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name': 'told of a tournament',
                'verbose_name_plural': 'told of tournaments',
            },
        ),
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('page', models.BooleanField()),
                ('mail', models.BooleanField()),
            ],
            options={
                'verbose_name': 'wish',
                'verbose_name_plural': 'wishes',
            },
        ),
        migrations.CreateModel(
            name='DueGame',
            fields=[
                ('game', models.UUIDField(primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'game to be looked at',
                'verbose_name_plural': 'games to be looked at',
                'indexes': [models.Index(fields=['at'], name='notices_duegame_at')],
            },
        ),
        migrations.AddField(
            model_name='notice',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='players.player'),
        ),
        migrations.AddConstraint(
            model_name='told',
            constraint=models.UniqueConstraint(fields=('game', 'seat', 'version', 'kind'), name='notices_told_once'),
        ),
        migrations.AddField(
            model_name='toldoftournament',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player'),
        ),
        migrations.AddField(
            model_name='wish',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='players.player'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['player', '-created'], name='notices_notice_newest'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(models.F('player'), django.db.models.functions.comparison.Coalesce('game', 'tournament', 'actor', 'player'), condition=models.Q(('read', None)), name='notices_notice_about'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('read', None), ('shown', True)), fields=['player'], name='notices_notice_unread'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('mail', 'waiting')), fields=['created'], name='notices_notice_waiting'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['created'], name='notices_notice_oldest'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('kind__in', ['your-turn', 'reminder'])), fields=['game'], name='notices_notice_turn'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('actor__isnull', False)), fields=['actor'], name='notices_notice_actor'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('tournament__isnull', False)), fields=['tournament'], name='notices_notice_tournament'),
        ),
        migrations.AddIndex(
            model_name='toldoftournament',
            index=models.Index(fields=['created'], name='notices_told_tour_oldest'),
        ),
        migrations.AddConstraint(
            model_name='toldoftournament',
            constraint=models.UniqueConstraint(fields=('tournament', 'player', 'kind', 'round', 'board', 'version'), name='notices_told_tournament_once'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.UniqueConstraint(fields=('player', 'kind'), name='notices_wish_one'),
        ),
    ]
