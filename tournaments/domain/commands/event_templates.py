"""Templates: events that somebody keeps under a name of their own, to begin others like them.

A template names the event and holds nothing of it, so it is what the event is. Nobody else sees it.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from accounts.models import Player
from tournaments.domain.drafts import refuse
from tournaments.models import EventTemplate
from web.words import clean_line

MOST_TEMPLATES = 50


def keep_template(*, owner: UUID, tournament: UUID, name: str) -> EventTemplate:
    """Keeps an event under a name.

    Args:
        owner: whose template it is.
        tournament: one that the owner may see, which is for the caller to check.
        name: how the owner calls it.

    Raises:
        Illegal: `template-unnamed`; `template-there`: the owner has one of this name; `too-many-templates` (`most`).
    """
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(id=owner)  # two forms at once wait here for each other
        line = _free_name(owner, name)
        if EventTemplate.objects.filter(owner=owner).count() >= MOST_TEMPLATES:
            raise refuse("too-many-templates", most=MOST_TEMPLATES)
        return EventTemplate.objects.create(owner=owner, tournament=tournament, name=line)


def rename_template(*, owner: UUID, template: UUID, name: str) -> None:
    """Gives a template another name; nothing happens if it is not the owner's, or is gone.

    Args:
        owner: who acts.
        template: its id.
        name: the new one.

    Raises:
        Illegal: `template-unnamed`; `template-there`.
    """
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(id=owner)
        line = _free_name(owner, name, template)
        EventTemplate.objects.filter(owner=owner, id=template).update(name=line)


def delete_template(*, owner: UUID, template: UUID) -> None:
    """Deletes a template of an owner. The event stays."""
    EventTemplate.objects.filter(owner=owner, id=template).delete()


def _free_name(owner: UUID, name: str, template: UUID | None = None) -> str:
    """The name on one line, unless another template of the owner has it."""
    line = clean_line(name)
    if not line:
        raise refuse("template-unnamed", field="name")
    there = EventTemplate.objects.filter(owner=owner, name=line).values_list("id", flat=True).first()
    if there not in (None, template):
        raise refuse("template-there", field="name")
    return line
