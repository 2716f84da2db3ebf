"""Checks what clients see of a gateway through a proxy. Run by deploy/check-proxies:

check.py NAME WAY URL DATA GAUNTLET

NAME is the proxy's, WAY how it runs (plain, compressing or path), URL where it is, DATA the cluster's
directory, and GAUNTLET the program. The requests are curl's, with HTTP/2, from addresses 127.1.N.x. Prints a line for
each check, and exits with 1 if one failed.
"""

import concurrent.futures
import json
import math
import os
import re
import secrets
import signal
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse
import uuid
import zlib

NAME, WAY, URL, DATA, GAUNTLET = sys.argv[1:6]
NETWORK = f"127.1.{['nginx', 'haproxy', 'caddy', 'apache'].index(NAME) + 1}"
LARGE = 19_000_000
# HAProxy shares connections to the gateway between clients: unread bytes of one would harm others.
TURNS = 200 if NAME == "haproxy" else 20
AGAIN = {0, 502, 503, 504}

failures = 0


class Answer:
    """An answer: its status, its headers by lower-case name, and its bytes."""

    def __init__(self, status, version, headers, data):
        self.status, self.version, self.headers, self.data = status, version, headers, data

    @property
    def json(self):
        try:
            return json.loads(self.data)
        except ValueError:
            return {}

    @property
    def is_problem(self):
        return self.headers.get("content-type", "").startswith("application/problem+json")

    def __str__(self):
        return f"{self.status} {self.headers.get('content-type')} {self.data[:200]!r}"


def ask(method, path, body=None, token=None, source=None, headers=None, options=(), timeout=30):
    """Sends one request through the proxy, on a connection of its own; `path` may be a whole URL.

    Returns the answer, unpacked; its status is 0 if there is none."""
    headers = dict(headers or {})
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None and not isinstance(body, bytes):
        headers.setdefault("Content-Type", "application/json")
        body = json.dumps(body).encode()
    with tempfile.TemporaryDirectory() as work:
        command = ["curl", "--silent", "--show-error", "--insecure", "--http2", "--max-time", str(timeout)]
        command += ["--compressed"] if "Accept-Encoding" not in headers else []
        command += ["--interface", source or f"{NETWORK}.1", "--request", method]
        command += ["--dump-header", f"{work}/head", "--output", f"{work}/body"]
        command += ["--write-out", "%{http_code} %{http_version}"]
        for name, value in headers.items():
            command += ["--header", f"{name}: {value}"]
        command += ["--data-binary", "@-"] if body is not None else []
        command += [*options, path if path.startswith("http") else URL + path]
        done = subprocess.run(command, input=body or b"", capture_output=True)
        status, version = done.stdout.decode().split() if done.stdout else ("0", "0")
        if status in ("0", "000"):
            return Answer(0, version, {}, done.stderr)
        with open(f"{work}/head", encoding="latin-1", newline="") as file:
            head = file.read().strip().split("\r\n\r\n")[-1]
        data = b""
        if os.path.exists(f"{work}/body"):
            with open(f"{work}/body", "rb") as file:
                data = file.read()
    fields = (line.split(":", 1) for line in head.split("\r\n")[1:] if ":" in line)
    return Answer(int(status), version, {n.lower(): v.strip() for n, v in fields}, data)


def check(what, holds, found=""):
    """Prints a line; if the check failed, with the actual value."""
    global failures
    failures += not holds
    print(f"{'ok    ' if holds else 'FAILED'} {NAME}, {WAY}: {what}" + ("" if holds else f": {found}"))


def account(source=None, headers=None):
    """Registers an account."""
    body = {"username": f"check_{secrets.token_hex(6)}", "password": "correct horse battery"}
    body |= {"firstName": "Check", "lastName": NAME.title()}
    return ask("POST", "/v1/accounts", body, source=source, headers=headers)


def png(size):
    """Returns an incompressible PNG of about this number of bytes."""

    def chunk(kind, data):
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    side = max(8, math.isqrt(size // 3))
    rows = b"".join(b"\0" + os.urandom(3 * side) for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    pieces = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + pieces


def wait_for_proxy():
    """Waits until the proxy passes requests on."""
    for _ in range(100):
        answer = ask("GET", "/v1/me")
        if answer.status == 401:
            return
        time.sleep(0.1)
    sys.exit(f"FAILED {NAME}, {WAY}: it does not pass requests on: {answer}")


def check_sign_up():
    answer = account()
    check("signs up with HTTP/2", answer.status == 201 and answer.version == "2", answer)
    old = ask("GET", "/v1/me", token=answer.json["accessToken"], options=["--http1.1"])
    check("answers HTTP/1.1 too", old.status == 200 and old.version == "1.1", old)
    wrong = ask("GET", "/v1/nothing")
    check("passes problems on", wrong.status == 404 and wrong.is_problem, wrong)
    return answer.json["accessToken"]


def check_addresses():
    one, other = f"{NETWORK}.2", f"{NETWORK}.3"
    statuses = []
    while len(statuses) < 12 and 429 not in statuses:
        statuses.append(account(one).status)
    check("an address has a limit of its own", statuses[-1] == 429 and len(statuses) > 2, statuses)
    check("and another one another", (found := account(other)).status == 201, found)
    for name, value in [("X-Forwarded-For", "203.0.113.9"), ("Forwarded", "for=203.0.113.9")]:
        found = account(one, {name: value})
        check(f"what a client claims in {name} is not believed", found.status == 429, found)


def check_conditions(token):
    made = ask(
        "POST",
        "/v1/contests",
        {"kind": "open", "name": "Read", "description": "Page after page. " * 100},
        token,
    )
    path = f"/v1/contests/{made.json.get('id')}"
    packed = {"Accept-Encoding": "gzip"}
    shown = ask("GET", path, token=token, headers=packed)
    tag = shown.headers.get("etag", "")
    check("the gateway's gzip arrives", shown.headers.get("content-encoding") == "gzip", shown.headers)
    check("so does its tag", re.fullmatch(r'"1\.[^".]+\.gzip"', tag), tag)
    plain = ask("GET", path, token=token, headers={"Accept-Encoding": "identity"})
    tags = [plain.headers.get("etag", ""), tag]
    check("the tag without gzip is another", re.fullmatch(r'"1\.[^".]+"', tags[0]), tags[0])
    for one, encoding in zip(tags, ["identity", "gzip"]):
        asked = {"Accept-Encoding": encoding, "If-None-Match": one}
        same = ask("GET", path, token=token, headers=asked)
        check(f"{encoding}: 304 for what the client has", same.status == 304, same)
        # A proxy that compresses may add its own suffix to the ETag.
        if WAY != "compressing":
            check(f"{encoding}: with its tag", same.headers.get("etag") == one, same.headers)
    ask("PUT", f"{path}/like", token=token)
    liked = ask("GET", path, token=token, headers=packed | {"If-None-Match": tag})
    check("no 304 after a like", liked.status == 200, liked)
    saved = ask("PATCH", path, {"name": "Write"}, token, headers={"If-Match": tag})
    check("a conditional save with the tag received", saved.status == 200, saved)
    late = ask("PATCH", path, {"name": "Lend"}, token, headers={"If-Match": tag})
    name = late.json.get("current", {}).get("name")
    check("a late one is shown the current state", late.status == 412 and name == "Write", late)


def check_small_answers(token):
    """Some proxies compress small answers, which the gateway does not compress."""
    packed = {"Accept-Encoding": "gzip"}
    shown = ask("GET", "/v1/me/settings", token=token, headers=packed)
    tag = shown.headers.get("etag", "")
    check(f"settings have a tag, {tag}", bool(tag), shown.headers)
    same = ask("GET", "/v1/me/settings", token=token, headers=packed | {"If-None-Match": tag})
    check("304 for that", same.status == 304, same)
    saved = ask("PATCH", "/v1/me/settings", {"isListed": True}, token, headers={"If-Match": tag})
    check("a conditional save with it", saved.status == 200, saved)
    late = ask("PATCH", "/v1/me/settings", {"isListed": False}, token, headers={"If-Match": tag})
    version = late.json.get("current", {}).get("version")
    check("a late one is refused", late.status == 412 and version == saved.json["version"], late)


def check_pictures(token):
    bytes_ = png(LARGE)
    kind = {"Content-Type": "image/png"}
    begin = time.monotonic()
    stored = ask("POST", "/v1/media", bytes_, token, headers=kind, timeout=120)
    seconds = time.monotonic() - begin
    check(f"uploads {len(bytes_)} bytes ({seconds:.1f} s)", stored.status == 201, stored)
    url = stored.json.get("url", "")
    check("the picture's URL is the proxy's", url.startswith(f"{URL}/v1/media/"), url)
    whole = ask("GET", url, timeout=120)
    check("downloads it", whole.status == 200 and whole.data == bytes_, whole.status)
    part = ask("GET", url, headers={"Range": "bytes=1000-1999"})
    check("a range of it", part.status == 206 and part.data == bytes_[1000:2000], part.status)
    parts = ask("GET", url, headers={"Range": "bytes=0-9,100-199"})
    kind = parts.headers.get("content-type", "")
    check("two ranges", parts.status == 206 and kind.startswith("multipart/byteranges"), kind)
    same = ask("GET", url, headers={"If-None-Match": whole.headers.get("etag", "")})
    check("304 for a copy", same.status == 304, same.status)
    last = ask("HEAD", url, options=["--head"])
    check("its length", last.headers.get("content-length") == str(len(bytes_)), last.headers)
    large = ask("POST", "/v1/media", png(25_000_000), token, headers={"Content-Type": "image/png"})
    refused = large.status == 413 and large.is_problem
    check("the gateway itself refuses what is too large", refused, large)


def check_answers_before_the_end(token):
    """Uploads without a valid token, alternating with another user's reads."""
    bytes_ = png(LARGE)
    me = ask("GET", "/v1/me", token=token).json["id"]
    wrong, slowest = [], 0
    for turn in range(TURNS):
        refused = ask("POST", "/v1/media", bytes_, "x", headers={"Content-Type": "image/png"})
        if refused.status != 401:
            wrong.append(f"upload {turn}: {refused}")
        begin = time.monotonic()
        read = ask("GET", "/v1/me", token=token)
        slowest = max(slowest, time.monotonic() - begin)
        if read.status != 200 or read.json.get("id") != me:
            wrong.append(f"read {turn}: {read}")
        if len(wrong) > 4:
            break
    what = f"{TURNS} refused uploads harm no reads (at most {slowest:.1f} s)"
    check(what, not wrong and slowest < 5, wrong[:3])


def repeated(method, path, body, token):
    """Repeats a request with the same key, as clients do; returns the answer and the attempts."""
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    answer = None
    for attempt in range(1, 60):
        answer = ask(method, path, body, token, headers=headers, timeout=10)
        if answer.status not in AGAIN:
            break
        time.sleep(0.2)
    return answer, attempt


def check_restart(token):
    """Stops the gateway while clients read and write; its supervisor starts the next one."""

    def writes(number):
        done = []
        for index in range(6):
            body = {"name": f"Climb {number} {index}"}
            done.append(repeated("POST", "/v1/definitions", body, token))
            done.append(repeated("GET", "/v1/me", None, token))
        return done

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        under_way = [pool.submit(writes, number) for number in range(4)]
        time.sleep(0.3)
        state = subprocess.run(
            [GAUNTLET, "status", "--json", "--data", DATA], capture_output=True, check=False
        )
        gateway = next(p for p in json.loads(state.stdout) if p["name"] == "gateway")
        os.kill(gateway["pid"], signal.SIGTERM)
        done = [one for each in under_way for one in each.result()]
    statuses = sorted({answer.status for answer, _ in done})
    again = sum(attempts - 1 for _, attempts in done)
    check(f"a restart loses nothing ({again} repetitions)", statuses == [200, 201], statuses)
    me = ask("GET", "/v1/me", token=token).json["id"]
    made, cursor = [], ""
    while cursor is not None:
        query = f"&cursor={urllib.parse.quote(cursor)}" if cursor else ""
        page = ask("GET", f"/v1/definitions?author={me}&limit=100{query}", token=token)
        made += [item["name"] for item in page.json.get("items", []) if "Climb" in item["name"]]
        cursor = page.json.get("nextCursor")
    check("and does nothing twice", len(made) == 24 == len(set(made)), page if not made else made)


def check_contract():
    text = ask("GET", "/openapi.yaml").data.decode()
    server = re.search(r"^servers:\n  - url: \"?([^\"\n]*)", text, re.MULTILINE)
    check("the contract names the server", server and server[1] == URL, server and server[1])


def check_warnings():
    log = os.path.join(DATA, "log")
    found = []
    for name in os.listdir(log):
        with open(os.path.join(log, name), errors="replace") as file:
            found += [line for line in file if "no trusted proxy" in line]
    check("the gateway knows its proxy", not found, found[:1])


wait_for_proxy()
token = check_sign_up()
check_addresses()
check_contract()
check_conditions(token)
check_small_answers(token)
if WAY != "compressing":
    check_pictures(token)
if WAY == "plain":
    check_answers_before_the_end(token)
    check_restart(token)
check_warnings()
sys.exit(1 if failures else 0)
