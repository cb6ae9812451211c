from django.db import migrations, models
import uuid


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("cases", "0001_cases"),
        ("cases", "0002_dueeffect_effectmark"),
        ("cases", "0003_decided"),
        ("cases", "0004_case_links"),
        ("cases", "0005_appeals"),
        ("cases", "0006_open_cases_about"),
    ]

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('penalty', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('case', models.UUIDField()),
                ('player', models.UUIDField()),
                ('made', models.DateTimeField()),
                ('due', models.DateTimeField()),
                ('risen', models.DateTimeField(null=True)),
                ('claimed_by', models.UUIDField(null=True)),
                ('claimed_until', models.DateTimeField(null=True)),
                ('decided', models.DateTimeField(null=True)),
                ('decided_by', models.UUIDField(null=True)),
                ('outcome', models.CharField(blank=True, choices=[('stands', 'The decision stands'), ('eased', 'The penalty is eased'), ('reversed', 'The penalty is taken back'), ('withdrawn', 'Withdrawn')], max_length=9)),
                ('reason', models.UUIDField(null=True)),
                ('talk', models.JSONField(default=list)),
            ],
            options={
                'verbose_name': 'appeal',
                'verbose_name_plural': 'appeals',
                'indexes': [models.Index(condition=models.Q(('decided', None)), fields=['due', 'penalty'], name='cases_appeal_open'), models.Index(condition=models.Q(('decided', None), ('risen', None)), fields=['due'], name='cases_appeal_due'), models.Index(condition=models.Q(('decided__isnull', False)), fields=['-decided', 'penalty'], name='cases_appeal_decided'), models.Index(fields=['player'], name='cases_appeal_player'), models.Index(fields=['case'], name='cases_appeal_case')],
            },
        ),
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('stopped-playing', 'Stopped playing and let the time run out'), ('stalling', 'Drags the game out by moves that lead nowhere'), ('draw-refusal', 'Plays on for ever in a dead drawn game'), ('chasing', 'Chases a piece to and fro against the rules'), ('abuse', 'Insults or threats'), ('name', 'An improper name, title or text'), ('spam', 'Advertising or nonsense'), ('accounts', 'Several accounts of one person'), ('boosting', 'Loses on purpose, or lets somebody win rating points'), ('telling', 'Tells ranks to somebody who must not know them'), ('collusion', 'Secret help between partners, or deals in an event'), ('cheating', 'Knows what cannot be known, or has help'), ('powers', 'An arbiter, an organiser or a moderator misuses powers'), ('wrong', 'It is faulty: a wrong solution, a broken display'), ('other', 'Something else')], max_length=16, verbose_name='kind')),
                ('source', models.CharField(max_length=32, verbose_name='source')),
                ('about', models.UUIDField(null=True, verbose_name='about')),
                ('thing', models.CharField(blank=True, max_length=32, verbose_name='thing')),
                ('target', models.UUIDField(null=True, verbose_name='id')),
                ('state', models.CharField(choices=[('open', 'Open'), ('claimed', 'With a moderator'), ('decided', 'Decided'), ('merged', 'Merged with another')], max_length=7, verbose_name='state')),
                ('score', models.IntegerField(verbose_name='score')),
                ('parts', models.JSONField(default=list)),
                ('rank', models.BigIntegerField()),
                ('reports', models.PositiveIntegerField(default=0, verbose_name='reports')),
                ('things', models.JSONField(default=list)),
                ('opened', models.DateTimeField(verbose_name='opened')),
                ('changed', models.DateTimeField(verbose_name='changed')),
                ('claimed_by', models.UUIDField(null=True, verbose_name='moderator')),
                ('claimed_until', models.DateTimeField(null=True)),
                ('outcome', models.CharField(blank=True, choices=[('penalised', 'Penalised'), ('noted', 'Noted, without a penalty'), ('dismissed', 'Nothing was wrong'), ('gone', 'The account is deleted'), ('merged', 'Merged with another')], max_length=9, verbose_name='outcome')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('decided_by', models.UUIDField(null=True, verbose_name='decided by')),
                ('merged_into', models.UUIDField(null=True)),
                ('version', models.PositiveIntegerField()),
                ('position', models.BigIntegerField()),
            ],
            options={
                'verbose_name': 'case',
                'verbose_name_plural': 'cases',
                'permissions': [('handle_case', 'Can handle cases')],
                'indexes': [models.Index(condition=models.Q(('state__in', ['open', 'claimed'])), fields=['-rank', 'id'], name='cases_case_queue'), models.Index(condition=models.Q(('state__in', ['open', 'claimed'])), fields=['kind', '-rank', 'id'], name='cases_case_queue_of_kind'), models.Index(fields=['about', '-opened'], name='cases_case_about'), models.Index(condition=models.Q(('state__in', ['open', 'claimed'])), fields=['about', 'kind', 'opened', 'id'], name='cases_case_open_about'), models.Index(condition=models.Q(('about', None), ('state__in', ['open', 'claimed'])), fields=['target'], name='cases_case_thing'), models.Index(condition=models.Q(('state', 'claimed')), fields=['claimed_by'], name='cases_case_claimed'), models.Index(condition=models.Q(('state', 'decided')), fields=['-position', 'id'], name='cases_case_decided'), models.Index(condition=models.Q(('state', 'decided')), fields=['kind', '-position', 'id'], name='cases_case_decided_of_kind')],
            },
        ),
        migrations.CreateModel(
            name='CaseFigure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('month', models.DateField()),
                ('what', models.CharField(max_length=8)),
                ('which', models.CharField(max_length=32)),
                ('number', models.PositiveIntegerField()),
            ],
            options={
                'verbose_name': 'figure of a month',
                'verbose_name_plural': 'figures of months',
                'constraints': [models.UniqueConstraint(fields=('month', 'what', 'which'), name='cases_casefigure_one')],
            },
        ),
        migrations.CreateModel(
            name='CaseLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('case', models.UUIDField()),
                ('what', models.CharField(max_length=32)),
                ('target', models.UUIDField()),
            ],
            options={
                'verbose_name': 'link of a case',
                'verbose_name_plural': 'links of cases',
                'constraints': [models.UniqueConstraint(fields=('case', 'what', 'target'), name='cases_caselink_one')],
            },
        ),
        migrations.CreateModel(
            name='CaseText',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('case', models.UUIDField()),
                ('by', models.UUIDField(null=True)),
                ('player', models.UUIDField(null=True)),
                ('salt', models.BinaryField()),
                ('text', models.TextField()),
                ('written', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'text of a case',
                'verbose_name_plural': 'texts of cases',
                'indexes': [models.Index(fields=['case'], name='cases_casetext_case'), models.Index(fields=['player'], name='cases_casetext_player')],
            },
        ),
        migrations.CreateModel(
            name='DueEffect',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('penalty', models.UUIDField()),
                ('when', models.CharField(max_length=8)),
                ('at', models.DateTimeField()),
                ('passes', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'effect to be',
                'verbose_name_plural': 'effects to be',
                'indexes': [models.Index(fields=['at'], name='cases_dueeffect_at')],
                'constraints': [models.UniqueConstraint(fields=('penalty', 'when'), name='cases_dueeffect_one')],
            },
        ),
        migrations.CreateModel(
            name='EffectMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('penalty', models.UUIDField()),
                ('what', models.CharField(max_length=24)),
                ('target', models.UUIDField()),
                ('number', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'effect of a penalty',
                'verbose_name_plural': 'effects of penalties',
                'constraints': [models.UniqueConstraint(fields=('penalty', 'what', 'target', 'number'), name='cases_effectmark_one')],
            },
        ),
    ]
