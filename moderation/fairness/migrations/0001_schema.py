from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("fairness", "0001_initial"),
        ("fairness", "0002_sight"),
        ("fairness", "0003_sight_by_likelihood"),
        ("fairness", "0004_sight_by_evidence"),
    ]

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Unsighted',
            fields=[
                ('game', models.UUIDField(editable=False, primary_key=True, serialize=False)),
            ],
            options={
                'verbose_name': 'game to be looked at',
                'verbose_name_plural': 'games to be looked at',
                'db_table': 'fairness_unsighted',
            },
        ),
        migrations.CreateModel(
            name='PairDay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('low', models.UUIDField()),
                ('high', models.UUIDField()),
                ('day', models.DateField(verbose_name='day')),
                ('games', models.PositiveIntegerField(default=0, verbose_name='games')),
                ('low_won', models.PositiveIntegerField(default=0)),
                ('high_won', models.PositiveIntegerField(default=0)),
                ('low_quick', models.PositiveIntegerField(default=0, help_text='Quick losses of the first of the two.')),
                ('high_quick', models.PositiveIntegerField(default=0, help_text='Quick losses of the second of the two.')),
            ],
            options={
                'verbose_name': "day of two players' games",
                'verbose_name_plural': "days of two players' games",
                'db_table': 'fairness_pair',
                'indexes': [models.Index(fields=['low', 'day'], name='fairness_pair_low'), models.Index(fields=['high', 'day'], name='fairness_pair_high'), models.Index(condition=models.Q(('low_quick__gt', 0)), fields=['day', 'high'], name='fairness_pair_to_high'), models.Index(condition=models.Q(('high_quick__gt', 0)), fields=['day', 'low'], name='fairness_pair_to_low')],
            },
        ),
        migrations.CreateModel(
            name='RingLook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.UUIDField(verbose_name='player')),
                ('day', models.DateField(verbose_name='day')),
                ('filed', models.BooleanField(default=False, verbose_name='case filed')),
            ],
            options={
                'verbose_name': 'look for rings',
                'verbose_name_plural': 'looks for rings',
                'db_table': 'fairness_ringlook',
                'indexes': [models.Index(fields=['day'], name='fairness_ringlook_oldest')],
                'constraints': [models.UniqueConstraint(fields=('player', 'day'), name='fairness_ringlook_once')],
            },
        ),
        migrations.CreateModel(
            name='SeatSight',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.UUIDField(verbose_name='game')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('player', models.UUIDField(verbose_name='player')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('over', models.DateTimeField(verbose_name='over since')),
                ('value', models.FloatField(verbose_name='score')),
                ('spread', models.FloatField(db_default=0.0, editable=False, verbose_name='variance')),
                ('told', models.JSONField(default=list)),
            ],
            options={
                'verbose_name': 'second sight in a game',
                'verbose_name_plural': 'second sight in games',
                'db_table': 'fairness_sight',
                'indexes': [models.Index(fields=['player', 'variant', '-over', '-game'], name='fairness_sight_of')],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='fairness_sight_one')],
            },
        ),
        migrations.CreateModel(
            name='SightCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.UUIDField(verbose_name='player')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('games', models.PositiveIntegerField(default=0, verbose_name='games')),
            ],
            options={
                'verbose_name': 'count of second sight',
                'verbose_name_plural': 'counts of second sight',
                'db_table': 'fairness_sightcount',
                'constraints': [models.UniqueConstraint(fields=('player', 'variant'), name='fairness_sightcount_one')],
            },
        ),
        migrations.CreateModel(
            name='SightLook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.UUIDField(verbose_name='player')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('number', models.PositiveIntegerField(verbose_name='which look')),
                ('filed', models.BooleanField(default=False, verbose_name='case filed')),
            ],
            options={
                'verbose_name': 'look for second sight',
                'verbose_name_plural': 'looks for second sight',
                'db_table': 'fairness_sightlook',
                'constraints': [models.UniqueConstraint(fields=('player', 'variant', 'number'), name='fairness_sightlook_once')],
            },
        ),
    ]
