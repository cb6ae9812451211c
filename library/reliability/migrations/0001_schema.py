from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("reliability", "0001_initial"),
        ("reliability", "0002_moderated_results"),
    ]

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='LapseTold',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.UUIDField(verbose_name='player')),
                ('day', models.DateField(verbose_name='day')),
            ],
            options={
                'verbose_name': 'warning for a game left',
                'verbose_name_plural': 'warnings for games left',
                'db_table': 'reliability_told',
                'indexes': [models.Index(fields=['day'], name='reliability_told_oldest')],
                'constraints': [models.UniqueConstraint(fields=('player', 'day'), name='reliability_told_once')],
            },
        ),
        migrations.CreateModel(
            name='ReliabilityDay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.UUIDField(verbose_name='player')),
                ('day', models.DateField(verbose_name='day')),
                ('finished', models.IntegerField(default=0, verbose_name='finished')),
                ('abandoned', models.IntegerField(default=0, verbose_name='left')),
                ('excused', models.IntegerField(default=0, verbose_name='excused')),
            ],
            options={
                'verbose_name': "day of a player's games",
                'verbose_name_plural': "days of players' games",
                'db_table': 'reliability_day',
                'indexes': [models.Index(fields=['player', 'day'], name='reliability_day_of'), models.Index(condition=models.Q(('abandoned__gt', 0)), fields=['day'], name='reliability_day_left')],
            },
        ),
    ]
