from django.conf import settings
from django.db import migrations, models
import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
import uuid


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("api", "0001_initial"),
        ("api", "0002_programs"),
        ("api", "0003_scopes_of_events"),
        ("api", "0004_webhooks"),
        ("api", "0005_accesstoken_api_token_revoked"),
        ("api", "0006_programs_that_end"),
        ("api", "0007_topics_that_are_over"),
        ("api", "0008_scope_of_accounts"),
        ("api", "0009_what_account_shows"),
        ("api", "0010_deliveries_that_wait"),
    ]

    dependencies = [
        ('allauth_idp_oidc', '0003_client_allow_uri_wildcards'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AccessToken',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('read', 'Read what I may see: my games from my seat, my set-ups, my lists'), ('play', 'Play as me: turns, draws, resigning, set-ups of games, entering events'), ('challenge', 'Look for games as me: seeks and challenges'), ('setups', 'Change my saved set-ups and drafts'), ('talk', 'Talk as me, and keep my notes and guesses'), ('organise', 'Hold tournaments as me'), ('account', 'Change my preferences, whom I block, my vacation and what I am told; see my reports and penalties'), ('staff', 'Do what I may do as one of the staff, of this site or of a tournament')], max_length=9), size=None)),
                ('created', models.DateTimeField(verbose_name='made')),
                ('expires', models.DateTimeField(verbose_name='ends')),
                ('used', models.DateTimeField(null=True, verbose_name='last used')),
                ('revoked', models.DateTimeField(null=True, verbose_name='revoked')),
            ],
            options={
                'verbose_name': 'token',
                'verbose_name_plural': 'tokens',
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('game', 'game'), ('tournament', 'tournament'), ('test', 'test')], max_length=10)),
                ('key', models.CharField(blank=True, default='', max_length=11)),
                ('version', models.PositiveIntegerField(default=0)),
                ('created', models.DateTimeField()),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('problem', models.CharField(blank=True, default='', max_length=10)),
                ('done', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'delivery',
                'verbose_name_plural': 'deliveries',
            },
        ),
        migrations.CreateModel(
            name='DeviceSignIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('user_code', models.CharField(editable=False, max_length=64, unique=True)),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=9), size=None)),
                ('expires', models.DateTimeField()),
                ('polled', models.DateTimeField(null=True)),
                ('denied', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name': 'device that waits',
                'verbose_name_plural': 'devices that wait',
            },
        ),
        migrations.CreateModel(
            name='Grant',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=9), size=None)),
                ('created', models.DateTimeField()),
                ('expires', models.DateTimeField()),
                ('ended', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'program let in',
                'verbose_name_plural': 'programs let in',
            },
        ),
        migrations.CreateModel(
            name='GrantSecret',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('kind', models.CharField(choices=[('code', 'Code'), ('refresh', 'Refresh')], max_length=7)),
                ('expires', models.DateTimeField()),
                ('spent', models.DateTimeField(null=True)),
                ('redirect', models.CharField(blank=True, default='', max_length=500)),
                ('challenge', models.CharField(blank=True, default='', max_length=43)),
                ('nonce', models.CharField(blank=True, default='', max_length=255)),
            ],
            options={
                'verbose_name': 'secret of a program',
                'verbose_name_plural': 'secrets of programs',
            },
        ),
        migrations.CreateModel(
            name='KeptAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=255)),
                ('request', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('body', models.TextField(default='')),
                ('headers', models.JSONField(default=dict)),
                ('created', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'kept answer',
                'verbose_name_plural': 'kept answers',
            },
        ),
        migrations.CreateModel(
            name='KnownAs',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
            ],
            options={
                'verbose_name': 'name for a program',
                'verbose_name_plural': 'names for programs',
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('address', models.CharField(max_length=500, verbose_name='address')),
                ('secret', models.TextField(editable=False)),
                ('games', models.BooleanField(default=True, verbose_name='games that I play')),
                ('events', models.BooleanField(default=True, verbose_name='tournaments that I have entered')),
                ('created', models.DateTimeField()),
                ('failures', models.PositiveIntegerField(default=0)),
                ('quiet', models.DateTimeField(null=True)),
                ('busy', models.DateTimeField(null=True)),
                ('stopped', models.DateTimeField(null=True)),
                ('reason', models.CharField(blank=True, choices=[('failed', 'too many attempts failed'), ('gone', 'your program said that it is gone'), ('account', 'the password was changed, or the account was not safe')], default='', max_length=7)),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
            },
        ),
        migrations.CreateModel(
            name='WebhookTopic',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('game', 'game'), ('tournament', 'tournament'), ('test', 'test')], max_length=10)),
                ('key', models.CharField(max_length=11)),
                ('version', models.PositiveIntegerField()),
                ('told', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'verbose_name': 'topic of a webhook',
                'verbose_name_plural': 'topics of webhooks',
            },
        ),
        migrations.CreateModel(
            name='Program',
            fields=[
            ],
            options={
                'verbose_name': 'program',
                'verbose_name_plural': 'programs',
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('allauth_idp_oidc.client',),
        ),
        migrations.AddField(
            model_name='accesstoken',
            name='account',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='access_tokens', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='grant',
            name='account',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='devicesignin',
            name='grant',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='api.grant'),
        ),
        migrations.AddField(
            model_name='accesstoken',
            name='grant',
            field=models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='token', to='api.grant'),
        ),
        migrations.AddField(
            model_name='grantsecret',
            name='grant',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='secrets', to='api.grant'),
        ),
        migrations.AddField(
            model_name='keptanswer',
            name='token',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='api.accesstoken'),
        ),
        migrations.AddField(
            model_name='knownas',
            name='account',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='webhook',
            name='account',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='delivery',
            name='webhook',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='api.webhook'),
        ),
        migrations.AddField(
            model_name='webhooktopic',
            name='webhook',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='api.webhook'),
        ),
        migrations.AddField(
            model_name='knownas',
            name='program',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='api.program'),
        ),
        migrations.AddField(
            model_name='grant',
            name='program',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='api.program'),
        ),
        migrations.AddField(
            model_name='devicesignin',
            name='program',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='api.program'),
        ),
        migrations.AddIndex(
            model_name='accesstoken',
            index=models.Index(fields=['expires'], name='api_token_expires'),
        ),
        migrations.AddIndex(
            model_name='accesstoken',
            index=models.Index(condition=models.Q(('revoked__isnull', False)), fields=['revoked'], name='api_token_revoked'),
        ),
        migrations.AddIndex(
            model_name='grantsecret',
            index=models.Index(fields=['expires'], name='api_secret_expires'),
        ),
        migrations.AddIndex(
            model_name='keptanswer',
            index=models.Index(fields=['created'], name='api_answer_created'),
        ),
        migrations.AddConstraint(
            model_name='keptanswer',
            constraint=models.UniqueConstraint(fields=('token', 'key'), name='api_answer_one_of_a_key'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['webhook', 'created'], name='api_delivery_of_webhook'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('done', None)), fields=['webhook', 'created', 'id'], name='api_delivery_waiting'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('done', None)), fields=['webhook', 'kind', 'key'], name='api_delivery_about'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['created'], name='api_delivery_created'),
        ),
        migrations.AddConstraint(
            model_name='webhooktopic',
            constraint=models.UniqueConstraint(fields=('webhook', 'kind', 'key'), name='api_webhooktopic_one'),
        ),
        migrations.AddConstraint(
            model_name='knownas',
            constraint=models.UniqueConstraint(fields=('account', 'program'), name='api_known_as_one_a_program'),
        ),
        migrations.AddIndex(
            model_name='grant',
            index=models.Index(fields=['expires'], name='api_grant_expires'),
        ),
        migrations.AddIndex(
            model_name='grant',
            index=models.Index(condition=models.Q(('ended', None)), fields=['program', 'account'], name='api_grant_live'),
        ),
        migrations.AddIndex(
            model_name='devicesignin',
            index=models.Index(fields=['expires'], name='api_device_expires'),
        ),
    ]
