import django.db.models.deletion
from django.db import migrations, models

SINCE = """
UPDATE talk_guess t SET since = g.plies FROM games_game g WHERE g.id = t.game;
INSERT INTO talk_guessopening (game, player_id, opened) SELECT DISTINCT game, player_id, false FROM talk_guess;
"""
"""When a guess was made was not kept until now: so much is certain, that it stands at the last ply there is."""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_delayed_spectators'),
        ('players', '0011_open_guesses'),
        ('talk', '0002_hiding'),
    ]

    operations = [
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
        migrations.RemoveConstraint(
            model_name='guess',
            name='talk_guess_one',
        ),
        migrations.AddField(
            model_name='guess',
            name='since',
            field=models.PositiveIntegerField(default=0, verbose_name='from ply'),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='guess',
            name='until',
            field=models.PositiveIntegerField(null=True, verbose_name='up to ply'),
        ),
        migrations.RunSQL(SINCE, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name='guess',
            constraint=models.UniqueConstraint(fields=('player', 'game', 'piece', 'since'), name='talk_guess_since'),
        ),
        migrations.AddConstraint(
            model_name='guess',
            constraint=models.UniqueConstraint(condition=models.Q(('until', None)), fields=('player', 'game', 'piece'), name='talk_guess_standing'),
        ),
    ]
