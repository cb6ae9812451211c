"""Studies as programs write them: what the pages do, with the same refusals."""

from __future__ import annotations

import pytest
from django.http import HttpResponse

from accounts.models import Penalty
from library.studies.domain.lines import StudyPlace
from library.studies.models import Study
from tests.accounts.conduct.penalties import impose
from tests.api.asking import Program, code_of
from tests.api.test_schema import fits
from tests.library.studies.studied import another, open_game
from tests.scenes import account, game_in_play

pytestmark = pytest.mark.django_db


def test_a_study_is_written_shown_and_handed_on() -> None:
    ada, bob = account("Ada"), account("Bob")
    mine, his, game = Program(ada), Program(bob), open_game()
    made = mine.post("studies/", {"game": game.key, "title": "Plans"})
    assert (made.status_code, fits("studies/", made, "post")) == (201, [])
    study, any_version = Study.objects.get(), {"If-Match": "*"}
    path = f"studies/{study.key}/"

    def put(below: str, body: object, headers: dict[str, str] | None = None, who: Program = mine) -> HttpResponse:
        return who.post(path + below, body, headers or any_version, "PUT")

    assert code_of(his.get(path)) == (404, "not-found")
    said = put("comments/", {"ply": 2, "text": "A trap"}, {"If-Match": mine.get(path)["ETag"]})
    assert (said.json(), fits("studies/{key}/comments/", said, "put")) == ({"study": study.key, "version": 1}, [])
    late = put("comments/", {"ply": 2, "text": "No trap"}, {"If-Match": '"0"'})
    assert (code_of(late), late["ETag"]) == ((412, "moved-on"), '"1"')
    assert put("comments/", {"ply": 3, "text": "Elsewhere"}, {"If-Match": '"0"'}).status_code == 200
    mine.post(path + "drawings/", {"ply": 2, "colour": "red", "squares": ["a3", "a4"]})
    mine.post(path + "drawings/", {"ply": 2, "colour": "blue", "squares": ["b3"]})
    mine.post(path + "drawings/rub-out/", {"ply": 2, "shape": 0}, any_version)
    turn = another(study, StudyPlace(0, 2))
    played = mine.post(path + "turns/", {"ply": 2, "turn": turn})
    assert (played.json()["line"], played.json()["ply"]) == (1, 3)
    assert fits("studies/{key}/turns/", played, "post") == []
    value = mine.get(path).json()
    assert [(item["ply"], item["author"], item["text"]) for item in value["comments"]] == [
        (2, "Ada", "A trap"),
        (3, "Ada", "Elsewhere"),
    ]
    assert [item["shapes"] for item in value["drawings"]] == [[{"colour": "blue", "squares": ["b3"]}]]
    assert [(item["leaves"], item["after"], item["plies"]) for item in value["variations"]] == [(0, 2, [[turn]])]
    back = mine.post(path + "variations/1/", {"act": "take-back"}, any_version)
    assert (back.json()["line"], back.json()["ply"], mine.get(path).json()["variations"]) == (0, 2, [])
    assert put("members/bob/", {"role": "reader"}).status_code == 200
    assert his.post(path + "membership/", {"act": "accept"}).json() == {"done": True}
    assert code_of(put("comments/", {"ply": 1, "text": "Me too"}, who=his)) == (403, "study-not-yours")
    put("members/Bob/", {"role": "author"})
    assert put("comments/", {"ply": 1, "text": "Me too"}, who=his).status_code == 200
    other = next(item["id"] for item in his.get(path).json()["comments"] if item["author"] == "Bob")
    assert mine.post(f"{path}comments/{other}/", None, any_version, "DELETE").status_code == 200
    before = mine.get(path + "settings/")
    assert fits("studies/{key}/settings/", before) == []
    assert code_of(his.get(path + "settings/")) == (403, "study-not-yours")
    put("settings/", {"visibility": "link"})
    mine.post(path + "settings/link/")
    link = mine.get(path + "settings/").json()["link"]
    assert link != before.json()["link"]
    assert Program().get(path, link=link).json()["title"] == "Plans"
    assert Program().get(path, link=link)["ETag"].count("-") == 0  # how often it was changed is told who writes it
    eve, by_key = Program(account("Eve")), {"kind": "study", "target": study.key}
    assert code_of(eve.get("reports/thing/", **by_key)) == (404, "not-found")  # the key alone tells nobody whose it is
    assert eve.get("reports/thing/", **by_key | {"target": f"{study.key}?link={link}"}).json()["about"] == "Ada"
    result = [{"kind": "study", "target": study.key}, {"kind": "comment", "target": own_words(mine, path)}]
    assert [his.post("reports/", item | {"why": "spam"}).status_code for item in result] == [201, 201]
    assert code_of(eve.post("reports/", result[0] | {"target": "none", "why": "spam"}))[0] == 404
    impose(ada.player.id, Penalty.Kind.NO_TALK)
    barred = [put("comments/", {"ply": 4, "text": "x"}), put("settings/", {"visibility": "public"})]
    barred.append(put("members/Carla/", {"role": "reader"}))
    account("Carla")
    barred.append(put("members/Carla/", {"role": "reader"}))
    assert [code_of(item) for item in barred] == [
        (403, "barred-no-talk"),
        (403, "barred-no-talk"),
        (422, "study-nobody"),
        (403, "barred-no-talk"),
    ]
    assert his.post(path + "membership/", {"act": "leave"}).json() == {"done": True}
    assert code_of(his.post(path, method="DELETE")) == (404, "not-found")
    assert mine.post(path, method="DELETE").json() == {"done": True}
    assert not Study.objects.exists()


def own_words(program: Program, path: str) -> str:
    """The id of something that Ada has said in a study."""
    return next(str(item["id"]) for item in program.get(path).json()["comments"] if item["author"] == "Ada")


def test_a_game_that_is_not_open_has_no_study() -> None:
    mine = Program(account("Ada"))
    assert code_of(mine.post("studies/", {"game": game_in_play().key})) == (403, "study-sealed")
    assert code_of(mine.post("studies/", {"game": "none"})) == (404, "not-found")
