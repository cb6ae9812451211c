"""What answers about the writing of studies look like."""

from __future__ import annotations

from rest_framework import serializers as s

from api.http.answers import Answer
from library.studies.models import Study, StudyMember


class StudyChangedShape(Answer):
    """The study and its version now."""

    study = s.CharField()
    version = s.IntegerField()


class StudyPlacedShape(StudyChangedShape):
    """And where that leads."""

    line = s.IntegerField()
    ply = s.IntegerField()


class StudyMemberShape(Answer):
    """Somebody who takes part in a study, or is invited."""

    name = s.CharField()
    role = s.ChoiceField(choices=StudyMember.Role.values)
    invited = s.BooleanField()
    since = s.DateTimeField()


class StudySettingsShape(StudyChangedShape):
    """What a study is called, who may read it and who writes it. `link` opens it while it is to be read by link."""

    title = s.CharField(allow_blank=True)
    visibility = s.ChoiceField(choices=Study.Visibility.values)
    link = s.CharField()
    members = StudyMemberShape(many=True)
