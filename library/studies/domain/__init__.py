"""What people do with studies: make and share them, write, draw and play variations; and permissions."""
