from django.db import migrations, models
import django.contrib.postgres.fields
import django.db.models.deletion
import uuid


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("puzzles", "0001_initial"),
    ]

    dependencies = [
        ('players', '0001_schema'),
    ]

    operations = [
        migrations.CreateModel(
            name='Solver',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='players.player', verbose_name='player')),
                ('value', models.FloatField(default=1500.0, verbose_name='rating')),
                ('deviation', models.FloatField(default=350.0, verbose_name='deviation')),
                ('volatility', models.FloatField(default=0.06, verbose_name='volatility')),
                ('played', models.DateTimeField(null=True, verbose_name='last attempt')),
                ('attempts', models.PositiveIntegerField(default=0, verbose_name='rated attempts')),
                ('solved', models.PositiveIntegerField(default=0, verbose_name='of them solved')),
                ('streak', models.PositiveIntegerField(default=0, verbose_name='days in a row')),
                ('best_streak', models.PositiveIntegerField(default=0, verbose_name='most days in a row')),
                ('streak_day', models.DateField(null=True, verbose_name='last day of them')),
            ],
            options={
                'verbose_name': 'solver',
                'verbose_name_plural': 'solvers',
            },
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('key', models.CharField(max_length=11, unique=True, verbose_name='key')),
                ('game', models.UUIDField(verbose_name='game')),
                ('seat', models.PositiveSmallIntegerField(choices=[(0, 'red'), (1, 'blue'), (2, 'red2'), (3, 'blue2')], verbose_name='seat')),
                ('ply', models.PositiveIntegerField(verbose_name='after ply')),
                ('kind', models.CharField(choices=[('cannot', 'Which cannot be it?'), ('where', 'Where may it be?'), ('attack', 'Which attack cannot lose?')], max_length=6, verbose_name='kind')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('about', models.PositiveSmallIntegerField(null=True, verbose_name='whose pieces')),
                ('rank', models.PositiveSmallIntegerField(null=True, verbose_name='rank')),
                ('choices', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=12), editable=False, size=None)),
                ('answer', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=12), editable=False, size=None)),
                ('value', models.FloatField(default=1500.0, verbose_name='difficulty')),
                ('deviation', models.FloatField(default=350.0, verbose_name='deviation')),
                ('volatility', models.FloatField(default=0.06, verbose_name='volatility')),
                ('band', models.SmallIntegerField(default=7, editable=False)),
                ('attempts', models.PositiveIntegerField(default=0, verbose_name='rated attempts')),
                ('solved', models.PositiveIntegerField(default=0, verbose_name='of them solved')),
                ('used', models.BooleanField(default=False, verbose_name='was the puzzle of a day')),
                ('withdrawn', models.BooleanField(default=False, verbose_name='withdrawn')),
            ],
            options={
                'verbose_name': 'puzzle',
                'verbose_name_plural': 'puzzles',
                'indexes': [models.Index(condition=models.Q(('withdrawn', False)), fields=['variant', 'kind', 'id'], name='puzzles_puzzle_any'), models.Index(condition=models.Q(('withdrawn', False)), fields=['variant', 'kind', 'band', 'id'], name='puzzles_puzzle_near'), models.Index(condition=models.Q(('used', False), ('withdrawn', False)), fields=['kind', 'attempts', 'id'], name='puzzles_puzzle_unused')],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat', 'kind'), name='puzzles_puzzle_one')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleDay',
            fields=[
                ('day', models.DateField(primary_key=True, serialize=False, verbose_name='day')),
                ('puzzle', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='day', to='puzzles.puzzle', verbose_name='puzzle')),
            ],
            options={
                'verbose_name': 'puzzle of a day',
                'verbose_name_plural': 'puzzles of the day',
            },
        ),
        migrations.CreateModel(
            name='PuzzleSource',
            fields=[
                ('game', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('made', models.DateTimeField(null=True, verbose_name='made')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
            ],
            options={
                'verbose_name': 'source of puzzles',
                'verbose_name_plural': 'sources of puzzles',
                'indexes': [models.Index(condition=models.Q(('made', None), ('tries__lt', 3)), fields=['game'], name='puzzles_puzzlesource_waiting')],
            },
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('chosen', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=12), editable=False, size=None)),
                ('right', models.BooleanField(verbose_name='right')),
                ('before', models.FloatField(null=True, verbose_name='rating before')),
                ('after', models.FloatField(null=True, verbose_name='rating after')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player', verbose_name='player')),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='puzzles.puzzle', verbose_name='puzzle')),
            ],
            options={
                'verbose_name': 'attempt',
                'verbose_name_plural': 'attempts',
                'indexes': [models.Index(fields=['player', '-at', '-id'], name='puzzles_attempt_history')],
                'constraints': [models.UniqueConstraint(fields=('player', 'puzzle'), name='puzzles_attempt_one')],
            },
        ),
    ]
