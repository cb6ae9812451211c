"""Memory marks among the terms of a seek."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("lobby", "0001_schema")]
    operations = [
        migrations.AddField(
            model_name="seek",
            name="memory",
            field=models.BooleanField(db_default=False, default=False, verbose_name="with memory marks"),
        ),
    ]
