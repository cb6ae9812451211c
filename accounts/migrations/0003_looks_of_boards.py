"""How a reader wants boards and pieces drawn."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0002_history_by_object'),
    ]

    operations = [
        migrations.AddField(
            model_name='preferences',
            name='board',
            field=models.CharField(choices=[('field', 'Painted field'), ('wood', 'Wood'), ('plain', 'Plain')], db_default='field', default='field', max_length=5, verbose_name='look of the board'),
        ),
        migrations.AddField(
            model_name='preferences',
            name='pieces',
            field=models.CharField(choices=[('figures', 'Figures'), ('plain', 'Plain signs'), ('contrast', 'High contrast')], db_default='figures', default='figures', max_length=8, verbose_name='pieces'),
        ),
    ]
