"""One client keeps everyone, or one user, from signing in (2.8-limits).

Registering with the id of an existing account hashed a password first and uncounted it with the
refusal: one address kept the queue full, and everyone else's sign-ins were answered 503. The same
happened with sign-ins on 90 connections, with wrong or right passwords. And ten failures of any
client locked the owner out of a login. Bounds: while one address does these as fast as it can,
another's sign-in is answered 201 within 2 s, and its registration 201; after a stranger's ten
failures the owner's right password is answered 201. From the twentieth failure of all networks on,
networks that never signed in to the account share one attempt every 8 s, and the owner's sign-in is
answered 201 within 2 s.
"""

import itertools
import threading
import time

from common import PASSWORD, Report, ask, client, percentile, person, sign_in, timed

ATTACKER = "127.0.0.66"
HOME = "127.0.0.10"
# The seconds between two attempts of all strangers once they are slowed down.
PAUSE = 8


class Crowd:
    """Connections from one address, each of which repeats a request, with a pause after a refusal
    with 429 or 503."""

    def __init__(self, count, body, pause=0.0):
        self.pause = pause
        self.statuses = {}
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.threads = [
            threading.Thread(target=self.run, args=(body,), daemon=True) for _ in range(count)
        ]
        for thread in self.threads:
            thread.start()

    def run(self, body):
        connection = client(ATTACKER, timeout=15)
        while not self.stopped.is_set():
            try:
                status = body(connection)
            except OSError:
                connection.close()
                connection = client(ATTACKER, timeout=15)
                status = 0
            if status in (429, 503):
                self.stopped.wait(self.pause)
            with self.lock:
                self.statuses[status] = self.statuses.get(status, 0) + 1
        connection.close()

    def stop(self):
        self.stopped.set()
        end = time.monotonic() + 4
        for thread in self.threads:
            thread.join(timeout=max(0, end - time.monotonic()))
        print(f"  the crowd got {dict(sorted(self.statuses.items()))}", flush=True)


def account(name, number, **more):
    """Returns the body of a registration."""
    return {
        "username": f"{name}_{number}_{int(time.time())}",
        "password": PASSWORD,
        "firstName": "A",
        "lastName": "B",
        **more,
    }


def honest(report, name, victims, seconds=4):
    """Signs users in from their own addresses for some seconds, and reports how it went."""
    end = time.monotonic() + seconds
    statuses, took = [], []
    while time.monotonic() < end:
        number = len(statuses) % len(victims)
        begin = time.monotonic()
        try:
            status = sign_in(victims[number].username, source=f"127.0.0.{10 + number}", timeout=4)[0]
        except OSError:
            status = 0
        took.append(time.monotonic() - begin)
        statuses.append(status)
    served, total, worst = statuses.count(201), len(statuses), max(took)
    report.figure(f"{name}: honest sign-ins served", f"{served} of {total}", "", "all", served == total)
    report.figure(f"{name}: the slowest of them", worst, "s", "≤ 2 s", worst <= 2)
    report.figure(f"{name}: their median", percentile(took, 50), "s", "shown", True)


def strangers(victim, hosts):
    """Tries a wrong password from one network after the other."""
    return [sign_in(victim.username, "a wrong one", f"127.0.0.{host}") for host in hosts]


def main():
    report = Report()
    victims = [person("ana", HOME), person("bob", "127.0.0.11"), person("cyd", "127.0.0.12")]
    numbers = itertools.count()

    # (a) Registering with an id that is in use.
    def register(connection):
        body = account("mal", next(numbers), user=victims[0].id)
        return ask("POST", "/v1/accounts", body, on=connection)[0]

    crowd = Crowd(90, register)
    time.sleep(1)
    honest(report, "registering with a taken id", victims)
    status = ask("POST", "/v1/accounts", account("dan", 0), source="127.0.0.13")[0]
    report.figure("an honest registration meanwhile", status, "", "201", status == 201)
    crowd.stop()

    # (b) 90 connections from one address, with wrong passwords and with right ones: enough to keep
    # the queue full without gaps, without keeping the machine busy with refusals.
    def wrong(connection):
        body = {"login": f"nobody{next(numbers)}", "password": "a wrong one"}
        return ask("POST", "/v1/sessions", body, on=connection)[0]

    crowd = Crowd(90, wrong, pause=0.2)
    time.sleep(1)
    honest(report, "90 sign in with wrong passwords", victims)
    crowd.stop()
    own = person("mal", "127.0.0.67")

    def right(connection):
        body = {"login": own.username, "password": PASSWORD}
        return ask("POST", "/v1/sessions", body, on=connection)[0]

    crowd = Crowd(90, right, pause=0.2)
    time.sleep(1)
    honest(report, "90 sign in with right passwords", victims)
    crowd.stop()

    # (c) A stranger's failures.
    failed = [sign_in(victims[0].username, "a wrong one", "127.0.0.99")[0] for _ in range(10)]
    print(f"  the stranger got {failed}", flush=True)
    status, headers, _ = sign_in(victims[0].username, source=HOME)
    if status == 429:
        print(f"  the owner may retry after {headers['Retry-After']} s", flush=True)
    report.figure("the owner after a stranger's ten failures", status, "", "201", status == 201)

    # (d) Ten more, from as many networks: together they are slowed down, and no other client is.
    failed += [status for status, _, _ in strangers(victims[0], range(100, 110))]
    report.figure("failures of 11 networks", failed.count(401), "", "20", failed.count(401) == 20)
    slowed = strangers(victims[0], range(110, 115))
    waits = [int(headers["Retry-After"] or 0) for status, headers, _ in slowed if status == 429]
    report.figure("then refused, of 5 other networks", len(waits), "", "5", len(waits) == 5)
    wait = max(waits, default=0)
    report.figure("their longest Retry-After", wait, "s", f"1 to {PAUSE} s", 1 <= wait <= PAUSE)
    took, (status, _, _) = timed(sign_in, victims[0].username, source=HOME)
    report.figure("the owner from a known network", status, "", "201", status == 201)
    report.figure("time it took", took, "s", "≤ 2 s", took <= 2)
    time.sleep(min(wait, PAUSE))
    tried = [status for status, _, _ in strangers(victims[0], range(115, 120))]
    ok = sorted(tried) == [401] + 4 * [429]
    report.figure("after the pause, attempts by 5 networks", tried.count(401), "", "1", ok)
    report.finish()


if __name__ == "__main__":
    main()
