"""Counts the failures that clients see while the processes of a cluster are restarted. Run by
deploy/check-restarts:

    check-restarts.py PORT GAUNTLET DATA GATEWAY_RESTARTS SERVICE_RESTARTS
"""

import collections
import datetime
import http.client
import json
import secrets
import struct
import subprocess
import sys
import threading
import time
import uuid
import zlib

PORT = int(sys.argv[1])
GAUNTLET, DATA = sys.argv[2:4]
RESTARTS = {"gateway": int(sys.argv[4])} | {
    service: int(sys.argv[5]) for service in ("identity", "challenges", "media", "scoring")
}
CLIENTS = 32


class Counts:
    """The answers and failures of all clients."""

    def __init__(self):
        self.lock = threading.Lock()
        self.answers = collections.Counter()
        self.problems = collections.Counter()
        self.examples = []
        self.slowest = 0.0

    def answer(self, status, seconds):
        with self.lock:
            self.answers[status] += 1
            self.slowest = max(self.slowest, seconds)

    def problem(self, kind, example):
        with self.lock:
            self.problems[kind] += 1
            if len(self.examples) < 10:
                self.examples.append(f"{kind}: {example}")


class Client:
    """A client with its own user and one connection, used until the gateway closes it."""

    def __init__(self, counts):
        self.counts = counts
        self.connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        self.token = None

    def ask(self, method, path, body=None, kind="application/json"):
        """Sends a request once, and returns the answer's JSON; None if it failed or has none."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if method != "GET":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        if body is not None:
            headers["Content-Type"] = kind
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        name = f"{method} {path.split('?')[0]}"
        began = time.monotonic()
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            data = answer.read()
        except ConnectionRefusedError as error:
            return self.lose("refused", f"{name}: {error}")
        except (ConnectionError, http.client.HTTPException) as error:
            return self.lose("reset", f"{name}: {error!r}")
        except OSError as error:
            return self.lose("failed", f"{name}: {error!r}")
        self.counts.answer(answer.status, time.monotonic() - began)
        if not 200 <= answer.status < 300:
            self.counts.problem("failed", f"{name}: {answer.status} {data[:200]!r}")
            return None
        is_json = answer.headers.get_content_type() == "application/json"
        return json.loads(data) if is_json and data else None

    def lose(self, kind, example):
        self.connection.close()
        self.counts.problem(kind, example)

    def sign_up(self):
        account = {
            "username": f"client_{secrets.token_hex(6)}",
            "password": "correct horse battery",
            "firstName": "Client",
            "lastName": "Check",
        }
        self.token = self.ask("POST", "/v1/accounts", account)["accessToken"]
        end = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=2)
        contest = {
            "kind": "competition",
            "name": "Lengths of the lake",
            "unit": "lengths",
            "endsAt": end.strftime("%Y-%m-%dT%H:%M:%SZ"),
        }
        self.contest = self.ask("POST", "/v1/contests", contest)["id"]

    def use(self, number):
        """Sends requests to each service: reads every time, writes occasionally."""
        self.ask("GET", "/v1/me")
        self.ask("GET", "/v1/home")
        self.ask("GET", f"/v1/contests/{self.contest}/board")
        self.ask("GET", "/v1/scoreboard")
        if number % 10 == 0:
            entry = self.ask("POST", f"/v1/contests/{self.contest}/entries", {"amount": 12.5})
            if entry:
                self.ask("DELETE", f"/v1/entries/{entry['id']}")
        if number % 20 == 0:
            picture = self.ask("POST", "/v1/media", png(), "image/png")
            if picture:
                self.ask("GET", picture["url"])

    def run(self, is_over):
        number = 0
        while not is_over.is_set():
            self.use(number)
            number += 1
        self.connection.close()


def png():
    """Returns a unique PNG of 8 by 8 pixels."""

    def chunk(kind, data):
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    rows = b"".join(b"\0" + secrets.token_bytes(24) for _ in range(8))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def restart(service):
    """Restarts a service; returns how long that took, or None if it failed."""
    began = time.monotonic()
    command = [GAUNTLET, "restart", service, "--data", DATA]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        print(f"{service}: {done.stderr.strip()}")
        return None
    return time.monotonic() - began


def main():
    counts, is_over = Counts(), threading.Event()
    clients = [Client(counts) for _ in range(CLIENTS)]
    for client in clients:
        client.sign_up()
    threads = [threading.Thread(target=client.run, args=(is_over,)) for client in clients]
    for thread in threads:
        thread.start()
    failed_restarts = 0
    try:
        for service, times in RESTARTS.items():
            taken = [restart(service) for _ in range(times)]
            done = sorted(seconds for seconds in taken if seconds is not None)
            failed_restarts += times - len(done)
            if done:
                middle = done[len(done) // 2]
                print(
                    f"{service}: {len(done)} of {times} restarts,"
                    f" {middle:.1f} s in the middle, {done[-1]:.1f} s at most",
                    flush=True,
                )
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    answers = ", ".join(f"{count} of {status}" for status, count in sorted(counts.answers.items()))
    print(f"answers: {answers}; the slowest after {counts.slowest:.1f} s")
    print(", ".join(f"{counts.problems[kind]} {kind}" for kind in ("failed", "refused", "reset")))
    for example in counts.examples:
        print(f"  {example}")
    sys.exit(1 if failed_restarts or counts.problems.total() else 0)


main()
