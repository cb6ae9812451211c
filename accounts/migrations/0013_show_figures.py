from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0012_studies'),
    ]

    operations = [
        migrations.AddField(
            model_name='preferences',
            name='show_figures',
            field=models.BooleanField(db_default=True, default=True, verbose_name='others see the figures'),
        ),
    ]
