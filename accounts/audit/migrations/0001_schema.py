from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("moderation", "0001_initial"),
        ("moderation", "0002_approvals"),
        ("moderation", "0003_organisers"),
        ("moderation", "0004_studies"),
        ("moderation", "0005_reset_factors"),
        ("moderation", "0006_appeals"),
    ]

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('version', models.BigIntegerField(primary_key=True, serialize=False)),
                ('position', models.BigIntegerField(editable=False)),
                ('time', models.DateTimeField(verbose_name='time')),
                ('actor', models.UUIDField(null=True, verbose_name='account')),
                ('action', models.CharField(choices=[('added', 'Added'), ('changed', 'Changed'), ('deleted', 'Deleted'), ('appointed-moderator', 'Made a moderator'), ('appointed-operator', 'Made an operator'), ('dismissed', 'Took all powers away'), ('closed-account', 'Closed an account'), ('opened-account', 'Opened an account again'), ('sent-reset', 'Sent a link for a new password'), ('approved-organiser', 'Approved for rated events'), ('withdrew-approval', 'Took the approval for rated events back'), ('appointed-organiser', 'Appointed an organiser'), ('reset-factors', 'Took the second factors away'), ('set-password', 'Set a password'), ('resolved-report', 'Closed a report as resolved'), ('dismissed-report', 'Closed a report as dismissed'), ('decided-appeal', 'Decided an appeal'), ('hid-message', 'Hid a message'), ('showed-message', 'Showed a message again'), ('hid-study', 'Hid a study'), ('showed-study', 'Showed a study again'), ('hid-comment', 'Hid a comment'), ('showed-comment', 'Showed a comment again')], max_length=32, verbose_name='action')),
                ('kind', models.CharField(blank=True, max_length=32, verbose_name='kind')),
                ('target', models.CharField(blank=True, max_length=36, verbose_name='id')),
                ('fields', models.TextField(blank=True, verbose_name='fields')),
            ],
            options={
                'verbose_name': 'entry of the audit',
                'verbose_name_plural': 'audit',
                'ordering': ['-version'],
                'indexes': [models.Index(fields=['actor', '-version'], name='moderation_audit_actor'), models.Index(fields=['target', '-version'], name='moderation_audit_target')],
            },
        ),
    ]
