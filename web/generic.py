"""Django's classes that its type stubs know as generic, made so at run time too: `ModelForm[Report]` is a base."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import ModelAdmin, TabularInline
from django.contrib.auth.forms import UserChangeForm
from django.core.paginator import Paginator
from django.db.models import Field
from django.forms import ModelForm

__all__ = ["Field", "ModelAdmin", "ModelForm", "Paginator", "TabularInline", "UserChangeForm"]


def _itself(cls: type[Any], _types: object) -> type[Any]:
    return cls


for _one in (Field, ModelAdmin, ModelForm, Paginator, TabularInline, UserChangeForm):
    setattr(_one, "__class_getitem__", classmethod(_itself))  # noqa: B010 (the stubs do not know the name)
