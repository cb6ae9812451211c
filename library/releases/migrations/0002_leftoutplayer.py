from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('releases', '0001_initial'),
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
    ]
