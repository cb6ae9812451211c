"""The editor of set-ups, with drafts and saved ones."""
