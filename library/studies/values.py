"""A study as a JSON value, for its file and for programs."""

from __future__ import annotations

from typing import Any

from library.studies.domain.lines import GAME, StudyLines
from library.studies.domain.queries import StudyAccess, authors_of, comments_of, line_of
from library.studies.models import StudyComment, StudyDrawing
from web.words import isolated


def study_value(access: StudyAccess) -> dict[str, Any]:
    """A study as a JSON value (docs/studies.md): what its reader sees, without permissions."""
    study, game = access.study, access.game
    lines = StudyLines(study, game)

    def place(comment: StudyComment | StudyDrawing) -> dict[str, int]:
        return {"line": line_of(comment), "ply": comment.ply}

    return {
        "format": "vexillum-study",
        "version": 1,
        "study": study.key,
        "title": study.title,
        "game": game.key,
        "variant": game.variant,
        "edition": lines.game.rules.edition,
        "authors": [isolated(author.player.name) for author in authors_of(study)],
        "variations": [
            {
                "line": variation.number,
                "leaves": GAME if variation.parent_id is None else lines.parent_line(variation.number),
                "after": variation.ply,
                "plies": variation.plies,
            }
            for variation in lines.variations.values()
        ],
        "comments": [
            place(comment) | {"id": str(comment.pk), "author": comment.author.name, "text": comment.text}
            for comment in comments_of(study)
            if not comment.hidden
        ],
        "drawings": [
            place(drawing) | {"shapes": [{"colour": colour, "squares": names} for colour, *names in drawing.shapes]}
            for drawing in study.drawings.select_related("variation").order_by("variation__number", "ply")
        ],
    }
