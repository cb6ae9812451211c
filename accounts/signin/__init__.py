"""Signing up and in: what is ours about django-allauth."""
