"""A connection to PostgreSQL that is opened on demand and reopened after a loss."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from pegboard.errors import DeviceError
from pegboard.hall.codes import StoreFault
from pegboard.hall.store.postgres_schema import SETTINGS

OLDEST = 15
"""Minimum version of PostgreSQL."""

Rows = list[tuple[Any, ...]]


class PostgresLink:
    """Connection that runs statements. Use from one thread only.

    Args:
        url: `postgresql://USER@HOST/DATABASE`, without a password.
        password: password; None to let libpq find it (PGPASSFILE, PGPASSWORD, peer authentication).
    """

    def __init__(self, url: str, password: str | None) -> None:
        self._url, self._password = url, password
        self._db: psycopg.Connection[tuple[Any, ...]] | None = None
        self.name = "PostgreSQL"
        """Display name, without secrets."""

    def check(self) -> None:
        """Connects and checks version and encoding.

        Raises:
            DeviceError: the database cannot be reached, is too old, or its encoding is not UTF8.
        """
        with self._faults():
            settings = conninfo_to_dict(self._url)
            host = settings.get("host", "localhost")
            self.name = f"PostgreSQL {settings.get('dbname', '')} at {host}"
            info = self._connected().info
        if info.server_version < OLDEST * 10000:
            got = info.server_version // 10000
            raise DeviceError(StoreFault.OLD_SERVER, file=self.name, oldest=OLDEST, got=got)
        encoding = info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise DeviceError(StoreFault.ENCODING, file=self.name, got=encoding)

    def run(self, statement: str, *values: object) -> Rows:
        """Runs one statement; returns its rows."""
        cursor = self._connected().execute(statement.encode(), values or None)
        return cursor.fetchall() if cursor.description else []

    def query(self, statement: str, *values: object) -> Rows:
        """Runs a query, retrying once if the connection was lost.

        Raises:
            DeviceError: the database cannot be reached.
        """
        with self._faults():
            try:
                return self.run(statement, *values)
            except psycopg.OperationalError:
                if self._db is not None and not self._db.closed:
                    raise
                return self.run(statement, *values)

    @contextmanager
    def commit(self) -> Iterator[None]:
        """Runs the block in a transaction.

        Raises:
            DeviceError: the database cannot be reached, or fails.
        """
        with self._faults():
            try:
                self.run("begin")
            except psycopg.OperationalError:
                self.run("begin")  # the connection has been lost since its last use
            db = self._connected()
            try:
                yield
                db.execute("commit")
            except BaseException:
                if not db.closed:
                    db.rollback()
                raise

    def close(self) -> None:
        """Closes the connection; a second call does nothing."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _connected(self) -> psycopg.Connection[tuple[Any, ...]]:
        if self._db is None or self._db.closed:
            self.close()
            self._db = psycopg.connect(
                self._url,
                autocommit=True,
                password=self._password,
                application_name="pegboard hall",
                connect_timeout=5,
                keepalives_idle=10,
                keepalives_interval=5,
                keepalives_count=3,
                tcp_user_timeout=20000,
                options=SETTINGS,
                client_encoding="utf8",
            )
        return self._db

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            why = str(error).strip().partition("\n")[0]
            raise DeviceError(StoreFault.TROUBLE, file=self.name, why=why) from error
