"""The launcher behind `bin/run`: it prepares the environment and the database, and runs the server.

`bodies`, `bridge`, `keeper`, `loading`, `poster`, `preparing`, `privacy`, `restoring`, `server` and `worker`
run inside `.venv` and may import Django and the rest. The other modules run under whatever Python the machine
has and import only the standard library.
"""
