"""Addresses of the moderators' pages, and of the figures that everybody may read."""

from __future__ import annotations

from django.urls import path

from moderation.staff import appeal_pages, pages

app_name = "moderation"

urlpatterns = [
    path("moderation/", pages.queue, name="queue"),
    path("moderation/next/", pages.take_next, name="next"),
    path("moderation/figures/", pages.figures, name="figures"),
    path("moderation/appeals/", appeal_pages.appeals, name="appeals"),
    path("moderation/appeals/<uuid:penalty>/", appeal_pages.appeal, name="appeal"),
    path("moderation/appeals/<uuid:penalty>/claim/", appeal_pages.claim, name="appeal-claim"),
    path("moderation/appeals/<uuid:penalty>/open/", appeal_pages.open_words, name="appeal-open"),
    path("moderation/appeals/<uuid:penalty>/release/", appeal_pages.release, name="appeal-release"),
    path("moderation/appeals/<uuid:penalty>/answer/", appeal_pages.answer, name="appeal-answer"),
    path("moderation/appeals/<uuid:penalty>/decide/", appeal_pages.decide, name="appeal-decide"),
    path("moderation/cases/<uuid:case>/", pages.case, name="case"),
    path("moderation/open/", pages.begin, name="open"),
    path("moderation/cases/<uuid:case>/note/", pages.note, name="note"),
    path("moderation/cases/<uuid:case>/claim/", pages.claim, name="claim"),
    path("moderation/cases/<uuid:case>/release/", pages.release, name="release"),
    path("moderation/cases/<uuid:case>/look/", pages.look, name="look"),
    path("moderation/cases/<uuid:case>/merge/", pages.merge, name="merge"),
    path("moderation/cases/<uuid:case>/decide/", pages.decide, name="decide"),
]
