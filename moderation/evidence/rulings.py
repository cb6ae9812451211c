"""What somebody did as arbiter of events, in the cases of moderators: as everybody may know of these events."""

from __future__ import annotations

from functools import partial

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderation.cases.kinds import CaseKind
from moderation.evidence.parts import Cell, EvidenceRequest, EvidenceTable, Parts, evidence_panel
from tournaments.domain.queries.tournaments import published_fold_of
from tournaments.models import Tournament, TournamentStaff
from tournaments.organizer.calls.words import ABOUTS, answer_text
from tournaments.presentation.names import names_of, put_names

EVENTS = 5
"""So many of the newest events in which the player has a role are looked through."""

LISTED = 60
"""So many of the newest answers to calls are listed."""


@evidence_panel("rulings", gettext_lazy("Rulings in events"), CaseKind.POWERS.value)
def rulings(request: EvidenceRequest) -> Parts | None:
    """How the player answered calls for the arbiter, in the newest events in which the player has a role."""
    if request.about is None:
        return None
    roles = TournamentStaff.objects.filter(player=request.about.pk, tournament__created__lte=request.at)
    roles = roles.exclude(tournament__status=Tournament.Status.DRAFT).select_related("tournament")
    results = []
    for role in roles.order_by("-tournament__created", "-pk")[:EVENTS]:
        fold = published_fold_of(role.tournament_id)
        url = reverse("tournaments:tournament", args=[role.tournament.key])
        for call in fold.calls:
            for answer in call.answers:
                if answer.arbiter != request.about.pk or answer.at > request.at:
                    continue
                words = answer_text(answer, partial(names_of, fold))
                place = _("Round %(round)d, board %(board)d") % {"round": call.round, "board": call.board}
                about = str(ABOUTS.get(call.about, call.about))
                results.append((answer.at, Cell(place, url), Cell(about), words))
    newest = sorted(results, key=lambda result: result[0])[-LISTED:]
    if not newest:
        return None
    named = put_names("\n".join(words for *_cells, words in newest)).split("\n")
    rows = tuple(
        (Cell(date_format(localtime(at), "j F Y, H:i")), where, about, Cell(mark_safe(words)))  # noqa: S308  # escaped
        for (at, where, about, _words), words in zip(newest, named, strict=True)
    )
    head = (_("When"), _("Where"), _("Called because"), _("What"))
    caption = _("Answers to calls in the newest events in which this player has a role")
    return Parts(tables=[EvidenceTable("evidence-rulings", caption, head, rows)])
