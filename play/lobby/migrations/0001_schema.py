from django.db import migrations, models
import django.db.models.deletion
import play.lobby.models
import uuid


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("lobby", "0001_initial"),
        ("lobby", "0002_reveal"),
        ("lobby", "0003_bots"),
        ("lobby", "0004_open_lists_and_places"),
    ]

    dependencies = [
        ('players', '0001_schema'),
    ]

    operations = [
        migrations.CreateModel(
            name='Place',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('joined', models.BooleanField(default=False, verbose_name='joined')),
                ('over', models.BooleanField(db_default=False, default=False, verbose_name='over')),
            ],
            options={
                'verbose_name': 'place',
                'verbose_name_plural': 'places',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Seek',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('token', models.CharField(default=play.lobby.models.new_token, editable=False, max_length=32, unique=True)),
                ('kind', models.CharField(choices=[('open', 'In the lobby'), ('link', 'By link'), ('direct', 'Challenge')], max_length=6, verbose_name='kind')),
                ('state', models.CharField(choices=[('open', 'Open'), ('started', 'Game started'), ('cancelled', 'Taken back'), ('declined', 'Declined'), ('expired', 'Expired')], default='open', max_length=9, verbose_name='state')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('time', models.JSONField(verbose_name='time control')),
                ('live', models.BooleanField(default=False, verbose_name='live')),
                ('rated', models.BooleanField(default=False, verbose_name='rated')),
                ('notes', models.BooleanField(default=True, verbose_name='notes allowed')),
                ('no_attack_limit', models.PositiveIntegerField(verbose_name='plies without an attack until a draw')),
                ('spotter', models.BooleanField(default=False, verbose_name='with the Spotter')),
                ('reveal', models.CharField(db_default='end', default='end', max_length=5, verbose_name='opened')),
                ('reveal_after', models.PositiveIntegerField(blank=True, null=True, verbose_name='seconds from its end until it is opened')),
                ('colour', models.CharField(choices=[('random', 'Drawn by lot'), ('red', 'Red'), ('blue', 'Blue')], default='random', max_length=6, verbose_name='colour of the host')),
                ('partners', models.CharField(choices=[('chosen', 'Each chooses a side'), ('drawn', 'Drawn by lot')], default='chosen', max_length=6, verbose_name='partners')),
                ('bots', models.BooleanField(db_default=False, default=False, verbose_name='bots may join')),
                ('rating_from', models.PositiveIntegerField(blank=True, null=True, verbose_name='lowest rating')),
                ('rating_to', models.PositiveIntegerField(blank=True, null=True, verbose_name='highest rating')),
                ('rematch_of', models.UUIDField(blank=True, null=True, verbose_name='rematch of the game')),
                ('game', models.UUIDField(blank=True, null=True, verbose_name='game')),
                ('created', models.DateTimeField(verbose_name='posted')),
                ('expires', models.DateTimeField(verbose_name='expires')),
                ('ended', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
            ],
            options={
                'verbose_name': 'seek',
                'verbose_name_plural': 'seeks',
            },
        ),
        migrations.AddField(
            model_name='place',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='players.player', verbose_name='player'),
        ),
        migrations.AddField(
            model_name='seek',
            name='host',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seeks', to='players.player', verbose_name='host'),
        ),
        migrations.AddField(
            model_name='place',
            name='seek',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='lobby.seek'),
        ),
        migrations.AddIndex(
            model_name='seek',
            index=models.Index(condition=models.Q(('state', 'open')), fields=['expires'], name='lobby_seek_open'),
        ),
        migrations.AddIndex(
            model_name='seek',
            index=models.Index(fields=['rematch_of'], name='lobby_seek_rematch'),
        ),
        migrations.AddIndex(
            model_name='seek',
            index=models.Index(condition=models.Q(('kind', 'open'), ('state', 'open')), fields=['-created', '-id'], name='lobby_seek_list'),
        ),
        migrations.AddIndex(
            model_name='seek',
            index=models.Index(condition=models.Q(('kind', 'open'), ('state', 'open')), fields=['variant', '-created', '-id'], name='lobby_seek_list_of_book'),
        ),
        migrations.AddIndex(
            model_name='seek',
            index=models.Index(condition=models.Q(('state', 'open')), fields=['host'], name='lobby_seek_of_host'),
        ),
        migrations.AddConstraint(
            model_name='seek',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('rematch_of',), name='lobby_seek_one_rematch'),
        ),
        migrations.AddIndex(
            model_name='place',
            index=models.Index(condition=models.Q(('over', False)), fields=['player'], name='lobby_place_open'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('seek', 'number'), name='lobby_place_one'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('seek', 'player'), name='lobby_place_player'),
        ),
    ]
