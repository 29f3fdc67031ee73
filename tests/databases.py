"""
Databases of a PostgreSQL that tests use one after the other, each as if it were new.

To make one and to drop it costs seven times what it takes to empty it. A database whose form,
settings or rights a test has changed is dropped instead.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from tests.postgres import PostgresServer

LEARN = """
CREATE SCHEMA fresh;
CREATE FUNCTION fresh.form() RETURNS text LANGUAGE sql AS $$
    SELECT md5(concat_ws('/',
        (SELECT string_agg(concat_ws(' ', oid, relname, relowner, relacl), ',' ORDER BY oid)
            FROM pg_class WHERE relnamespace = 'public'::regnamespace),
        (SELECT string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull, attacl), ','
                ORDER BY attrelid, attnum)
            FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
            WHERE relnamespace = 'public'::regnamespace),
        (SELECT string_agg(concat_ws(' ', oid, convalidated), ',' ORDER BY oid)
            FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
        (SELECT string_agg(concat_ws(' ', oid, tgenabled), ',' ORDER BY oid) FROM pg_trigger),
        (SELECT string_agg(concat_ws(' ', oid, nspname, nspacl), ',' ORDER BY oid) FROM pg_namespace
            WHERE nspname NOT LIKE 'pg_%'),
        (SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
        (SELECT count(*) FROM pg_statistic WHERE starelid IN
            (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)),
        (SELECT concat_ws(' ', datacl, datconnlimit, datdba) FROM pg_database
            WHERE datname = current_database()),
        (SELECT string_agg(setconfig::text, ',') FROM pg_db_role_setting
            WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())),
        (SELECT string_agg(version_num, ',') FROM public.alembic_version)
    ))
$$;
CREATE TABLE fresh.sequences AS SELECT sequencename, start_value, last_value FROM pg_sequences;
DO $$
DECLARE
    name text;
    filled boolean;
BEGIN
    FOR name IN SELECT tablename FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO filled;
        IF filled THEN
            EXECUTE format('CREATE TABLE fresh.%I AS TABLE public.%I', name, name);
        END IF;
    END LOOP;
END
$$;
CREATE FUNCTION fresh.start_over(form text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    name text;
BEGIN
    IF fresh.form() <> form THEN
        RETURN false;
    END IF;
    PERFORM pg_terminate_backend(pid, 10000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
    SET LOCAL session_replication_role = replica;  -- whoever points to whom, all go
    FOR name IN SELECT tablename FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    LOOP
        EXECUTE format('DELETE FROM public.%I', name);
        IF to_regclass(format('fresh.%I', name)) IS NOT NULL THEN
            EXECUTE format(
                'INSERT INTO public.%I OVERRIDING SYSTEM VALUE TABLE fresh.%I', name, name);
        END IF;
    END LOOP;
    PERFORM setval(
            format('public.%I', sequencename)::regclass,
            coalesce(last_value, start_value),
            last_value IS NOT NULL)
        FROM fresh.sequences;
    RETURN true;
END
$$;
"""
"""What a template learns: to say its form, and to have the rows again that it has now."""


class Databases:
    """Those of one PostgreSQL that are made from one template."""

    def __init__(self, server: PostgresServer, template: str) -> None:
        self._server = server
        self._template = template
        self._numbers = count(1)
        server.sql(LEARN, template)
        self._clean: list[str] = [self._made()]
        (self._form,) = server.sql("SELECT fresh.form()", self._clean[0])

    @contextmanager
    def one(self) -> Iterator[str]:
        """The address of one that is up to date and empty, for this block alone."""
        name = self._clean.pop() if self._clean else self._made()
        yield self._server.url(name)
        if self._server.sql(f"SELECT fresh.start_over('{self._form}')", name) == ["t"]:
            self._clean.append(name)
        else:
            self._server.sql(f"DROP DATABASE {name} WITH (FORCE)")

    def _made(self) -> str:
        name = f"test_{next(self._numbers)}"
        # By files: a third of the work of writing each page to the log, which nobody reads again.
        self._server.sql(f"CREATE DATABASE {name} TEMPLATE {self._template} STRATEGY FILE_COPY")
        return name
