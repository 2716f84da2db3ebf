"""Shared by the scripts of deploy/check-abuse: clients of the gateway, and a table of figures.

Uses only the standard library. Clients connect from chosen loopback addresses (127.0.0.x), so that
one machine acts as many client networks.
"""

import http.client
import json
import math
import os
import secrets
import socket
import struct
import sys
import time
import urllib.parse
import zlib

URL = urllib.parse.urlsplit(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080")
DATA = sys.argv[2] if len(sys.argv) > 2 else None
# The directory of the cluster's programs: `gauntlet`, `gatewayd` and so on.
PROGRAMS = os.environ.get("GAUNTLET_PROGRAMS")
PASSWORD = "correct horse battery"

if not URL.hostname.startswith("127."):
    sys.exit(f"{URL.hostname} is not this machine")


def client(source="127.0.0.1", timeout=30):
    """Returns an HTTP connection to the gateway from an address, for sequential requests."""
    return http.client.HTTPConnection(
        URL.hostname, URL.port, timeout=timeout, source_address=(source, 0)
    )


def ask(method, path, body=None, token=None, source="127.0.0.1", headers=None, timeout=30, on=None):
    """Sends one request; returns the status, the headers, and the answer's JSON or None.

    A body that is not bytes is sent as JSON. `on` is a connection to use, which stays open.
    Raises OSError if there is no answer in time.
    """
    headers = dict(headers or {})
    if token:
        headers.setdefault("Authorization", f"Bearer {token}")
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
    connection = on or client(source, timeout)
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        data = response.read()
    except http.client.HTTPException as error:
        connection.close()
        raise OSError(f"no answer: {error!r}") from error
    finally:
        if not on:
            connection.close()
    try:
        answer = json.loads(data) if data else None
    except ValueError:
        answer = None
    return response.status, response.headers, answer


def connect(source="127.0.0.1", receive_buffer=None, timeout=30):
    """Returns a plain socket to the gateway, to send what no HTTP library does."""
    connection = socket.socket()
    connection.settimeout(timeout)
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.bind((source, 0))
    connection.connect((URL.hostname, URL.port))
    return connection


class Person:
    """An account with a session."""

    def __init__(self, username, signed_in):
        self.id = signed_in["user"]["id"]
        self.username = username
        self.password = PASSWORD
        self.token = signed_in["accessToken"]
        self.refresh = signed_in["refreshToken"]


def person(name, source="127.0.0.1"):
    """Registers an account whose username begins with a name."""
    username = f"{name.lower()}_{secrets.token_hex(4)}"
    account = {
        "username": username,
        "password": PASSWORD,
        "firstName": name.title(),
        "lastName": "Check",
    }
    status, _, answer = ask("POST", "/v1/accounts", account, source=source)
    if status != 201:
        sys.exit(f"registering {username} returned {status}: {answer}")
    return Person(username, answer)


def sign_in(login, password=PASSWORD, source="127.0.0.1", timeout=30):
    """Signs in; returns the status, the headers and the answer."""
    body = {"login": login, "password": password}
    return ask("POST", "/v1/sessions", body, source=source, timeout=timeout)


def befriend(one, other):
    """Makes two accounts friends."""
    status, _, request = ask("POST", "/v1/friend-requests", {"to": other.id}, one.token)
    if status == 201:
        path = f"/v1/friend-requests/{request['id']}/accept"
        status, _, request = ask("POST", path, {}, other.token)
    if status not in (200, 201):
        sys.exit(f"a friend request returned {status}: {request}")


def png(size_bytes=400):
    """Returns a unique, incompressible PNG of about `size_bytes` bytes."""

    def chunk(kind, data):
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    side = max(8, math.isqrt(size_bytes // 3))
    rows = b"".join(b"\0" + os.urandom(3 * side) for _ in range(side))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows, 0))
        + chunk(b"IEND", b"")
    )


def upload(token, size_bytes=400, source="127.0.0.1", timeout=30):
    """Uploads a picture; returns the status, the headers and the answer."""
    headers = {"Content-Type": "image/png"}
    return ask(
        "POST", "/v1/media", png(size_bytes), token, source, headers=headers, timeout=timeout
    )


def picture(token, size_bytes=400, source="127.0.0.1"):
    """Uploads a picture, and returns the gateway's JSON, which includes its `url`."""
    status, _, answer = upload(token, size_bytes, source)
    if status != 201:
        sys.exit(f"an upload returned {status}: {answer}")
    return answer


def timed(body, *arguments, **named):
    """Runs a function; returns the seconds that it took, and its result."""
    began = time.monotonic()
    value = body(*arguments, **named)
    return time.monotonic() - began, value


def percentile(samples, q):
    """Returns the q-th percentile (0 to 100) of the samples, by the nearest-rank method."""
    ordered = sorted(samples)
    return ordered[max(0, math.ceil(q / 100 * len(ordered)) - 1)]


class Report:
    """A table of figures with their limits; exits with 1 if one is not met."""

    def __init__(self):
        self.rows = []

    def figure(self, name, value, unit, limit, ok):
        """Adds a row: a measurement, and whether it meets the limit described by `limit`."""
        shown = f"{value:.3g}" if isinstance(value, float) else str(value)
        self.rows.append((name, f"{shown} {unit}".strip(), limit, "met" if ok else "MISSED"))

    def finish(self):
        """Prints the table, and exits."""
        widths = [max(len(row[column]) for row in self.rows) for column in range(3)]
        for row in self.rows:
            cells = [text.ljust(width) for text, width in zip(row, widths)]
            print("  ".join(cells + [row[3]]).rstrip(), flush=True)
        sys.exit(1 if any(row[3] == "MISSED" for row in self.rows) else 0)
