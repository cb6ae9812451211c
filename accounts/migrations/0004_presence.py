"""The wish to show opponents in live games whether one is at the board."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0003_looks_of_boards")]
    operations = [
        migrations.AddField(
            model_name="preferences",
            name="presence",
            field=models.BooleanField(db_default=False, default=False, verbose_name="opponents see presence"),
        ),
    ]
