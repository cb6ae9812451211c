"""Studies for tests, made through the real commands."""

from __future__ import annotations

from accounts.models import Account
from games.models import Game
from library.studies.domain import commands, edits
from library.studies.domain.lines import StudyLines, StudyPlace
from library.studies.models import Study, StudyMember
from tests.scenes import account, game_over

PLIES = 12


def open_game(**values: object) -> Game:
    """A game of duel that is open: red gave it up after some plies."""
    return game_over(**({"slug": "duel", "plies": PLIES, "names": ("Grace", "Linus")} | values))


def a_study(owner: Account, game: Game | None = None, *, visibility: str = "private", title: str = "Plans") -> Study:
    made = commands.make_study(game=game or open_game(), by=owner.player, title=title)
    if visibility != "private":
        commands.change_settings(
            study=made.pk, by=owner.player.pk, title=title, visibility=visibility, seen=made.version
        )
    return Study.objects.get(pk=made.pk)


def joins(study: Study, name: str, role: str = "author", *, accepted: bool = True) -> Account:
    who = Account.objects.filter(username=name.lower()).first() or account(name)
    owner = study.members.select_related("player__account").get(role=StudyMember.Role.OWNER).player
    commands.invite(study=study.pk, by=owner, player=who.player, role=role)
    if accepted:
        commands.answer(study=study.pk, player=who.player, accepted=True)
    return who


def lines(study: Study) -> StudyLines:
    return StudyLines(study, Game.objects.get(id=study.game))


def another(study: Study, place: StudyPlace, *, leave_out: tuple[str, ...] = ()) -> str:
    result = lines(study)
    played = {*leave_out, *(result.submissions(place.line, place.ply + 1)[:1])}
    return next(turn for turn in result.legal(place) if turn not in played)


def vary(study: Study, by: Account, place: StudyPlace) -> StudyPlace:
    """Plays a turn that was not played, and says where that leads."""
    return edits.play(study=study.pk, by=by.player.pk, place=place, turn=another(study, place))
