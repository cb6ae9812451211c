"""Writing a study: comments, arrows and marks, variations. Authors may; all others are refused.

Each edit holds the study's row, so edits come one after the other. Who has seen an older state of the very thing that
is edited is refused with `StudyChanged`; others' edits elsewhere stand in nobody's way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.conduct.restrictions import Barred, refuse_barred
from games.domain import queries
from games.rules import Illegal, Refusal
from library.studies.domain.lines import DEEPEST, GAME, StudyLines, StudyPlace, same_turn
from library.studies.domain.queries import Role
from library.studies.models import (
    COMMENT_LENGTH,
    Study,
    StudyComment,
    StudyDrawing,
    StudyMember,
    StudyVariation,
)
from web.words import clean_text

COLOURS = ("green", "red", "blue", "yellow")
"""Of arrows and marks; each is drawn with a line of its own kind, too."""

MOST_COMMENTS = 300
"""In a study."""

MOST_DRAWINGS = 300
"""Plies of a study that have arrows or marks."""

MOST_SHAPES = 16
"""Arrows and marks at one ply."""

MOST_VARIATIONS = 50
"""In a study."""

MOST_PLIES = 60
"""In a variation."""

MOST_CHOICES = 12
"""Submissions of one ply: its turn, and the choices that belong to it. No rule book needs as many."""


class StudyChanged(Exception):
    """What somebody edits was changed meanwhile by somebody else, or in another window."""


@contextmanager
def edited(study: UUID, by: UUID, *, roles: Sequence[str] = (Role.OWNER, Role.AUTHOR)) -> Iterator[Study]:
    """A transaction that has a study for itself; its version is one higher when it ends.

    Args:
        study: its id.
        by: the player who edits it.
        roles: what that player has to be there.

    Raises:
        Illegal: `study-not-yours` (`needs`: the role that may).
    """
    with transaction.atomic():
        result = Study.objects.select_for_update(of=("self",)).filter(pk=study).first()
        members = StudyMember.objects.filter(study=study, player=by, accepted=True, role__in=list(roles))
        if result is None or not members.exists():
            raise Illegal(Refusal("study-not-yours", {"needs": list(roles)[-1]}))
        result.version += 1
        result.changed = timezone.now()
        yield result
        result.save(update_fields=["version", "changed"])


def lines_of(study: Study) -> StudyLines:
    """The lines of a study. Raises `Illegal`: `study-closed` if its game is not open."""
    game = queries.games_by_id([study.game]).get(study.game)
    if game is None or not game.revealed:
        raise Illegal(Refusal("study-closed"))
    return StudyLines(study, game)


def _variation(lines: StudyLines, place: StudyPlace) -> StudyVariation | None:
    """The variation of a place; None for the game. Raises `Illegal`: `study-place` if there is no such place."""
    if not lines.has(place):
        raise Illegal(Refusal("study-place"))
    return None if place.line == GAME else lines.variations[place.line]


def check_words(study: Study, by: UUID) -> None:
    """Whether a player may write in a study: one that nobody else reads takes all words. Raises `PlayerBarred`."""
    if study.visibility != Study.Visibility.PRIVATE or study.members.exclude(player=by).exists():
        refuse_barred(by, Barred.TALK)


# -- comments -------------------------------------------------------------------------------------


def write_comment(*, study: UUID, by: UUID, place: StudyPlace, text: str, seen: int) -> None:
    """Says something at a place, in place of what the same author said there; with an empty text, takes it back.

    Side effects: writes or deletes the comment. One that a moderator has hidden stays hidden whatever it says.

    Args:
        study, by: which study, and who says it.
        place: where.
        text: all of it.
        seen: the version of the study that the author saw.

    Raises:
        Illegal: `study-not-yours`; `study-closed`; `study-place`; `study-comment-long` (`most`, `length`);
            `study-comments` (`most`).
        StudyChanged: the comment was changed in another window.
        PlayerBarred: a penalty forbids words that others read.
    """
    with edited(study, by) as held:
        variation = _variation(lines_of(held), place)
        words = clean_text(text)
        if len(words) > COMMENT_LENGTH:
            raise Illegal(Refusal("study-comment-long", {"most": COMMENT_LENGTH, "length": len(words)}))
        comment = StudyComment.objects.filter(study=held, variation=variation, ply=place.ply, author_id=by).first()
        if comment is not None and comment.version > seen:
            raise StudyChanged
        if words:
            check_words(held, by)
        if comment is None and words:
            if held.comments.count() >= MOST_COMMENTS:
                raise Illegal(Refusal("study-comments", {"most": MOST_COMMENTS}))
            comment = StudyComment(study=held, variation=variation, ply=place.ply, author_id=by)
        if comment is not None and not words and not comment.hidden:
            comment.delete()
        elif comment is not None and words:
            comment.text, comment.written, comment.version = words, timezone.now(), held.version
            comment.save()


def remove_comment(*, study: UUID, by: UUID, comment: UUID, seen: int) -> None:
    """Deletes somebody else's comment in one's own study.

    Side effects: deletes the comment.

    Args:
        study, by: which study, and its owner.
        comment: its id; nothing happens if it is gone already, or is one's own: that is taken back by `write_comment`.
        seen: the version of the study that was seen.

    Raises:
        Illegal: `study-not-yours`.
        StudyChanged: it says something else by now.
    """
    with edited(study, by, roles=[Role.OWNER]) as held:
        result = held.comments.filter(pk=comment).exclude(author=by).first()
        if result is None:
            return
        if result.version > seen:
            raise StudyChanged
        result.delete()


# -- arrows and marks -----------------------------------------------------------------------------


def draw(*, study: UUID, by: UUID, place: StudyPlace, colour: str, squares: Sequence[str]) -> None:
    """Draws an arrow from one square to another, or marks one. The same in another colour takes that colour; the very
    same again is taken away, as a second stroke over a first.

    Side effects: writes the drawing of the place.

    Args:
        study, by: which study, and who draws.
        place: where.
        colour: of `COLOURS`.
        squares: one or two, by name.

    Raises:
        Illegal: `study-not-yours`; `study-closed`; `study-place`; `study-colour`; `study-square` (`name`);
            `study-shapes`, `study-drawings` (`most`).
    """
    with edited(study, by) as held:
        lines = lines_of(held)
        variation = _variation(lines, place)
        if colour not in COLOURS:
            raise Illegal(Refusal("study-colour"))
        names = list(dict.fromkeys(squares))
        for name in names:
            if name not in lines.game.rules.board.names:
                raise Illegal(Refusal("study-square", {"name": name[:8]}))
        drawing = StudyDrawing.objects.filter(study=held, variation=variation, ply=place.ply).first()
        shapes = [] if drawing is None else drawing.shapes
        shape = [colour, *names]
        others = [shape for shape in shapes if shape[1:] != names]
        if shape not in shapes:
            others.append(shape)
        if len(others) > MOST_SHAPES:
            raise Illegal(Refusal("study-shapes", {"most": MOST_SHAPES}))
        if drawing is None and held.drawings.count() >= MOST_DRAWINGS:
            raise Illegal(Refusal("study-drawings", {"most": MOST_DRAWINGS}))
        _keep(held, variation, place, drawing, others)


def rub_out(*, study: UUID, by: UUID, place: StudyPlace, shape: int | None, seen: int) -> None:
    """Takes an arrow or a mark away, or all of a place.

    Side effects: writes or deletes the drawing of the place.

    Args:
        study, by: the study and the acting player.
        place: where.
        shape: its number in the list, from 0; None for all of them.
        seen: the version of the study in which that list was seen.

    Raises:
        Illegal: `study-not-yours`; `study-closed`; `study-place`.
        StudyChanged: somebody has drawn there meanwhile.
    """
    with edited(study, by) as held:
        variation = _variation(lines_of(held), place)
        drawing = StudyDrawing.objects.filter(study=held, variation=variation, ply=place.ply).first()
        if drawing is None:
            return
        if drawing.version > seen:
            raise StudyChanged
        left = [] if shape is None else [item for number, item in enumerate(drawing.shapes) if number != shape]
        _keep(held, variation, place, drawing, left)


def _keep(
    study: Study,
    variation: StudyVariation | None,
    place: StudyPlace,
    result: StudyDrawing | None,
    shapes: list[list[str]],
) -> None:
    if not shapes:
        if result is not None:
            result.delete()
        return
    drawing = result or StudyDrawing(study=study, variation=variation, ply=place.ply)
    drawing.shapes, drawing.version = shapes, study.version
    drawing.save()


# -- variations -----------------------------------------------------------------------------------


def play(*, study: UUID, by: UUID, place: StudyPlace, turn: str) -> StudyPlace:
    """Plays a turn at a place, or answers what a battle has opened there, and says where that leads: on in the game or
    in a variation if it was played there already, on at the end of a variation, else to a new one.

    Side effects: writes or makes a variation.

    Args:
        study, by: the study and the acting player.
        place: where.
        turn: in notation, without an order of cards.

    Raises:
        Illegal: `study-not-yours`; `study-closed`; `study-place`; what the rules refuse; `study-deep`;
            `study-variations`, `study-plies` (`most`).
    """
    with edited(study, by) as held:
        lines = lines_of(held)
        variation = _variation(lines, place)
        played, begins = lines.from_here(place).played(place.ply, turn)
        there = _played_already(lines, place, played) if begins else None
        if there is not None:
            return there
        if variation is not None and place.ply == lines.last(place.line):
            return _play_on(held, lines, variation, played, begins=begins)
        if lines.depth(place.line) >= DEEPEST:
            raise Illegal(Refusal("study-deep"))
        if len(lines.variations) >= MOST_VARIATIONS:
            raise Illegal(Refusal("study-variations", {"most": MOST_VARIATIONS}))
        # A reader of a deleted one does not write into another.
        number = held.numbered = max(held.numbered, *lines.variations, 0) + 1
        held.save(update_fields=["numbered"])
        StudyVariation.objects.create(
            study=held,
            number=number,
            parent=variation,
            ply=place.ply,
            plies=[[played]],
            author_id=by,
            version=held.version,
        )
        return StudyPlace(number, place.ply + 1)


def _played_already(lines: StudyLines, place: StudyPlace, turn: str) -> StudyPlace | None:
    if same_turn(lines.submissions(place.line, place.ply + 1), turn):
        return StudyPlace(place.line, place.ply + 1)
    for variation in lines.leaving(place.line):
        if variation.ply == place.ply and variation.plies and same_turn(variation.plies[0], turn):
            return lines.place(variation.number, place.ply + 1)
    return None


def _play_on(study: Study, lines: StudyLines, variation: StudyVariation, played: str, *, begins: bool) -> StudyPlace:
    """Adds a turn, or the answer to a choice, to the end of a variation. What can no longer be played goes."""
    branch = lines.branch(variation.number)
    plies = [list(branch.submissions(ply)) for ply in range(branch.first + 1, branch.last + 1)]
    if begins:
        if len(plies) >= MOST_PLIES:
            raise Illegal(Refusal("study-plies", {"most": MOST_PLIES}))
        plies.append([played])
    else:
        if len(plies[-1]) >= MOST_CHOICES:
            raise Illegal(Refusal("study-plies", {"most": MOST_PLIES}))
        plies[-1].append(played)
    variation.plies, variation.version = plies, study.version
    variation.save(update_fields=["plies", "version"])
    return StudyPlace(variation.number, branch.first + len(plies))


def take_back(*, study: UUID, by: UUID, line: int, seen: int) -> StudyPlace:
    """Takes the last ply of a variation back; with the only one the variation goes.

    Side effects: writes or deletes the variation.

    Args:
        study, by: the study and the acting player.
        line: the number of the variation.
        seen: the version of the study that was seen.

    Returns:
        The place before that ply.

    Raises:
        Illegal: `study-not-yours`; `study-closed`; `study-place`; `study-holds` if something is said or drawn there, or
            another variation leaves it there.
        StudyChanged: it was played on meanwhile.
    """
    with edited(study, by) as held:
        lines = lines_of(held)
        variation = lines.variations.get(line)
        if variation is None:
            raise Illegal(Refusal("study-place"))
        if variation.version > seen:
            raise StudyChanged
        last = variation.ply + len(variation.plies)
        if _said(variation, last) or any(variation.ply == last for variation in lines.leaving(line)):
            raise Illegal(Refusal("study-holds"))
        if len(variation.plies) <= 1:
            before = lines.place(lines.parent_line(line), variation.ply)
            variation.delete()
            return before
        variation.plies = variation.plies[:-1]
        variation.version = held.version
        variation.save(update_fields=["plies", "version"])
        return StudyPlace(line, last - 1)


def remove_variation(*, study: UUID, by: UUID, line: int, seen: int, sure: bool = False) -> StudyPlace:
    """Deletes a variation, with those that leave it and all that is said and drawn there.

    Side effects: deletes the rows.

    Args:
        study, by: which study, and who does it. What others have said goes only by the owner's hand.
        line: the number of the variation.
        seen: the version of the study that was seen.
        sure: it was asked whether what is said there may go too.

    Returns:
        The place that it left.

    Raises:
        Illegal: `study-not-yours`; `study-closed`; `study-place`; `study-others-words`; `study-sure` (`comments`) if
            somebody has said something there.
        StudyChanged: it, or what is said there, was changed meanwhile.
    """
    with edited(study, by) as held:
        lines = lines_of(held)
        variation = lines.variations.get(line)
        if variation is None:
            raise Illegal(Refusal("study-place"))
        going = [variation, *lines.leaving(line)]
        said = list(StudyComment.objects.filter(variation__in=going))
        if any(variation.version > seen for variation in going) or any(comment.version > seen for comment in said):
            raise StudyChanged
        owns = held.members.filter(player=by, role=Role.OWNER).exists()
        if not owns and any(comment.author_id != by for comment in said):
            raise Illegal(Refusal("study-others-words"))
        if said and not sure:
            raise Illegal(Refusal("study-sure", {"comments": len(said)}))
        before = lines.place(lines.parent_line(line), variation.ply)
        variation.delete()
        return before


def _said(variation: StudyVariation, ply: int) -> bool:
    return (
        StudyComment.objects.filter(variation=variation, ply=ply).exists()
        or StudyDrawing.objects.filter(variation=variation, ply=ply).exists()
    )
