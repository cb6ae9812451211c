from django.db import migrations, models
import django.db.models.deletion
import uuid


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("talk", "0001_initial"),
        ("talk", "0002_hiding"),
        ("talk", "0003_guesses_by_ply"),
        ("talk", "0004_mutes_by_pair"),
    ]

    dependencies = [
        ('players', '0001_schema'),
    ]

    operations = [
        migrations.CreateModel(
            name='Guess',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.UUIDField(verbose_name='game')),
                ('piece', models.PositiveSmallIntegerField(verbose_name='piece')),
                ('symbol', models.CharField(max_length=1, verbose_name='rank')),
                ('since', models.PositiveIntegerField(verbose_name='from ply')),
                ('until', models.PositiveIntegerField(null=True, verbose_name='up to ply')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'guess',
                'verbose_name_plural': 'guesses',
                'constraints': [models.UniqueConstraint(fields=('player', 'game', 'piece', 'since'), name='talk_guess_since'), models.UniqueConstraint(condition=models.Q(('until', None)), fields=('player', 'game', 'piece'), name='talk_guess_standing')],
            },
        ),
        migrations.CreateModel(
            name='GuessOpening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.UUIDField(verbose_name='game')),
                ('opened', models.BooleanField(verbose_name='opened with the game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'opening of guesses',
                'verbose_name_plural': 'openings of guesses',
                'constraints': [models.UniqueConstraint(fields=('game', 'player'), name='talk_guessopening_one')],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('game', models.UUIDField(verbose_name='game')),
                ('phrase', models.CharField(blank=True, choices=[('luck', 'Good luck, have fun!'), ('hello', 'Hello!'), ('nice', 'Nice move!'), ('ouch', 'Ouch!'), ('moment', 'One moment, please.'), ('later', 'I have to go; I move later.'), ('thanks', 'Thanks for the game!'), ('again', 'Well played. Again?')], max_length=10, verbose_name='phrase')),
                ('text', models.CharField(blank=True, max_length=300, verbose_name='text')),
                ('sent', models.DateTimeField(verbose_name='sent')),
                ('hidden', models.BooleanField(default=False, verbose_name='hidden by a moderator')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='players.player', verbose_name='author')),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
                'ordering': ['sent', 'id'],
                'permissions': [('hide_message', 'Can hide messages and show them again')],
                'indexes': [models.Index(fields=['game', 'sent'], name='talk_message_game')],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('muted', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player', verbose_name='muted player')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'mute',
                'verbose_name_plural': 'mutes',
                'indexes': [models.Index(fields=['muted', 'player'], name='talk_mute_met')],
                'constraints': [models.UniqueConstraint(fields=('player', 'muted'), name='talk_mute_one')],
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.UUIDField(verbose_name='game')),
                ('text', models.TextField(blank=True, max_length=4000, verbose_name='text')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'note',
                'verbose_name_plural': 'notes',
                'constraints': [models.UniqueConstraint(fields=('player', 'game'), name='talk_note_one')],
            },
        ),
        migrations.CreateModel(
            name='Reading',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.UUIDField(verbose_name='game')),
                ('until', models.DateTimeField(verbose_name='read until')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'reading',
                'verbose_name_plural': 'readings',
                'constraints': [models.UniqueConstraint(fields=('player', 'game'), name='talk_reading_one')],
            },
        ),
    ]
