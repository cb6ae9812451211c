"""Comments, arrows and variations: what is kept, what is refused, and who has to look again."""

from __future__ import annotations

import pytest

from accounts.models import Account
from games.models import Game
from games.rules import Illegal, Viewer
from library.studies.domain import commands, edits
from library.studies.domain.edits import StudyChanged
from library.studies.domain.lines import StudyPlace
from library.studies.models import Study, StudyComment, StudyDrawing, StudyVariation
from library.studies.words import study_refusal
from tests.scenes import account, game_of

from .studied import a_study, joins, lines, vary

pytestmark = pytest.mark.django_db

START = StudyPlace(0, 3)


def code_of(error: pytest.ExceptionInfo[Illegal]) -> str:
    return error.value.refusal.code


def say(study: Study, who: Account, text: str, *, place: StudyPlace = START, seen: int = 10**6) -> None:
    edits.write_comment(study=study.pk, by=who.player.pk, place=place, text=text, seen=seen)


def said(study: Study) -> list[tuple[str, int, str]]:
    comments = StudyComment.objects.filter(study=study).order_by("ply", "author__name")
    return [(comment.author.name, comment.ply, comment.text) for comment in comments]


def draw(study: Study, who: Account, colour: str, *squares: str) -> None:
    edits.draw(study=study.pk, by=who.player.pk, place=START, colour=colour, squares=squares)


def drawn(study: Study) -> list[list[str]]:
    return [shape for drawing in StudyDrawing.objects.filter(study=study) for shape in drawing.shapes]


# -- comments -------------------------------------------------------------------------------------


def test_each_author_has_one_comment_at_a_place(study: Study, ada: Account) -> None:
    bob = joins(study, "Bob")
    say(study, ada, "A trap.")
    say(study, bob, "No trap.")
    say(study, ada, "A better trap.")
    assert said(study) == [("Ada", 3, "A better trap."), ("Bob", 3, "No trap.")]
    say(study, ada, "One.\r\n\r\nTwo\u202e.\x07 ")
    assert said(study)[0] == ("Ada", 3, "One.\n\nTwo .")
    say(study, ada, " \n ")
    assert said(study) == [("Bob", 3, "No trap.")]


def test_a_comment_has_bounds(study: Study, ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Illegal) as error:
        say(study, ada, "x" * 2001)
    assert (error.value.refusal.code, error.value.refusal.params) == (
        "study-comment-long",
        {"most": 2000, "length": 2001},
    )
    monkeypatch.setattr(edits, "MOST_COMMENTS", 1)
    say(study, ada, "x" * 2000)
    with pytest.raises(Illegal) as error:
        say(study, ada, "More.", place=StudyPlace(0, 4))
    assert code_of(error) == "study-comments"
    say(study, ada, "One can still be changed.")


def test_who_has_seen_an_older_comment_looks_again(study: Study, ada: Account) -> None:
    """Only of the very same: another author and another ply stand in nobody's way."""
    bob = joins(study, "Bob")
    seen = Study.objects.get(pk=study.pk).version
    say(study, ada, "First window.", seen=seen)
    say(study, bob, "Bob, at the same ply.", seen=seen)
    say(study, ada, "At another ply.", place=StudyPlace(0, 4), seen=seen)
    with pytest.raises(StudyChanged):
        say(study, ada, "Second window.", seen=seen)
    assert [text for name, _ply, text in said(study) if name == "Ada"] == ["First window.", "At another ply."]
    say(study, ada, "Second window.", seen=Study.objects.get(pk=study.pk).version)


def test_readers_and_strangers_write_nothing(study: Study, ada: Account) -> None:
    reader, invited = joins(study, "Rita", "reader"), joins(study, "Ivan", accepted=False)
    for who in (reader, invited, account("Eve")):
        for edit in (
            lambda who=who: say(study, who, "Mine."),
            lambda who=who: draw(study, who, "red", "a1"),
            lambda who=who: vary(study, who, START),
            lambda who=who: edits.rub_out(study=study.pk, by=who.player.pk, place=START, shape=None, seen=0),
        ):
            with pytest.raises(Illegal) as error:
                edit()
            assert study_refusal(error.value.refusal) == (
                "Only the owner and the authors of this study may write in it. Nothing was changed."
            )
    assert (said(study), drawn(study), StudyVariation.objects.count()) == ([], [], 0)


def test_a_hidden_comment_stays_hidden_whatever_its_author_does(study: Study, ada: Account) -> None:
    say(study, ada, "Rude.")
    StudyComment.objects.update(hidden=True)
    say(study, ada, "")
    say(study, ada, "Rude again.")
    assert list(StudyComment.objects.values_list("text", "hidden")) == [("Rude again.", True)]
    edits.remove_comment(study=study.pk, by=ada.player.pk, comment=StudyComment.objects.get().pk, seen=10**6)
    say(study, ada, "The same again.")
    assert StudyComment.objects.get().hidden


def test_the_owner_deletes_what_others_say_and_nobody_else_does(study: Study, ada: Account) -> None:
    bob = joins(study, "Bob")
    say(study, bob, "Advertising.")
    say(study, ada, "My own.")
    comment, own = StudyComment.objects.get(author=bob.player), StudyComment.objects.get(author=ada.player)
    with pytest.raises(Illegal) as error:
        edits.remove_comment(study=study.pk, by=bob.player.pk, comment=own.pk, seen=10**6)
    assert code_of(error) == "study-not-yours"
    assert study_refusal(error.value.refusal) == "Only the owner of this study may do that. Nothing was changed."
    with pytest.raises(StudyChanged):
        edits.remove_comment(study=study.pk, by=ada.player.pk, comment=comment.pk, seen=comment.version - 1)
    edits.remove_comment(study=study.pk, by=ada.player.pk, comment=comment.pk, seen=comment.version)
    assert said(study) == [("Ada", 3, "My own.")]


# -- arrows and marks -----------------------------------------------------------------------------


def test_arrows_and_marks(study: Study, ada: Account) -> None:
    """Another colour takes the place of one; the very same once more takes it away."""
    draw(study, ada, "green", "a1", "b3")
    draw(study, ada, "red", "c4", "c4")
    assert drawn(study) == [["green", "a1", "b3"], ["red", "c4"]]
    draw(study, ada, "blue", "a1", "b3")
    assert drawn(study) == [["red", "c4"], ["blue", "a1", "b3"]]
    draw(study, ada, "red", "c4")
    draw(study, ada, "blue", "a1", "b3")
    assert StudyDrawing.objects.count() == 0


@pytest.mark.parametrize(
    ("colour", "squares", "code"),
    [("pink", ["a1"], "study-colour"), ("red", ["z9"], "study-square"), ("red", ["a1", "<b>"], "study-square")],
)
def test_what_cannot_be_drawn(study: Study, ada: Account, colour: str, squares: list[str], code: str) -> None:
    with pytest.raises(Illegal) as error:
        draw(study, ada, colour, *squares)
    assert code_of(error) == code


def test_drawings_have_bounds(study: Study, ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edits, "MOST_SHAPES", 2)
    monkeypatch.setattr(edits, "MOST_DRAWINGS", 1)
    draw(study, ada, "red", "a1")
    draw(study, ada, "red", "a2")
    with pytest.raises(Illegal) as error:
        draw(study, ada, "red", "a3")
    assert code_of(error) == "study-shapes"
    with pytest.raises(Illegal) as error:
        edits.draw(study=study.pk, by=ada.player.pk, place=StudyPlace(0, 5), colour="red", squares=["a1"])
    assert code_of(error) == "study-drawings"


# -- variations -----------------------------------------------------------------------------------


def kept(study: Study) -> list[tuple[int, int | None, int, int]]:
    variations = StudyVariation.objects.filter(study=study)
    return [
        (variation.number, variation.parent and variation.parent.number, variation.ply, len(variation.plies))
        for variation in variations
    ]


def test_a_variation_leaves_the_game_and_goes_on(study: Study, ada: Account) -> None:
    first = vary(study, ada, START)
    assert first == StudyPlace(1, 4)
    second = vary(study, ada, first)
    assert (second, kept(study)) == (StudyPlace(1, 5), [(1, None, 3, 2)])
    assert lines(study).view(second).ply == 5


def test_the_rules_judge_each_turn(study: Study, ada: Account) -> None:
    for turn in ("a1-a9", "nonsense", "", "a1-a2!FM"):
        with pytest.raises(Illegal) as error:
            edits.play(study=study.pk, by=ada.player.pk, place=START, turn=turn)
        assert not code_of(error).startswith("study-")
    assert kept(study) == []


def test_variations_have_bounds(study: Study, ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edits, "MOST_PLIES", 2)
    monkeypatch.setattr(edits, "MOST_VARIATIONS", 1)
    end = vary(study, ada, vary(study, ada, START))
    with pytest.raises(Illegal) as error:
        vary(study, ada, end)
    assert code_of(error) == "study-plies"
    with pytest.raises(Illegal) as error:
        vary(study, ada, StudyPlace(0, 5))
    assert code_of(error) == "study-variations"


def test_the_last_ply_is_taken_back(study: Study, ada: Account) -> None:
    end = vary(study, ada, vary(study, ada, START))
    back = {"study": study.pk, "by": ada.player.pk, "line": 1}
    seen = Study.objects.get(pk=study.pk).version
    with pytest.raises(StudyChanged):
        edits.take_back(**back, seen=seen - 1)
    say(study, ada, "Held.", place=end)
    with pytest.raises(Illegal) as error:
        edits.take_back(**back, seen=seen)
    assert code_of(error) == "study-holds"
    say(study, ada, "", place=end)
    assert edits.take_back(**back, seen=seen) == StudyPlace(1, 4)
    assert edits.take_back(**back, seen=10**6) == START
    assert kept(study) == []


def test_a_variation_goes_with_all_that_hangs_on_it(study: Study, ada: Account) -> None:
    bob = joins(study, "Bob")
    end = vary(study, ada, vary(study, ada, START))
    inner = vary(study, ada, StudyPlace(1, 4))
    say(study, bob, "Mine.", place=inner)
    remove = {"study": study.pk, "line": 1, "seen": 10**6}
    with pytest.raises(Illegal) as error:
        edits.remove_variation(**remove, by=ada.player.pk)
    assert (code_of(error), error.value.refusal.params) == ("study-sure", {"comments": 1})
    say(study, ada, "Ada's.", place=end)
    with pytest.raises(Illegal) as error:
        edits.remove_variation(**remove, by=bob.player.pk, sure=True)
    assert code_of(error) == "study-others-words"
    assert edits.remove_variation(**remove, by=ada.player.pk, sure=True) == START
    assert (kept(study), said(study)) == ([], [])
    vary(study, ada, START)
    assert list(study.variations.values_list("number", flat=True)) == [3]  # 1 and 2 were others


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["campaign", "cards", "alliance", "ultimate_lightning"])
def test_every_kind_of_turn_is_played_and_read_again(ada: Account, slug: str) -> None:
    """Choices belong to their ply, shuffles keep their order, and a page plays all of it again the same."""
    study = a_study(ada, game_of(slug, plies=25))
    place = StudyPlace(0, max(0, min(20, lines(study).last(0) - 2)))
    for _submission in range(12):
        legal = lines(study).legal(place)
        if not legal:
            break
        # The last of the list is a choice or a part, where there are any.
        place = edits.play(study=study.pk, by=ada.player.pk, place=place, turn=legal[-1])
    result = lines(study)
    assert result.has(place)
    assert result.view(place).viewer is Viewer.ALL
    for number, variation in result.variations.items():
        branch = result.branch(number)
        assert not branch.broken
        assert [list(branch.submissions(ply)) for ply in range(branch.first + 1, branch.last + 1)] == variation.plies


def test_a_line_that_the_rules_refuse_ends_where_they_do(study: Study, ada: Account) -> None:
    vary(study, ada, vary(study, ada, START))
    row = StudyVariation.objects.get()
    row.plies = [row.plies[0], ["a1-a9"]]
    row.save()
    result = lines(study)
    assert (result.branch(1).broken, result.last(1)) == (True, 4)
    row.plies = [["a1-a9"]]
    row.save()
    assert lines(study).place(1, 4) == START


def test_nothing_is_edited_while_the_game_is_not_open(study: Study, ada: Account) -> None:
    vary(study, ada, START)
    Game.objects.update(revealed=False)
    with pytest.raises(Illegal) as error:
        say(study, ada, "Late.")
    assert code_of(error) == "study-closed"
    commands.delete_study(study=study.pk, by=ada.player.pk)
