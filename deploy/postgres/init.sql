-- Gives each service a role, a schema of its own, and nothing else.
--
-- The image's entrypoint runs it once, on a new database, as the superuser. It can be run again,
-- after the password files were replaced:
--   docker compose exec -u postgres postgres \
--       psql -d gauntlet -f /docker-entrypoint-initdb.d/init.sql
--
-- `-v secrets=DIRECTORY` names another directory of NAME.password files.

\set ON_ERROR_STOP on
\if :{?secrets}
\else
    \set secrets /run/secrets
\endif
\set identity `cat :'secrets'/identity.password`
\set challenges `cat :'secrets'/challenges.password`
\set media `cat :'secrets'/media.password`
\set scoring `cat :'secrets'/scoring.password`

-- A statement that fails shall not leave a password in the log.
SET log_min_error_statement = panic;
SET log_statement = 'none';
SET client_min_messages = warning;

BEGIN;

CREATE TEMPORARY TABLE services ON COMMIT DROP AS
SELECT * FROM (VALUES
    ('identity', :'identity'), ('challenges', :'challenges'),
    ('media', :'media'), ('scoring', :'scoring')
) AS given (name, password);

DO $$
DECLARE missing text;
BEGIN
    SELECT string_agg(name || '.password', ', ') INTO missing FROM services WHERE password = '';
    IF missing IS NOT NULL THEN
        RAISE EXCEPTION 'missing or empty among the secrets: %', missing;
    END IF;
END $$;

-- Revokes what PUBLIC has by default. Other databases of the server are left alone.
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database())
\gexec
REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- Extensions have their own schema, which all services may use.
CREATE SCHEMA IF NOT EXISTS extensions;
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;

SELECT format('CREATE ROLE %I', name) FROM services
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)
\gexec
SELECT format(
    'ALTER ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD %L',
    name, password
) FROM services
\gexec
SELECT format('ALTER ROLE %I SET search_path = %I, extensions', name, name) FROM services
\gexec
SELECT format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), name) FROM services
\gexec
SELECT format('GRANT USAGE ON SCHEMA extensions TO %I', name) FROM services
\gexec
SELECT format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I', name, name) FROM services
\gexec

COMMIT;
