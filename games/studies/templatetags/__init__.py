"""Tags for templates of other rooms."""
