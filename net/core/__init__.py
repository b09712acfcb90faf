"""Protocol cores without I/O: bytes and time come in, events go out."""
