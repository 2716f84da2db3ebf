"""One account searches, and changes its own contest, over 450 connections at once.

The attack: a list that reads every match to find those that its caller may see takes long where a
stranger owns thousands of private ones, and calls that wait for the lock of one contest keep their
connections to PostgreSQL. With 20,000 such contests 100 searches stopped entries, timers and events
of everyone else for seconds.

The rule: a list reads at most 500 rows, and no private ones of strangers; a user has at most 8 calls
under way to a service; locks are awaited before a connection is taken; timers and events have
connections of their own. The bound: while the attack lasts, entries, lists, events and timers of
others are never refused, and the 90th percentile of each is at most 100 ms or three times that of a
quiet time before.
"""

import datetime
import os
import pwd
import subprocess
import threading
import time
import uuid

import common

PLANTED = 20_000
CONNECTIONS = 450
ROUNDS = 30
ATTACK_SECONDS = 10
LIMIT, TIMES = 0.100, 3
ATTACKER, HONEST = "127.0.0.10", "127.0.0.2"

# Copies of a contest, with its texts, of the same owner.
PLANT = """
CREATE TEMPORARY TABLE planted AS SELECT gen_random_uuid() AS id, n FROM generate_series(1, {n}) n;
CREATE TEMPORARY TABLE texts AS SELECT * FROM challenges.challenges WHERE id = '{id}';
CREATE TEMPORARY TABLE runs AS SELECT * FROM challenges.contests WHERE challenge = '{id}';
CREATE TEMPORARY TABLE counts AS SELECT * FROM challenges.contest_counts WHERE challenge = '{id}';
CREATE TEMPORARY TABLE parts AS SELECT * FROM challenges.participants WHERE challenge = '{id}';
SET search_path TO challenges, public;
INSERT INTO challenges SELECT (jsonb_populate_record(texts, jsonb_build_object('id', planted.id))).*
    FROM texts, planted;
INSERT INTO contests SELECT (jsonb_populate_record(runs, jsonb_build_object('challenge', planted.id,
    'created_at', runs.created_at - planted.n * interval '1 second'))).* FROM runs, planted;
INSERT INTO contest_counts SELECT
    (jsonb_populate_record(counts, jsonb_build_object('challenge', planted.id))).*
    FROM counts, planted;
INSERT INTO participants SELECT
    (jsonb_populate_record(parts, jsonb_build_object('challenge', planted.id))).*
    FROM parts, planted;
ANALYZE;
"""


def psql(script):
    """Runs SQL as the owner of the cluster's PostgreSQL."""
    sockets = f"{common.DATA}/postgres/run"
    owner = pwd.getpwuid(os.stat(f"{common.DATA}/postgres/data").st_uid).pw_name
    command = ["psql", "-h", sockets, "-U", "postgres", "-d", "gauntlet", "-Xq", "-v"]
    command += ["ON_ERROR_STOP=1"]
    if os.geteuid() == 0:
        command = ["runuser", "-u", owner, "--", *command]
    subprocess.run(command, input=script.encode(), check=True, cwd="/", stdout=subprocess.DEVNULL)


def contest(token, source, **fields):
    """Makes an open contest, and returns its id."""
    fields = {"kind": "open", "name": "Lengths of the lake", "unit": "lengths"} | fields
    status, _, answer = common.ask("POST", "/v1/contests", fields, token, source)
    if status != 201:
        raise SystemExit(f"a contest returned {status}: {answer}")
    return answer["id"]


def ahead(seconds):
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Attack:
    """Requests over many connections of one account, in a process of their own."""

    def __init__(self, token, requests):
        self.pid = os.fork()
        if self.pid == 0:
            ends = time.monotonic() + ATTACK_SECONDS
            for number in range(CONNECTIONS):
                arguments = (token, requests[number % len(requests)], ends)
                threading.Thread(target=self.repeat, args=arguments, daemon=True).start()
            time.sleep(ATTACK_SECONDS + 1)
            os._exit(0)
        # Its connections open within the first second.
        time.sleep(1)

    @staticmethod
    def repeat(token, request, ends):
        connection = None
        while time.monotonic() < ends:
            try:
                connection = connection or common.client(ATTACKER)
                status = common.ask(*request, token, on=connection)[0]
                # A refusal over the limit is cheap, and shows nothing.
                if status == 429:
                    time.sleep(0.2)
            except OSError:
                connection = None

    def wait(self):
        os.waitpid(self.pid, 0)


class Honest:
    """A person with a running contest, and the delays that they see."""

    def __init__(self):
        self.bo = common.person("bo", HONEST)
        self.cy = common.person("cy", HONEST)
        self.contest = contest(self.bo.token, HONEST, visibility="public")
        self.logged = 0
        self.connection = common.client(HONEST)
        self.ask("POST", f"/v1/contests/{self.contest}/join", {})

    def ask(self, method, path, body=None, person=None):
        token = (person or self.bo).token
        try:
            return common.ask(method, path, body, token, on=self.connection)
        except OSError:
            self.connection = common.client(HONEST)
            return 0, None, None

    def starts(self):
        """Makes contests that begin soon, with two people in each; returns their ids with their
        starts, as seconds of the clock that `time.time` reads."""
        starts = {}
        for number in range(5):
            begins = time.time() + 4 + number
            made = contest(
                self.bo.token, HONEST, visibility="public", startsAt=ahead(begins - time.time())
            )
            self.ask("POST", f"/v1/contests/{made}/join", {}, self.cy)
            starts[made] = begins
        return starts

    def started(self, starts):
        """Returns those of some contests whose start the inbox tells of."""
        status, _, inbox = self.ask("GET", "/v1/inbox?limit=20", None, self.cy)
        found = []
        for notice in inbox["items"] if status == 200 else []:
            identity = notice.get("challengeID") or notice.get("subject", {}).get("id")
            if notice["kind"] == "contestStarted" and identity in starts:
                found.append(identity)
        return found

    def round(self, took, refused):
        """Logs an entry, lists contests, and waits until the board has the entry."""
        self.logged += 1
        began = time.monotonic()
        for name, request in [
            ("entry", ("POST", f"/v1/contests/{self.contest}/entries", {"amount": 1})),
            ("list", ("GET", "/v1/contests?limit=20")),
        ]:
            seconds, (status, _, _) = common.timed(self.ask, *request)
            took[name].append(seconds)
            refused.extend([(name, status)] if status not in (200, 201) else [])
        while time.monotonic() - began < 5:
            status, _, board = self.ask("GET", f"/v1/contests/{self.contest}/board")
            if status != 200:
                refused.append(("board", status))
            elif board["items"] and board["items"][0].get("score") == self.logged:
                break
            time.sleep(0.01)
        took["event"].append(time.monotonic() - began)

    def measure(self, token=None, requests=()):
        """Measures for some seconds, beside an attack if there are requests for one; returns the
        samples of each kind, and what was refused."""
        took, refused = {"entry": [], "list": [], "event": [], "timer": []}, []
        starts = self.starts()
        attack = Attack(token, requests) if requests else None
        ends = time.monotonic() + ATTACK_SECONDS - 2
        for _ in range(ROUNDS):
            self.round(took, refused)
            for identity in self.started(starts):
                took["timer"].append(max(0, time.time() - starts.pop(identity)))
            time.sleep(max(0, min(0.2, ends - time.monotonic())))
            if time.monotonic() > ends:
                break
        # Contests that have not started yet are late too, by the time since their start.
        took["timer"] += [max(0, time.time() - begins) for begins in starts.values()]
        if attack:
            attack.wait()
        return took, refused


def main():
    report = common.Report()
    ana = common.person("ana", ATTACKER)
    mallory = common.person("mallory", ATTACKER)
    planted = contest(
        mallory.token,
        "127.0.0.11",
        visibility="private",
        name="Run",
        description="run swim walk ride read",
    )
    psql(PLANT.format(n=PLANTED, id=planted))
    # Another account, with its full request limit.
    eve = common.person("eve", ATTACKER)
    own = contest(eve.token, ATTACKER, visibility="private")
    honest = Honest()
    quiet, _ = honest.measure()
    searches = [
        ("GET", f"/v1/contests?q={word}&sort={sort}", None)
        for word in ["run", "r", "swim", "walk run"]
        for sort in ["popular", "newest"]
    ] + [
        ("GET", f"/v1/users/{mallory.id}/challenges", None),
        ("GET", f"/v1/contests?author={mallory.id}", None),
    ]
    patches = [
        ("PATCH", f"/v1/contests/{own}", {"description": f"{number} {uuid.uuid4()}"})
        for number in range(50)
    ]
    for name, token, requests in [
        ("searches", ana.token, searches),
        ("changes of one contest", eve.token, patches),
    ]:
        took, refused = honest.measure(token, requests)
        report.figure(f"beside {name}: refused", len(refused), "", "0", not refused)
        for kind in ["entry", "list", "event", "timer"]:
            before, now = (common.percentile(taken[kind], 90) for taken in [quiet, took])
            limit = max(LIMIT, TIMES * before)
            count = len(took[kind])
            label = f"beside {name}: {kind}, 90th percentile of {count} (quiet {before:.3f} s)"
            report.figure(label, now, "s", f"≤ {limit:.3f} s", now <= limit)
    report.finish()


main()
