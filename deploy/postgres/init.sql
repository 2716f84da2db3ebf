-- Gives each service a role, a schema of its own, and nothing else.
--
-- The image's entrypoint runs it once, on a new database, as the superuser. It can be run again,
-- after the password files were replaced:
--   docker compose exec -u postgres postgres \
--       psql -d gauntlet -f /docker-entrypoint-initdb.d/init.sql
--
-- The owner of the database can run it too, as a role with CREATEROLE: a managed server gives no
-- superuser. It then says on standard error what only a superuser can add.
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

SET client_min_messages = warning;

DO $$ BEGIN
    IF current_setting('server_version_num')::int < 150000 THEN
        RAISE EXCEPTION 'PostgreSQL % is too old: use 15 or later',
            current_setting('server_version');
    END IF;
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'the database has the encoding %: create one with TEMPLATE template0 '
            'ENCODING ''UTF8''', current_setting('server_encoding');
    END IF;
END $$;

SELECT current_setting('is_superuser')::bool AS is_superuser,
    NOT has_parameter_privilege('log_min_error_statement', 'SET')
    OR NOT has_parameter_privilege('log_statement', 'SET') AS may_log
\gset

-- A statement that fails shall not leave a password in the log.
\if :may_log
\else
    SET log_min_error_statement = panic;
    SET log_statement = 'none';
\endif

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
\if :is_superuser
    SELECT format(
        'ALTER ROLE %I NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS', name
    ) FROM services
    \gexec
\else
    -- A new role has none of these.
    DO $$
    DECLARE mighty text;
    BEGIN
        SELECT string_agg(rolname, ', ') INTO mighty
        FROM pg_roles JOIN pg_temp.services ON rolname = name
        WHERE rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls;
        IF mighty IS NOT NULL THEN
            RAISE EXCEPTION 'roles that exist may do more than a service needs: %', mighty
                USING HINT = 'Run this as a superuser, or rename these roles.';
        END IF;
    END $$;
    -- To create a schema for a role takes membership in it, which ends below.
    SELECT format('GRANT %I TO CURRENT_USER', name) FROM services
    \gexec
\endif
SELECT format('ALTER ROLE %I LOGIN PASSWORD %L', name, password) FROM services
\gexec
SELECT format('ALTER ROLE %I SET search_path = %I, extensions', name, name) FROM services
\gexec
SELECT format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), name) FROM services
\gexec
SELECT format('GRANT USAGE ON SCHEMA extensions TO %I', name) FROM services
\gexec
SELECT format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I', name, name) FROM services
\gexec

-- The schema `public` of a database from before PostgreSQL 15 belongs to the superuser.
SELECT EXISTS (
    SELECT FROM pg_namespace, aclexplode(nspacl) AS given
    WHERE nspname = 'public' AND given.grantee = 0
) AS is_public_open
\gset
\if :is_superuser
\else
    SELECT format('REVOKE %I FROM CURRENT_USER', name) FROM services
    \gexec
\endif

COMMIT;

\if :may_log
    \warn 'init.sql: the server may have logged the passwords. To prevent that, a superuser runs'
    \warn '    GRANT SET ON PARAMETER log_min_error_statement, log_statement TO' :USER ';'
    \warn 'after which new passwords can be set with init.sql.'
\endif
\if :is_public_open
    \warn 'init.sql: all roles have rights in the schema public. To end that, a superuser runs'
    \warn '    REVOKE ALL ON SCHEMA public FROM PUBLIC;'
\endif
