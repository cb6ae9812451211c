"""Addresses of what players see of moderation, and of the audit, in the namespace `players`."""

from __future__ import annotations

from django.urls import path

from accounts.authentication.banned import open_to_banned
from moderation.pages import appeals, own_reports, penalties, report
from moderation.staff import audit_pages

pages = [
    path("report/", report.report, name="report"),
    path("account/reports/", own_reports.own_reports, name="reports"),
    path("account/standing/", open_to_banned(penalties.standing), name="standing"),
    path("account/standing/<uuid:id>/", open_to_banned(penalties.penalty), name="penalty"),
    path("account/standing/<uuid:id>/read/", penalties.acknowledge, name="acknowledge"),
    path("account/standing/<uuid:id>/appeal/", open_to_banned(appeals.appeal), name="appeal"),
    path("account/standing/<uuid:id>/appeal/write/", open_to_banned(appeals.write), name="appeal-write"),
    path("account/standing/<uuid:id>/appeal/withdraw/", open_to_banned(appeals.withdraw), name="appeal-withdraw"),
    path("conduct/", penalties.conduct, name="conduct"),
    path("moderation/audit/", audit_pages.audit, name="audit"),
    path("moderation/audit/audit.csv", audit_pages.audit_file, name="audit-file"),
]
