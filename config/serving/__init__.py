"""What stands behind `bin/run`: the environment, the keys, the database's state, the server and its end.

`keeper`, `poster`, `preparing`, `restoring`, `server` and `worker` run inside `.venv` and may import Django
and the rest. The other modules run under whatever Python the machine has and import only the standard
library.
"""
