"""My data: the zip of all that the service has of a person, made for who asks for it."""
