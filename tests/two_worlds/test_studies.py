"""A study that is private is there for nobody else: with it and without it every page answers strangers, the game's own
players and the staff with the same bytes. And none tells anything of a game that is not open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import Player
from games.domain import commands, reveal
from games.models import Game, key_of
from games.rules import Seat, Viewer
from library.studies import panels, views
from library.studies.domain import commands as studie_commands
from library.studies.domain import edits
from library.studies.domain.lines import StudyPlace
from library.studies.models import Study
from moderation.cases import reportables
from tests.scenes import play_quietly

from .asking import Ask
from .pages import Answer, Answers, Cast, held_still, logged, rolled_back
from .test_guesses import begun, differing

RED, BLUE = Seat.RED, Seat.BLUE
STUDY = UUID(int=(1 << 64) - 99, version=4)
PLIES = 6


def answers_of(cast: Cast, study: str, *, closed: bool = False, below: str = "/") -> Answers:
    """All that is said of studies and of their game to strangers, to blue, to the staff, and to red of the study.

    Args:
        study: `none` is made; red makes one that is `private`, by `link`, or `public`.
        closed: the game is not open any more.
        below: only addresses that begin so.
    """
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, "studies") as at, logged() as log:
        at(0)
        game = begun(cast)
        play_quietly(game, PLIES)
        commands.resign(game=game, seat=BLUE)
        reveal.reveal_game(game=game)
        if study != "none":
            with held_still(None, "a study"):  # what it draws by lot is drawn from nothing else
                made(cast, game, study)
        if closed:
            Game.objects.filter(id=game).update(revealed=False)
        at(2)
        for name, answer in asked(cast, game, below):
            answers[name] = answer
        answers["log",] = Answer(0, (), "\n".join(log).encode())
    return answers


def made(cast: Cast, game: UUID, visibility: str) -> None:
    """Red's study, with a comment, an arrow and variations."""
    red = Player.objects.get(id=cast.players[RED])
    study = studie_commands.make_study(game=Game.objects.get(id=game), by=red, title="Secret plans", id=STUDY)
    place = StudyPlace(0, 2)
    edits.write_comment(study=study.pk, by=red.pk, place=place, text="Secret words", seen=0)
    edits.draw(study=study.pk, by=red.pk, place=place, colour="red", squares=["a1", "a2"])
    for turn in edits.lines_of(study).legal(place)[:3]:
        edits.play(study=study.pk, by=red.pk, place=place, turn=turn)
    studie_commands.change_settings(
        study=study.pk, by=red.pk, title="Secret plans", visibility=visibility, seen=study.version
    )


def asked(cast: Cast, game: UUID, below: str) -> Iterator[tuple[tuple[str, ...], Answer]]:
    key, study = key_of(game), key_of(STUDY)
    paths = [
        *(reverse(f"studies:{name}", args=[study]) for name in ("study", "export", "settings", "delete", "edit")),
        f"{reverse('studies:study', args=[study])}?link=AAAAAAAAAAAAAAAAAAAAAA&line=1&ply=3",
        reverse("studies:list"),
        f"{reverse('studies:list')}?game={key}",
        f"{reverse('studies:list')}?player=Player red",
        reverse("studies:mine"),
        reverse("studies:begin", args=[key]),
        f"{reverse('games:replay', args=[key])}?ply=2",
        "/players/Player red/",
        "/notices/",
        "/",
        "/games/",
        "/admin/studies/study/",
        "/admin/studies/studycomment/",
        f"/report/?study={STUDY}",
    ]
    asks = [Ask(path, who=who) for path in paths for who in ("viewer", "anybody", "staff")]
    for name, deeds in (
        ("edit", ("comment", "play")),
        ("settings", ("save", "leave")),
        ("answer", ("accept",)),
        ("delete", ("",)),
    ):
        path = reverse(f"studies:{name}", args=[study])
        asks += [Ask(path, who, "POST", {"do": do}) for do in deeds for who in ("viewer", "anybody")]
    for number, ask in enumerate([ask for ask in asks if ask.path.startswith(below)]):
        yield (str(number), ask.who, ask.method, ask.path, str(ask.data)), cast.ask(Viewer.BLUE, ask)


def test_what_is_not_public_is_there_for_nobody_else_and_what_is_public_is_told_where_it_belongs(cast: Cast) -> None:
    none, study = answers_of(cast, "none"), f"/studies/{key_of(STUDY)}/"
    assert changed(none, answers_of(cast, "private")) == set()
    # By its id, which only its readers have seen.
    assert changed(none, answers_of(cast, "link")) == {"/report/"}
    result = changed(none, answers_of(cast, "public"))  # there was something that could have been told
    assert {study, f"{study}study.json", "/studies/", "/players/Player red/", "/report/"} <= result
    assert {"/notices/", "/studies/mine/", "/admin/studies/study/", "/", "/games/"}.isdisjoint(result)


def changed(here: Answers, there: Answers) -> set[str]:
    result = differing(here, there)
    return {name[3].partition("?")[0] for name in result if len(name) > 1} or {name[0] for name in result}


def test_a_study_shows_nothing_once_its_game_is_not_open(cast: Cast) -> None:
    assert changed(answers_of(cast, "none", closed=True), answers_of(cast, "public", closed=True)) == set()


# -- leaks that are planted -----------------------------------------------------------------------


def another_answer(patch: pytest.MonkeyPatch) -> None:
    def told(request: HttpRequest) -> Any:
        match = request.resolver_match
        there = match is not None and Study.objects.filter(key=match.kwargs["key"]).exists()
        return views.refused(request, 403 if there else 404, "It is not open to you.")

    patch.setattr(views, "_no_study", told)


def counted_on_the_replay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(panels, "listed_of_game", lambda game: Study.objects.filter(game=game).count())


def counted_on_the_profile(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(panels, "listed_of_player", lambda player: Study.objects.filter(members__player=player).count())


def read_before_it_is_reported(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reportables, "is_read_by", lambda study, player: True)


LEAKS = [
    (another_answer, "/studies/"),
    (counted_on_the_replay, "/games/"),
    (counted_on_the_profile, "/players/"),
    (read_before_it_is_reported, "/report/"),
]


@pytest.mark.parametrize(("plant", "below"), LEAKS)
def test_a_leak_of_a_private_study_is_found(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], below: str
) -> None:
    plant(monkeypatch)
    assert differing(answers_of(cast, "none", below=below), answers_of(cast, "private", below=below)) != []
