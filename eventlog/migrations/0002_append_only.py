"""The database itself refuses to change or remove an event or a checkpoint."""

from django.db import migrations

from eventlog.grants import grant

TABLES = ("eventlog_event", "eventlog_checkpoint")

# A statement-level trigger also fires for a statement that finds no row, and for an empty table. It fires for
# INSERT ... ON CONFLICT DO UPDATE and for MERGE too. ALWAYS: under session_replication_role = replica as well.
FUNCTION = """
CREATE FUNCTION eventlog_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The log is append only: % on % is refused.', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', HINT = 'A correction is a new event.';
END
$$
"""

TRIGGER = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_append_only;
"""

CHECKS = """
ALTER TABLE eventlog_event
    ADD CONSTRAINT eventlog_event_version CHECK (version > 0),
    ADD CONSTRAINT eventlog_event_hashes CHECK (octet_length(previous) = 32 AND octet_length(hash) = 32);
"""


def revoke(apps, schema_editor):
    grant(using=schema_editor.connection.alias)


class Migration(migrations.Migration):
    dependencies = [("eventlog", "0001_initial")]

    operations = [
        migrations.RunSQL(FUNCTION, "DROP FUNCTION eventlog_refuse"),
        *(
            migrations.RunSQL(TRIGGER.format(table=table), f"DROP TRIGGER {table}_append_only ON {table}")
            for table in TABLES
        ),
        migrations.RunSQL(
            CHECKS,
            "ALTER TABLE eventlog_event DROP CONSTRAINT eventlog_event_version,"
            " DROP CONSTRAINT eventlog_event_hashes",
        ),
        migrations.RunPython(revoke, migrations.RunPython.noop),
    ]
