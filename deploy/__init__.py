"""The files of a server, and of a laptop with Windows."""
