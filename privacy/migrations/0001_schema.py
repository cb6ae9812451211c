from django.conf import settings
from django.db import migrations, models
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import uuid


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("exports", "0001_data_exports"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DataExport',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('state', models.CharField(choices=[('waiting', 'Being made'), ('done', 'Made'), ('failed', 'Failed'), ('removed', 'Removed')], default='waiting', max_length=7, verbose_name='state')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('taken_until', models.DateTimeField(null=True)),
                ('files', models.PositiveIntegerField(default=0, verbose_name='files')),
                ('size', models.PositiveBigIntegerField(default=0, verbose_name='size')),
                ('named', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None)),
                ('site', models.CharField(max_length=300)),
                ('created', models.DateTimeField(verbose_name='asked for')),
                ('ends', models.DateTimeField(verbose_name='kept until')),
            ],
            options={
                'verbose_name': 'export of data',
                'verbose_name_plural': 'exports of data',
            },
        ),
        migrations.CreateModel(
            name='DataExportPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('content', models.BinaryField(verbose_name='content')),
            ],
            options={
                'verbose_name': 'part of an export',
                'verbose_name_plural': 'parts of exports',
            },
        ),
        migrations.AddField(
            model_name='dataexport',
            name='account',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='data_export', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='dataexportpart',
            name='export',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='exports.dataexport'),
        ),
        migrations.AddIndex(
            model_name='dataexport',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['created'], name='exports_waiting'),
        ),
        migrations.AddIndex(
            model_name='dataexport',
            index=models.Index(fields=['ends'], name='exports_ends'),
        ),
        migrations.AddIndex(
            model_name='dataexport',
            index=django.contrib.postgres.indexes.GinIndex(condition=models.Q(('named', []), _negated=True), fastupdate=False, fields=['named'], name='exports_named'),
        ),
        migrations.AddConstraint(
            model_name='dataexportpart',
            constraint=models.UniqueConstraint(fields=('export', 'number'), name='exports_part_one'),
        ),
    ]
