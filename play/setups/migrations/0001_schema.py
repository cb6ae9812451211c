from django.db import migrations, models
import django.db.models.deletion
import django.db.models.functions.text
import uuid


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("setups", "0001_initial"),
        ("setups", "0002_versions"),
    ]

    dependencies = [
        ('players', '0001_schema'),
    ]

    operations = [
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.UUIDField(null=True, verbose_name='game')),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('form', models.CharField(max_length=40, verbose_name='set-up')),
                ('history', models.JSONField(default=list, verbose_name='earlier set-ups')),
                ('version', models.PositiveIntegerField(default=0, verbose_name='version')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'draft',
                'verbose_name_plural': 'drafts',
                'indexes': [models.Index(fields=['game'], name='setups_draft_game')],
                'constraints': [models.UniqueConstraint(fields=('player', 'game', 'variant'), name='setups_draft_one', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='SavedSetup',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('variant', models.CharField(max_length=20, verbose_name='variant')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('form', models.CharField(max_length=40, verbose_name='set-up')),
                ('version', models.PositiveIntegerField(db_default=0, default=0, verbose_name='version')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'saved set-up',
                'verbose_name_plural': 'saved set-ups',
                'ordering': [django.db.models.functions.text.Lower('name')],
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('variant'), django.db.models.functions.text.Lower('name'), name='setups_saved_name')],
            },
        ),
    ]
