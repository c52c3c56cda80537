"""PostgreSQL and Redis of this machine, and a place of our own in each.

Two runs at once must not meet: the databases carry a name of this run, the Redis number is claimed in Redis.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import redis
from psycopg import sql

POSTGRESQL = os.environ.get("TALON_TEST_POSTGRESQL", "postgresql://postgres@127.0.0.1:5432")
REDIS = os.environ.get("TALON_TEST_REDIS", "redis://127.0.0.1:6379")
NUMBERS = range(1, 16)  # 0 holds the claims
CLAIM_SECONDS = 2 * 60 * 60


class NoServer(Exception):
    """The words say which and why."""


@contextmanager
def own_places() -> Iterator[dict[str, str]]:
    """The environment that points the product at a database and a cache of this run alone."""
    with own_database() as database_url, own_number() as cache_url:
        yield {"TALON_DATABASE_URL": database_url, "TALON_CACHE_URL": cache_url}


@contextmanager
def own_database() -> Iterator[str]:
    """A name nobody else has. Django makes `test_<name>…` databases; what it leaves is dropped here."""
    name = f"talon_{secrets.token_hex(6)}"
    connect().close()
    try:
        yield f"{POSTGRESQL}/{name}"
    finally:
        drop_databases(f"test_{name}%")


def connect() -> psycopg.Connection:
    try:
        return psycopg.connect(f"{POSTGRESQL}/postgres", autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as refusal:
        raise NoServer(f"no PostgreSQL at {POSTGRESQL}: {refusal}") from refusal


def drop_databases(pattern: str) -> None:
    with connect() as connection:
        names = connection.execute(
            "SELECT datname FROM pg_database WHERE datname LIKE %s", [pattern]
        ).fetchall()
        for (name,) in names:
            connection.execute(
                sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
            )


@contextmanager
def own_number() -> Iterator[str]:
    """An empty numbered database of Redis, claimed for this run and emptied after it."""
    claims = redis.Redis.from_url(f"{REDIS}/0", socket_timeout=5)
    number = claim(claims)
    try:
        yield f"{REDIS}/{number}"
    finally:
        redis.Redis.from_url(f"{REDIS}/{number}", socket_timeout=5).flushdb()
        claims.delete(claim_key(number))


def claim(claims: redis.Redis) -> int:
    try:
        for number in NUMBERS:
            if claims.set(claim_key(number), os.getpid(), nx=True, ex=CLAIM_SECONDS):
                if redis.Redis.from_url(f"{REDIS}/{number}", socket_timeout=5).dbsize() == 0:
                    return number
                claims.delete(claim_key(number))
    except redis.RedisError as refusal:
        raise NoServer(f"no Redis at {REDIS}: {refusal}") from refusal
    raise NoServer(f"every numbered database of Redis at {REDIS} is in use")


def claim_key(number: int) -> str:
    return f"talon-test-claims-{number}"
