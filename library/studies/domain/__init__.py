"""What people do with studies: make and share them, write, draw and play variations; and who may see what of it."""
