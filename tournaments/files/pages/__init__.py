"""The pages of files: download, import, and whether a member is who a file names."""
