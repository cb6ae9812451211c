"""What people do with set-ups before a game has them: draft, undo, save under a name. Nothing here is in the log.

The caller checks who may act for a player. A form is as in `games.domain.placement`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from eventlog.statements import Statement
from games.domain.placement import empty
from games.rules import variant
from play.setups.models import NAME_LENGTH, Draft, SavedSetup
from web.words import clean_line

HISTORY = 100
"""How many steps can be undone."""

SAVED = 50
"""How many set-ups a player may save for one rule book."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a set-up is made: by whom, for which rule book, and for which game if for one. Where it is not `kept`, no
    draft stays here: who holds the link of a player may be somebody else."""

    player: UUID
    variant: str
    game: UUID | None = None
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Work:
    """A draft as it stands.

    Args:
        form: the set-up so far.
        version: how often it has changed; 0 if nothing has been kept yet.
        undoable: there is an earlier one to go back to.
    """

    form: str = field(repr=False)
    version: int
    undoable: bool


class Stale(Exception):
    """The draft was changed elsewhere, in another window; nothing was written. `work` is how it stands."""

    def __init__(self, work: Work) -> None:
        super().__init__("the draft was changed elsewhere")
        self.work = work


class SavedStale(Exception):
    """A saved set-up was changed elsewhere; nothing was written. `version` is the one that it has now."""

    def __init__(self, version: int) -> None:
        super().__init__("the saved set-up was changed elsewhere")
        self.version = version


class NameRefused(ValueError):
    """A name cannot be given. `code` is `none`, `long`, `taken` or `many`; `taken` has the one that bears it."""

    def __init__(self, code: str, saved: SavedSetup | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.saved = saved


# -- drafts ---------------------------------------------------------------------------------------


def draft_of(desk: Desk) -> Work:
    """The draft on a desk; an empty one if nothing has been kept."""
    draft = _rows(desk).first() if desk.kept else None
    return Work(empty(variant(desk.variant)), 0, False) if draft is None else _work(draft)


def keep(desk: Desk, *, form: str, expected: int) -> Work:
    """Keeps a draft; the one before can be had back by `undo`. Side effects: writes the row of the desk.

    Args:
        form: the whole set-up.
        expected: the version that the editor began from.

    Raises:
        Stale: the draft has another version by now and is not the same.
    """
    if not desk.kept:
        return Work(form, expected + 1, False)
    with transaction.atomic():
        draft = _locked(desk)
        if draft.form == form:
            return _work(draft)
        if draft.version != expected:
            raise Stale(_work(draft))
        draft.history = [*draft.history, draft.form][-HISTORY:]
        return _changed(draft, form)


def undo(desk: Desk, *, expected: int) -> Work:
    """Takes back the last change, if there is one. Raises `Stale` as `keep`."""
    with transaction.atomic():
        draft = _locked(desk)
        if draft.version != expected:
            raise Stale(_work(draft))
        if not draft.history:
            return _work(draft)
        return _changed(draft, draft.history.pop())


def drafts_of(player: UUID) -> list[Draft]:
    """What a player has on all desks, without what lies there: those of games, then the workshops. There are no more
    than games that wait for a set-up, and rule books.
    """
    drafts = Draft.objects.filter(player_id=player).defer("form", "history")
    return list(drafts.order_by("game", "variant"))


def erase_draft(desk: Desk) -> None:
    """Erases the draft on a desk, once the set-up is made."""
    _rows(desk).delete()


def erasing_drafts_of_game(game: UUID) -> Statement:
    """What erases all drafts for a game, as it begins or is off."""
    return Statement("setups_draft", b"DELETE FROM setups_draft WHERE game = %b", [(game,)])


def _rows(desk: Desk) -> QuerySet[Draft]:
    return Draft.objects.filter(player_id=desk.player, game=desk.game, variant=desk.variant)


def _locked(desk: Desk) -> Draft:
    """The row of a desk, made if there is none, which nobody else may change until the transaction ends."""
    first = Draft(
        player_id=desk.player, game=desk.game, variant=desk.variant, form=empty(variant(desk.variant)), version=0
    )
    Draft.objects.bulk_create([first], ignore_conflicts=True)
    return _rows(desk).select_for_update().get()


def _changed(draft: Draft, form: str) -> Work:
    draft.form = form
    draft.version += 1
    draft.save(update_fields=["form", "history", "version"])
    return _work(draft)


def _work(draft: Draft) -> Work:
    return Work(draft.form, draft.version, bool(draft.history))


# -- saved ones -----------------------------------------------------------------------------------


def saved_setups(player: UUID, slug: str = "") -> QuerySet[SavedSetup]:
    """What a player has saved, by name; of one rule book or of all."""
    setups = SavedSetup.objects.filter(player_id=player)
    return setups.filter(variant=slug) if slug else setups


def saved_setup(player: UUID, id: UUID) -> SavedSetup | None:
    """One of a player's own saved set-ups; None if it is nobody's or another player's."""
    return SavedSetup.objects.filter(player_id=player, id=id).first()


def save(*, player: UUID, slug: str, name: str, form: str, over: UUID | None = None) -> SavedSetup:
    """Saves a set-up under a name.

    Args:
        player: whose it is.
        slug: of the rule book.
        name: what the player calls it.
        form: as in `games.domain.placement`.
        over: the saved set-up that is to be overwritten, which keeps its name.

    Raises:
        NameRefused: the name is missing, too long or taken, or there are too many.
    """
    if over is not None:
        changed = SavedSetup.objects.filter(player_id=player, variant=slug, id=over).update(
            form=form, version=F("version") + 1
        )
        setup = saved_setup(player, over)
        if changed and setup is not None:
            return setup
    name = _checked(name)
    if saved_setups(player, slug).count() >= SAVED:
        raise NameRefused("many")
    made = SavedSetup(player_id=player, variant=slug, name=name, form=form)
    _insert_or_refuse(made)
    return made


def rename_saved(*, saved: SavedSetup, name: str) -> SavedSetup:
    """Gives a saved set-up another name. Raises `NameRefused` as `save`."""
    saved.name = _checked(name)
    saved.version += 1
    _insert_or_refuse(saved)
    return saved


def change_saved(*, player: UUID, id: UUID, name: str, form: str, expected: int | None) -> SavedSetup | None:
    """Gives a player's own saved set-up a name and other squares.

    Args:
        player, id: whose it is, and which.
        name: what the player calls it from now on.
        form: as in `games.domain.placement`.
        expected: the version that was seen; None whatever it is.

    Returns:
        It as it is now; None if the player has no such set-up.

    Raises:
        SavedStale: it has another version by now.
        NameRefused: as `save`.
    """
    with transaction.atomic():
        saved = SavedSetup.objects.select_for_update().filter(player_id=player, id=id).first()
        if saved is None:
            return None
        if expected not in (None, saved.version):
            raise SavedStale(saved.version)
        saved.form = form
        return rename_saved(saved=saved, name=name)


def delete_saved(*, player: UUID, id: UUID) -> None:
    """Deletes a player's own saved set-up; it is no error if it is gone."""
    SavedSetup.objects.filter(player_id=player, id=id).delete()


def _checked(name: str) -> str:
    name = clean_line(name)
    if not name:
        raise NameRefused("none")
    if len(name) > NAME_LENGTH:
        raise NameRefused("long")
    return name


def _insert_or_refuse(saved: SavedSetup) -> None:
    try:
        with transaction.atomic():
            saved.save()
    except IntegrityError:
        same = saved_setups(saved.player_id, saved.variant).filter(name__iexact=saved.name)
        raise NameRefused("taken", same.exclude(id=saved.id).first()) from None
