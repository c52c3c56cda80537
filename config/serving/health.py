"""Asks whether the server of this machine is well, for a container: `python -m config.serving.health PORT`.

It asks under the first name in `TALON_HOSTS`, since the server knows no other.
"""

import os
import sys
from http.client import HTTPConnection, HTTPException

_TIMEOUT = 4.0  # seconds


def _main(port: int) -> int:
    host = os.environ["TALON_HOSTS"].partition(",")[0].strip()
    connection = HTTPConnection("127.0.0.1", port, timeout=_TIMEOUT)
    try:
        connection.request("GET", "/health/", headers={"Host": host})
        answer = connection.getresponse()
        print(answer.read().decode().strip())
    except (OSError, HTTPException) as silence:
        print(f"no answer: {silence}")
        return 1
    finally:
        connection.close()
    return 0 if answer.status == 200 else 1


if __name__ == "__main__":
    sys.exit(_main(int(sys.argv[1])))
