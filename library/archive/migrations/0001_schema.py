from django.db import migrations, models
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.functions.text
import library.archive.models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("archive", "0001_entries"),
        ("archive", "0002_source"),
        ("archive", "0003_placements"),
        ("archive", "0004_played_setups"),
        ("archive", "0005_counting"),
        ("archive", "0006_annulled_results"),
        ("archive", "0007_counted_bands"),
    ]

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='CountedBands',
            fields=[
                ('game', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('bands', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), editable=False, size=None)),
            ],
            options={
                'verbose_name': 'bands of ratings of a counted game',
                'verbose_name_plural': 'bands of ratings of counted games',
                'db_table': 'archive_countedbands',
            },
        ),
        migrations.CreateModel(
            name='FamiliesMade',
            fields=[
                ('variant', models.CharField(max_length=20, primary_key=True, serialize=False, verbose_name='variant')),
                ('made', models.DateTimeField(verbose_name='made')),
                ('digest', models.CharField(editable=False, max_length=64, verbose_name='digest')),
                ('setups', models.PositiveIntegerField(verbose_name='set-ups')),
                ('forms', models.PositiveIntegerField(verbose_name='different set-ups')),
            ],
            options={
                'verbose_name': 'sorting of set-ups',
                'verbose_name_plural': 'sortings of set-ups',
            },
        ),
        migrations.CreateModel(
            name='Uncounted',
            fields=[
                ('game', models.UUIDField(editable=False, primary_key=True, serialize=False)),
            ],
            options={
                'verbose_name': 'game to be counted',
                'verbose_name_plural': 'games to be counted',
                'db_table': 'archive_uncounted',
            },
        ),
        migrations.CreateModel(
            name='ArchiveEntry',
            fields=[
                ('game', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('place', models.BigIntegerField(editable=False)),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('source', models.CharField(choices=[('play', 'Played here'), ('import', 'Imported record'), ('whatif', 'Played on from another game')], max_length=6, verbose_name='source')),
                ('red', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None, verbose_name='players of red')),
                ('blue', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None, verbose_name='players of blue')),
                ('sitting', models.CharField(max_length=9, verbose_name='people or computers')),
                ('event', models.CharField(blank=True, max_length=11, verbose_name='event')),
                ('round', models.PositiveIntegerField(null=True, verbose_name='round')),
                ('result', models.CharField(choices=[('playing', 'In play'), ('red', 'Red won'), ('blue', 'Blue won'), ('draw', 'Draw'), ('unfinished', 'Unfinished record'), ('called-off', 'Called off'), ('neither', 'Neither side won'), ('annulled', 'Result annulled')], max_length=10, verbose_name='result')),
                ('outcome', models.CharField(blank=True, max_length=20, verbose_name='outcome')),
                ('played', models.DateTimeField(verbose_name='played')),
                ('plies', models.PositiveIntegerField(help_text='Once it is over for everybody.', null=True, verbose_name='plies')),
                ('noted', models.PositiveIntegerField(null=True, verbose_name='plies against a repetition rule')),
                ('attacked', models.PositiveIntegerField(null=True, verbose_name='ply of the first attack')),
                ('losses', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), editable=False, null=True, size=None)),
                ('red_left', models.PositiveSmallIntegerField(null=True, verbose_name='pieces that red had left')),
                ('blue_left', models.PositiveSmallIntegerField(null=True, verbose_name='pieces that blue had left')),
                ('kept', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), editable=False, null=True, size=None)),
                ('red_setup', library.archive.models.SetupBits(editable=False, null=True)),
                ('blue_setup', library.archive.models.SetupBits(editable=False, null=True)),
                ('red2_setup', library.archive.models.SetupBits(editable=False, null=True)),
                ('blue2_setup', library.archive.models.SetupBits(editable=False, null=True)),
                ('facts', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), editable=False, size=None)),
            ],
            options={
                'verbose_name': 'entry of the archive',
                'verbose_name_plural': 'entries of the archive',
                'db_table': 'archive_entry',
                'indexes': [models.Index(condition=models.Q(('result', 'called-off'), _negated=True), fields=['-place'], name='archive_entry_newest'), django.contrib.postgres.indexes.GinIndex(fastupdate=False, fields=['facts'], name='archive_entry_facts')],
                'constraints': [models.UniqueConstraint(fields=('place',), name='archive_entry_place')],
            },
        ),
        migrations.CreateModel(
            name='EntryRatings',
            fields=[
                ('game', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('stretch', models.BigIntegerField(editable=False)),
                ('lowest', models.FloatField(verbose_name='lowest rating')),
                ('highest', models.FloatField(verbose_name='highest rating')),
            ],
            options={
                'verbose_name': "ratings of a game's players",
                'verbose_name_plural': "ratings of games' players",
                'indexes': [models.Index(fields=['stretch', 'lowest', 'highest'], name='archive_entryratings_stretch')],
            },
        ),
        migrations.CreateModel(
            name='FormCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('form', models.CharField(max_length=40, verbose_name='set-up')),
                ('setups', models.PositiveIntegerField(verbose_name='set-ups')),
                ('went', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), editable=False, size=None)),
            ],
            options={
                'verbose_name': 'count of a set-up',
                'verbose_name_plural': 'counts of set-ups',
                'indexes': [models.Index(models.F('variant'), models.OrderBy(models.F('setups'), descending=True), django.db.models.functions.text.MD5('form'), name='archive_formcount_most')],
                'constraints': [models.UniqueConstraint(fields=('variant', 'form'), name='archive_formcount_one')],
            },
        ),
        migrations.CreateModel(
            name='PlacementCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('slice', models.CharField(blank=True, max_length=40, verbose_name='of which games')),
                ('source', models.CharField(choices=[('play', 'Played here'), ('import', 'Imported record'), ('whatif', 'Played on from another game')], max_length=6, verbose_name='source')),
                ('side', models.PositiveSmallIntegerField(verbose_name='side')),
                ('result', models.CharField(choices=[('won', 'Won'), ('drawn', 'Drawn'), ('lost', 'Lost')], max_length=5, verbose_name='result')),
                ('setups', models.PositiveIntegerField(verbose_name='set-ups')),
                ('counts', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), editable=False, size=None)),
            ],
            options={
                'verbose_name': 'count of placements',
                'verbose_name_plural': 'counts of placements',
                'indexes': [models.Index(fields=['variant', 'slice', 'source', 'side', 'result'], name='archive_placementcount_kind')],
            },
        ),
        migrations.CreateModel(
            name='PlayedSetup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.UUIDField(verbose_name='player')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('form', models.CharField(max_length=40, verbose_name='set-up')),
                ('won', models.PositiveIntegerField(verbose_name='won')),
                ('drawn', models.PositiveIntegerField(verbose_name='drawn')),
                ('lost', models.PositiveIntegerField(verbose_name='lost')),
            ],
            options={
                'verbose_name': 'played set-up',
                'verbose_name_plural': 'played set-ups',
                'constraints': [models.UniqueConstraint(fields=('player', 'variant', 'form'), name='archive_playedsetup_one')],
            },
        ),
        migrations.CreateModel(
            name='SetupFamily',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('form', models.CharField(max_length=40, verbose_name='set-up')),
                ('reach', models.PositiveSmallIntegerField(verbose_name='squares that differ at most')),
                ('forms', models.PositiveIntegerField(verbose_name='different set-ups')),
                ('setups', models.PositiveIntegerField(verbose_name='set-ups')),
                ('went', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), editable=False, size=None)),
                ('stands', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), editable=False, size=None)),
                ('members', models.JSONField(editable=False)),
            ],
            options={
                'verbose_name': 'family of set-ups',
                'verbose_name_plural': 'families of set-ups',
                'constraints': [models.UniqueConstraint(fields=('variant', 'number'), name='archive_setupfamily_one')],
            },
        ),
    ]
