"""Notices to open pages that something has changed."""
