"""A study as a JSON value, for its file and for programs."""

from __future__ import annotations

from typing import Any

from library.studies.domain.lines import GAME, StudyLines
from library.studies.domain.queries import StudyAccess, authors_of, comments_of, line_of
from library.studies.models import StudyComment, StudyDrawing
from web.words import isolated


def study_value(access: StudyAccess) -> dict[str, Any]:
    """A study as a JSON value (docs/studies.md): what its reader sees, and nothing of who may read it."""
    study, game = access.study, access.game
    lines = StudyLines(study, game)

    def place(one: StudyComment | StudyDrawing) -> dict[str, int]:
        return {"line": line_of(one), "ply": one.ply}

    return {
        "format": "vexillum-study",
        "version": 1,
        "study": study.key,
        "title": study.title,
        "game": game.key,
        "variant": game.variant,
        "edition": lines.game.rules.edition,
        "authors": [isolated(one.player.name) for one in authors_of(study)],
        "variations": [
            {
                "line": one.number,
                "leaves": GAME if one.parent_id is None else lines.parent_line(one.number),
                "after": one.ply,
                "plies": one.plies,
            }
            for one in lines.variations.values()
        ],
        "comments": [
            place(one) | {"id": str(one.pk), "author": one.author.name, "text": one.text}
            for one in comments_of(study)
            if not one.hidden
        ],
        "drawings": [
            place(one) | {"shapes": [{"colour": colour, "squares": names} for colour, *names in one.shapes]}
            for one in study.drawings.select_related("variation").order_by("variation__number", "ply")
        ],
    }
