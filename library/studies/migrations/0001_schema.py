from django.db import migrations, models
import django.db.models.deletion
import uuid


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("studies", "0001_initial"),
        ("studies", "0002_numbered"),
        ("studies", "0003_members_by_player"),
    ]

    dependencies = [
        ('players', '0001_schema'),
    ]

    operations = [
        migrations.CreateModel(
            name='Study',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key', models.CharField(max_length=11, unique=True, verbose_name='key')),
                ('game', models.UUIDField(verbose_name='game')),
                ('title', models.CharField(blank=True, max_length=80, verbose_name='title')),
                ('visibility', models.CharField(choices=[('private', 'Private: authors and readers you invite'), ('link', 'By link: everybody who has the link'), ('public', 'Public: everybody, and it stands in the list')], default='private', max_length=7, verbose_name='who may read it')),
                ('link', models.CharField(editable=False, max_length=22)),
                ('hidden', models.BooleanField(default=False, verbose_name='hidden by a moderator')),
                ('created', models.DateTimeField(verbose_name='created')),
                ('changed', models.DateTimeField(verbose_name='changed')),
                ('published', models.DateTimeField(null=True, verbose_name='public since')),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('settings_version', models.PositiveIntegerField(default=0, editable=False)),
                ('numbered', models.PositiveIntegerField(default=0, editable=False)),
                ('titled_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='players.player')),
            ],
            options={
                'verbose_name': 'study',
                'verbose_name_plural': 'studies',
                'permissions': [('hide_study', 'Can hide studies and show them again')],
            },
        ),
        migrations.CreateModel(
            name='StudyMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'Owner'), ('author', 'Author'), ('reader', 'Reader')], max_length=6, verbose_name='role')),
                ('accepted', models.BooleanField(default=False, verbose_name='accepted')),
                ('invited_by', models.UUIDField(editable=False, null=True)),
                ('since', models.DateTimeField(verbose_name='since')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player', verbose_name='player')),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='studies.study')),
            ],
            options={
                'verbose_name': 'member of a study',
                'verbose_name_plural': 'members of studies',
            },
        ),
        migrations.CreateModel(
            name='StudyVariation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('ply', models.PositiveIntegerField(verbose_name='after ply')),
                ('plies', models.JSONField(default=list, verbose_name='plies')),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='players.player', verbose_name='author')),
                ('parent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='branches', to='studies.studyvariation')),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='variations', to='studies.study')),
            ],
            options={
                'verbose_name': 'variation',
                'verbose_name_plural': 'variations',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='StudyDrawing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveIntegerField(verbose_name='ply')),
                ('shapes', models.JSONField(default=list, verbose_name='arrows and marks')),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drawings', to='studies.study')),
                ('variation', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='studies.studyvariation')),
            ],
            options={
                'verbose_name': 'drawing',
                'verbose_name_plural': 'drawings',
            },
        ),
        migrations.CreateModel(
            name='StudyComment',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('ply', models.PositiveIntegerField(verbose_name='ply')),
                ('text', models.TextField(max_length=2000, verbose_name='text')),
                ('written', models.DateTimeField(verbose_name='written')),
                ('hidden', models.BooleanField(default=False, verbose_name='hidden by a moderator')),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.player', verbose_name='author')),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='studies.study')),
                ('variation', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='studies.studyvariation')),
            ],
            options={
                'verbose_name': 'comment',
                'verbose_name_plural': 'comments',
                'permissions': [('hide_studycomment', 'Can hide comments and show them again')],
            },
        ),
        migrations.AddIndex(
            model_name='study',
            index=models.Index(condition=models.Q(('hidden', False), ('published__isnull', False)), fields=['-published', '-id'], name='studies_study_listed'),
        ),
        migrations.AddIndex(
            model_name='study',
            index=models.Index(condition=models.Q(('hidden', False), ('published__isnull', False)), fields=['game', '-published', '-id'], name='studies_study_game'),
        ),
        migrations.AddIndex(
            model_name='studymember',
            index=models.Index(fields=['player', 'accepted', '-since', '-id'], name='studies_member_player'),
        ),
        migrations.AddConstraint(
            model_name='studymember',
            constraint=models.UniqueConstraint(fields=('study', 'player'), name='studies_member_one'),
        ),
        migrations.AddConstraint(
            model_name='studymember',
            constraint=models.UniqueConstraint(condition=models.Q(('role', 'owner')), fields=('study',), name='studies_member_one_owner'),
        ),
        migrations.AddConstraint(
            model_name='studyvariation',
            constraint=models.UniqueConstraint(fields=('study', 'number'), name='studies_variation_number'),
        ),
        migrations.AddConstraint(
            model_name='studydrawing',
            constraint=models.UniqueConstraint(fields=('study', 'variation', 'ply'), name='studies_drawing_one', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='studycomment',
            constraint=models.UniqueConstraint(fields=('study', 'variation', 'ply', 'author'), name='studies_comment_one', nulls_distinct=False),
        ),
    ]
