from django.contrib.postgres.indexes import GinIndex
from django.db import migrations

# The index stays as it is, and takes what comes from now on in the other way.


class Migration(migrations.Migration):
    dependencies = [("archive", "0001_schema")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "ALTER INDEX archive_entry_facts SET (fastupdate = on, gin_pending_list_limit = 128)",
                    "ALTER INDEX archive_entry_facts RESET (gin_pending_list_limit);"
                    "ALTER INDEX archive_entry_facts SET (fastupdate = off)",
                )
            ],
            state_operations=[
                migrations.RemoveIndex("archiveentry", "archive_entry_facts"),
                migrations.AddIndex(
                    "archiveentry",
                    GinIndex(fields=["facts"], gin_pending_list_limit=128, name="archive_entry_facts"),
                ),
            ],
        )
    ]
