"""What is written in an event is sealed for moderators while it may tell a rank; and rulings as evidence."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import Player
from games.domain import commands
from games.rules import Seat
from moderation.cases.intake import open_case
from moderation.cases.redaction import is_sealed, open_sealed
from moderation.evidence.panels import panels_of
from tests.moderation.cases.courts import case_of
from tests.moderation.staff.people import moderator
from tests.tournaments.organizer.calls.boards import a_table
from tournaments.domain.commands import arbitration
from tournaments.models import Letter, Text

pytestmark = pytest.mark.django_db


def test_notes_of_players_and_letters_of_who_looked_are_sealed_until_the_game_is_open() -> None:
    table, mona = a_table(), moderator()
    note = Text.objects.create(tournament=table.tournament, by=table.red, salt=b"", text="my Spy is gone").pk
    written = {"tournament": table.tournament, "number": 1, "by": table.owner, "audience": "all", "to": [table.red]}
    letter = Letter.objects.create(**written, text="Red has a Spy.", written=timezone.now()).pk
    assert (is_sealed("note", note), is_sealed("letter", letter)) == (True, False)
    call = arbitration.call_arbiter(**table.where, by=table.red, about="rules")
    arbitration.look(tournament=table.tournament, call=call, by=table.owner)
    assert is_sealed("letter", letter)

    open_sealed("note", note, mona.player)
    open_sealed("letter", letter, mona.player)
    opened = [(act.why, act.target) for act in table.now.acts if act.kind == "opened"]
    assert opened == [("note", note), ("letter", letter)]

    where = {"tournament": table.tournament, "call": call, "by": table.owner}
    arbitration.give_time(**where, entry=table.leg.red, seconds=60, text="For the look.")
    case = case_of(open_case(kind="powers", about=table.owner, source="moderator"))
    result = {panel.slug: panel.context["parts"] for panel in panels_of(case, mona.player)}
    name = Player.objects.get(pk=table.red).name
    assert [[cell.text for cell in row[1:]] for row in result["rulings"].tables[0].rows] == [
        ["Round 1, board 1", "A question about the rules", words]
        for words in ("The arbiter looked at both sides of the game.", f"The arbiter gave {name} 1 minute more.")
    ]

    arbitration.close_call(**where)
    commands.resign(game=table.game, seat=Seat.RED)
    assert (is_sealed("note", note), is_sealed("letter", letter)) == (False, False)
