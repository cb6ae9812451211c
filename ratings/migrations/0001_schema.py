from django.db import migrations, models
import django.contrib.postgres.fields


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("ratings", "0001_initial"),
        ("ratings", "0002_meetings"),
        ("ratings", "0003_moderated_results"),
        ("ratings", "0004_ladders"),
    ]

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Refold',
            fields=[
                ('variant', models.CharField(max_length=20, primary_key=True, serialize=False, verbose_name='variant')),
                ('position', models.BigIntegerField(editable=False)),
            ],
            options={
                'verbose_name': 'refolding of ratings',
                'verbose_name_plural': 'refoldings of ratings',
            },
        ),
        migrations.CreateModel(
            name='SetBack',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('player', models.UUIDField(verbose_name='player')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('amount', models.PositiveSmallIntegerField(verbose_name='points')),
                ('undone', models.BooleanField(default=False, verbose_name='given back')),
                ('position', models.BigIntegerField(editable=False)),
            ],
            options={
                'verbose_name': 'set-back of a rating',
                'verbose_name_plural': 'set-backs of ratings',
            },
        ),
        migrations.CreateModel(
            name='Change',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.UUIDField(verbose_name='game')),
                ('seat', models.PositiveSmallIntegerField(choices=[(0, 'red'), (1, 'blue'), (2, 'red2'), (3, 'blue2')], verbose_name='seat')),
                ('player', models.UUIDField(verbose_name='player')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('kind', models.PositiveSmallIntegerField(choices=[(0, 'A game that counts'), (1, 'A game beyond those of a month that count'), (2, 'A game whose result does not count, by the moderators'), (3, 'Set back by the moderators'), (4, 'Set back by the moderators, and given back'), (5, 'A game that counts for bots, and not for this player')], default=0, verbose_name='kind')),
                ('result', models.PositiveSmallIntegerField(choices=[(0, 'Loss'), (1, 'Draw'), (2, 'Win'), (3, 'No game')], verbose_name='result')),
                ('before', models.FloatField(verbose_name='rating before')),
                ('value', models.FloatField(verbose_name='rating after')),
                ('deviation', models.FloatField(verbose_name='deviation after')),
                ('volatility', models.FloatField(null=True, verbose_name='volatility after')),
                ('number', models.PositiveIntegerField(null=True, verbose_name='rated games until then')),
                ('played', models.DateTimeField(null=True, verbose_name='last rated game')),
                ('amount', models.PositiveSmallIntegerField(null=True, verbose_name='points')),
                ('meeting', models.PositiveSmallIntegerField(default=1, help_text='Which game it was of two of its players within 30 days: the n-th counts an n-th part.', verbose_name='game of the month')),
                ('time', models.DateTimeField(verbose_name='end of the game')),
                ('position', models.BigIntegerField(editable=False)),
                ('ladder', models.PositiveSmallIntegerField(choices=[(0, 'Among people'), (1, 'Among bots'), (2, 'Not for this player')], db_default=0, default=0, verbose_name='counts')),
            ],
            options={
                'verbose_name': 'change of a rating',
                'verbose_name_plural': 'changes of ratings',
                'indexes': [models.Index(fields=['player', 'variant', 'position'], name='ratings_change_history')],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='ratings_change_one')],
            },
        ),
        migrations.CreateModel(
            name='Meeting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('player', models.UUIDField(verbose_name='player')),
                ('opponent', models.UUIDField(verbose_name='opponent')),
                ('ended', django.contrib.postgres.fields.ArrayField(base_field=models.DateTimeField(), size=None, verbose_name='ends of games')),
            ],
            options={
                'verbose_name': 'meeting',
                'verbose_name_plural': 'meetings',
                'constraints': [models.UniqueConstraint(fields=('player', 'opponent', 'variant'), name='ratings_meeting_one')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.UUIDField(verbose_name='player')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('value', models.FloatField(verbose_name='rating')),
                ('deviation', models.FloatField(verbose_name='deviation')),
                ('volatility', models.FloatField(verbose_name='volatility')),
                ('games', models.PositiveIntegerField(default=0, verbose_name='rated games')),
                ('played', models.DateTimeField(verbose_name='last rated game')),
                ('position', models.BigIntegerField(editable=False)),
                ('ladder', models.PositiveSmallIntegerField(choices=[(0, 'Among people'), (1, 'Among bots')], db_default=0, default=0, verbose_name='list')),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
                'indexes': [models.Index(fields=['variant', 'ladder', '-value', 'player'], name='ratings_rating_ladder')],
                'constraints': [models.UniqueConstraint(fields=('player', 'variant'), name='ratings_rating_one')],
            },
        ),
        migrations.CreateModel(
            name='RefoldPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('player', models.UUIDField(verbose_name='player')),
                ('opponent', models.UUIDField(null=True, verbose_name='opponent')),
            ],
            options={
                'verbose_name': 'part of a refolding',
                'verbose_name_plural': 'parts of refoldings',
                'constraints': [models.UniqueConstraint(fields=('variant', 'player', 'opponent'), name='ratings_refoldpart_one', nulls_distinct=False)],
            },
        ),
    ]
