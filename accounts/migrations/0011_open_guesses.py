from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0010_history_by_object'),
    ]

    operations = [
        migrations.AddField(
            model_name='preferences',
            name='open_guesses',
            field=models.BooleanField(default=False, verbose_name='guesses are opened with the game'),
        ),
    ]
