"""PostgreSQL of this machine, and databases of our own there, which carry a name of this run."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql

POSTGRESQL = os.environ.get("TALON_TEST_POSTGRESQL", "postgresql://postgres@127.0.0.1:5432")


class NoServer(Exception):
    """The words say which and why."""


@contextmanager
def own_database() -> Iterator[str]:
    """A name nobody else has. Django makes `test_<name>…` databases; what it leaves is dropped here."""
    name = f"talon_{secrets.token_hex(6)}"
    connect().close()
    try:
        yield f"{POSTGRESQL}/{name}"
    finally:
        drop_databases(f"test_{name}%")


@contextmanager
def empty_database() -> Iterator[str]:
    """Give the address of an empty database, which is dropped afterwards."""
    name = f"talon_{secrets.token_hex(6)}"
    create_database(name)
    try:
        yield f"{POSTGRESQL}/{name}"
    finally:
        drop_databases(name)


def connect() -> psycopg.Connection:
    try:
        return psycopg.connect(f"{POSTGRESQL}/postgres", autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as refusal:
        raise NoServer(f"no PostgreSQL at {POSTGRESQL}: {refusal}") from refusal


def create_database(name: str) -> None:
    with connect() as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def drop_databases(pattern: str) -> None:
    with connect() as connection:
        names = connection.execute(
            "SELECT datname FROM pg_database WHERE datname LIKE %s", [pattern]
        ).fetchall()
        for (name,) in names:
            connection.execute(
                sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
            )
