"""The text files of a release, for people."""

from __future__ import annotations

from library.releases.domain.rows import COLUMNS, RATING_COLUMNS

LICENCE = """The games in this folder are dedicated to the public domain by CC0 1.0 Universal:
https://creativecommons.org/publicdomain/zero/1.0/

Do with them what you like. Please do not try to find out who is behind a pseudonym, and name the month and the hash of
the manifest where you publish what you found, so that others can repeat it.
"""

_README = """# Games of Stratego, revealed in {month}

{games} games that were played by correspondence and live on a Vexillum site, with all set-ups, as `games.parquet` and,
the same rows, as `games.ndjson.zst` (a JSON object a line, compressed by zstandard). `manifest.json` has the size,
rows and SHA-256 of every file here; the SHA-256 of the manifest itself stands in the site's public log.

    duckdb -c "SELECT variant, result, count(*) FROM 'games.parquet' GROUP BY ALL ORDER BY ALL"

Games begin with their set-ups and are played on by their turns, by the rule book `variant` in its `edition`. Not in
here: games that are not revealed, records from elsewhere, games played on from a position of another one, games
that never began, games of players who want none here, and everything that people wrote.

Players have pseudonyms that are made anew for each month. Who wants it stands there by name.

| column | type | what |
|---|---|---|
{columns}

What rated games did to ratings stands apart, as `ratings.parquet` and `ratings.ndjson.zst`: a row for each seat.

| column | type | what |
|---|---|---|
{ratings}
"""


def readme(month: str, games: int) -> str:
    """The README of a release.

    Args:
        month: as `2026-11`.
        games: how many are in it.
    """
    columns, ratings = (
        "\n".join(f"| `{name}` | {kind} | {meaning} |" for name, (kind, meaning) in table.items())
        for table in (COLUMNS, RATING_COLUMNS)
    )
    return _README.format(month=month, games=games, columns=columns, ratings=ratings)
