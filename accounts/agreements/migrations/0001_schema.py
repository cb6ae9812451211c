from django.conf import settings
from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("terms", "0001_terms"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Agreement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('terms', models.PositiveIntegerField(verbose_name='terms of use')),
                ('privacy', models.PositiveIntegerField(verbose_name='privacy')),
                ('age', models.PositiveSmallIntegerField(verbose_name='at least so old')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='agreements', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'agreement',
                'verbose_name_plural': 'agreements',
            },
        ),
        migrations.CreateModel(
            name='LegalText',
            fields=[
                ('number', models.AutoField(primary_key=True, serialize=False, verbose_name='version')),
                ('kind', models.CharField(choices=[('terms', 'Terms of use'), ('privacy', 'Privacy')], max_length=7, verbose_name='text')),
                ('text', models.TextField(help_text='Markdown: # headings, **bold**, - lists, [links](https://…).', max_length=60000, verbose_name='words')),
                ('change', models.CharField(blank=True, help_text='One or two sentences, shown to who is asked.', max_length=400, verbose_name='what is new')),
                ('asks', models.BooleanField(default=True, help_text='Not needed if only a spelling is mended.', verbose_name='members are asked to agree')),
                ('needed_from', models.DateTimeField(blank=True, help_text='From then on who has not agreed begins no new games and enters no events. Games that go on are never stopped. Empty: members are asked, and that is all.', null=True, verbose_name='needed from')),
                ('age', models.PositiveSmallIntegerField(default=16, help_text='In years, asked of who signs up; of the terms only. 0: not asked.', verbose_name='least age')),
                ('published', models.DateTimeField(editable=False, verbose_name='published')),
            ],
            options={
                'verbose_name': 'version of a text',
                'verbose_name_plural': 'terms and privacy',
                'ordering': ['-number'],
                'indexes': [models.Index(fields=['kind', '-number'], name='terms_text_newest')],
            },
        ),
    ]
