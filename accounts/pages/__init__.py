"""The pages of an account: preferences, blocks, reports, deleting."""
