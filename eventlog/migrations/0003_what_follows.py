"""The database itself refuses an event or a checkpoint that does not follow from the one before it."""

from django.db import migrations

# Statement-level, so that COPY of a million events runs it once; after the rows are there, so that the events of one
# statement follow one another, and so that of two appends of one version the second has met the unique index by now.
# Each row costs one look-up in the index of its stream: a scalar subquery is never turned into a join that would read
# the whole log. The path of names is fixed, because a role could lay tables of its own before ours.
FUNCTIONS = """
DO $do$
BEGIN
    EXECUTE format($format$
        CREATE FUNCTION eventlog_event_follows() RETURNS trigger LANGUAGE plpgsql
        SET search_path = pg_catalog, %1$I, pg_temp SET enable_seqscan = off AS $$
        DECLARE
            drawn bigint := pg_sequence_last_value('eventlog_event_position_seq');
            wrong record;
        BEGIN
            SELECT stream, version INTO wrong FROM appended WHERE (
                appended.position <= drawn
                AND CASE appended.version
                    WHEN 1 THEN appended.previous = '\\x%2$s'::bytea
                    ELSE (
                        SELECT before.hash = appended.previous AND before.time <= appended.time
                            AND before.position < appended.position
                        FROM eventlog_event before
                        WHERE before.stream = appended.stream AND before.version = appended.version - 1
                    )
                END
            ) IS NOT TRUE LIMIT 1;
            IF FOUND THEN
                RAISE EXCEPTION 'The log refuses version %% of the stream %%: it does not follow from the one before.',
                    wrong.version, wrong.stream
                    USING ERRCODE = 'restrict_violation', HINT = 'Version, previous hash, time and position follow.';
            END IF;
            RETURN NULL;
        END
        $$
    $format$, current_schema(), repeat('00', 32));

    EXECUTE format($format$
        CREATE FUNCTION eventlog_checkpoint_follows() RETURNS trigger LANGUAGE plpgsql
        SET search_path = pg_catalog, %1$I, pg_temp AS $$
        DECLARE
            wrong integer;
        BEGIN
            SELECT number INTO wrong FROM appended WHERE (
                appended.time BETWEEN transaction_timestamp() AND clock_timestamp()
                AND (appended.day IS NULL OR appended.day = (appended.time AT TIME ZONE 'UTC')::date)
                AND octet_length(appended.root) = 32
                AND CASE appended.number
                    WHEN 1 THEN appended.previous = '\\x%2$s'::bytea
                    ELSE (
                        SELECT before.root = appended.previous AND before.time <= appended.time
                        FROM eventlog_checkpoint before WHERE before.number = appended.number - 1
                    )
                END
            ) IS NOT TRUE LIMIT 1;
            IF FOUND THEN
                RAISE EXCEPTION 'Checkpoint %% is refused: it does not follow from the one before, or is not of now.',
                    wrong USING ERRCODE = 'restrict_violation';
            END IF;
            RETURN NULL;
        END
        $$
    $format$, current_schema(), repeat('00', 32));
END
$do$
"""

TRIGGER = """
CREATE TRIGGER {table}_follows AFTER INSERT ON {table} REFERENCING NEW TABLE AS appended
    FOR EACH STATEMENT EXECUTE FUNCTION {table}_follows();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_follows;
"""
TABLES = ("eventlog_event", "eventlog_checkpoint")


class Migration(migrations.Migration):
    dependencies = [("eventlog", "0002_append_only")]

    operations = [
        migrations.RunSQL(
            FUNCTIONS, "DROP FUNCTION eventlog_event_follows; DROP FUNCTION eventlog_checkpoint_follows"
        ),
        *(
            migrations.RunSQL(TRIGGER.format(table=table), f"DROP TRIGGER {table}_follows ON {table}")
            for table in TABLES
        ),
    ]
