from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0029_rare_accounts'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('machine', True)), fields=['name'], name='players_player_bots'),
        ),
    ]
