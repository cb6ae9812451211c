from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('api', '0004_webhooks'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='accesstoken',
            index=models.Index(condition=models.Q(('revoked__isnull', False)), fields=['revoked'], name='api_token_revoked'),
        ),
    ]
