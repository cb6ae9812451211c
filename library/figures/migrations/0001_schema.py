from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("figures", "0001_initial"),
    ]

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='FigureCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('slice', models.CharField(blank=True, max_length=40, verbose_name='of which games')),
                ('source', models.CharField(choices=[('play', 'Played here'), ('import', 'Imported record'), ('whatif', 'Played on from another game')], max_length=6, verbose_name='source')),
                ('counts', models.JSONField(editable=False, verbose_name='counts')),
            ],
            options={
                'verbose_name': 'figures of games',
                'verbose_name_plural': 'figures of games',
                'db_table': 'figures_count',
                'constraints': [models.UniqueConstraint(fields=('variant', 'slice', 'source'), name='figures_count_one')],
            },
        ),
        migrations.CreateModel(
            name='FigureDue',
            fields=[
                ('game', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('ended', models.BooleanField(verbose_name='its end is to be counted')),
                ('opened', models.BooleanField(verbose_name='what it opened is to be counted')),
                ('tried', models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name='tried in vain')),
            ],
            options={
                'verbose_name': 'game to be counted',
                'verbose_name_plural': 'games to be counted',
                'db_table': 'figures_due',
                'indexes': [models.Index(fields=['tried', 'game'], name='figures_due_next')],
            },
        ),
        migrations.CreateModel(
            name='PlayerFigures',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.UUIDField(verbose_name='player')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('month', models.DateField(verbose_name='month')),
                ('games', models.PositiveIntegerField(verbose_name='games')),
                ('counts', models.JSONField(editable=False, verbose_name='counts')),
            ],
            options={
                'verbose_name': 'figures of a player',
                'verbose_name_plural': 'figures of players',
                'db_table': 'figures_player',
                'constraints': [models.UniqueConstraint(fields=('player', 'variant', 'month'), name='figures_player_one')],
            },
        ),
    ]
