from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("releases", "0001_initial"),
        ("releases", "0002_leftoutplayer"),
    ]

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='LeftOutPlayer',
            fields=[
                ('player', models.UUIDField(editable=False, primary_key=True, serialize=False)),
            ],
            options={
                'verbose_name': 'player who is left out',
                'verbose_name_plural': 'players who are left out',
                'db_table': 'releases_leftout',
            },
        ),
        migrations.CreateModel(
            name='DatedReveal',
            fields=[
                ('game', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('at', models.DateTimeField(editable=False, verbose_name='revealed at')),
            ],
            options={
                'verbose_name': 'dated reveal',
                'verbose_name_plural': 'dated reveals',
                'db_table': 'releases_reveal',
                'indexes': [models.Index(fields=['at', 'game'], name='releases_reveal_at')],
            },
        ),
    ]
