"""Sends one letter with as many combining marks as fit, wherever a client may send text.

The attack: to normalize, compare or hash a text, each of its runs of combining marks is sorted, in
time quadratic in the length of the run. A body holds 29,000 marks (58 KB), a header 7,500 (15 KB),
one of conditions 2,000 (4 KB), a URL 3,500 (7 KB): if they reach such work before their length is checked, one request without an
account takes a core for up to three seconds.

The rule: lengths are checked in bytes first, everywhere. The bound: each hostile request is
answered at most 50 ms later than the same one with as many bytes of ASCII, by the medians of
several rounds; and under two hostile requests a second, the 90th percentile of another client's
`GET /v1/me` stays below ten times its value before.
"""

import itertools
import json
import statistics
import sys
import threading
import time
import urllib.parse

import common

BODY, HEADER, CONDITION, ADDRESS = 58_000, 15_000, 4_000, 7_000
LATER_MAX = 0.050
TURNS = 5
# Seconds from the start after which no new round begins, or no new place is tried.
TURN_BY, PLACE_BY = 15, 30
ID = "0190a0b0-0000-7000-8000-000000000001"
began = time.monotonic()


def marks(size):
    """Returns a letter and marks of two alternating classes, of about `size` bytes."""
    return "e" + "\u0301\u0316" * ((size - 1) // 4)


def ascii_text(size):
    """Returns as many bytes of ASCII as `marks` has."""
    return "a" * len(marks(size).encode())


class Place:
    """A request that `build` makes from a text."""

    def __init__(self, name, size, build):
        self.name = name
        self.hostile = build(marks(size)).replace("\n", "\r\n").encode()
        self.plain = build(ascii_text(size)).replace("\n", "\r\n").encode()
        self.seconds = ([], [])

    def try_once(self, turn):
        """Sends both requests, the plain one first, and records how long each answer takes."""
        for kind, request in enumerate([self.plain, self.hostile]):
            self.seconds[kind].append(answered(request, f"127.0.0.{10 + turn}"))

    @property
    def later(self):
        """How many seconds later the hostile request is answered."""
        plain, hostile = (statistics.median(seconds) for seconds in self.seconds)
        return hostile - plain


def answered(request, source):
    """Sends a request, and returns the seconds until the first byte of the answer."""
    with common.connect(source, timeout=10) as connection:
        start = time.monotonic()
        try:
            connection.sendall(request)
            connection.recv(1)
        except OSError:
            pass
        return time.monotonic() - start


def request(method, path, headers="", body=None, token=None, host=None):
    """Returns the text of a request; its lines end with a line feed only."""
    if body is not None:
        if "Content-Type:" not in headers:
            headers += "Content-Type: application/json\n"
        headers += f"Content-Length: {len(body.encode())}\n"
    if token:
        headers += f"Authorization: Bearer {token}\n"
    host = host or common.URL.netloc
    return f"{method} {path} HTTP/1.1\nHost: {host}\n{headers}\n{body or ''}"


def in_bodies(token):
    """Yields a place for every text of every body, and for a field name in each."""
    account = {
        "username": "texts_check",
        "password": "short",
        "firstName": "Texts",
        "lastName": "Check",
        "email": "texts@example.org",
        "timeZone": "UTC",
        "user": ID,
    }
    challenge = {
        "kind": "dare",
        "name": "Ten push-ups",
        "description": "",
        "recipients": [ID],
        "deadline": "2030-01-01T00:00:00Z",
        "proof": "none",
        "id": "no id",
    }
    bodies = [
        ("/v1/sessions", {"login": "nobody_at_all", "password": "x"}, None),
        ("/v1/sessions/refresh", {"refreshToken": "x"}, None),
        ("/v1/accounts", account, None),
        ("/v1/challenges", challenge, token),
        ("/v1/friend-requests", {"to": ID, "id": ID}, token),
        ("/v1/me/settings", {"timeZone": "x", "locale": "x", "challengesFrom": "x"}, token),
        ("/v1/inbox/seen", {"ids": [ID]}, token),
        (f"/v1/assignments/{ID}/deny", {"reason": "x"}, token),
        (f"/v1/assignments/{ID}/submit", {"note": "x", "mediaIDs": [ID]}, token),
        (f"/v1/assignments/{ID}/reject", {"reason": "x"}, token),
    ]
    for path, body, token in bodies:
        method = "PATCH" if path == "/v1/me/settings" else "POST"
        for field in [*body, None]:

            def build(text, method=method, path=path, body=body, token=token, field=field):
                if field is None:
                    changed = {text: 1, **body}
                elif isinstance(body[field], list):
                    changed = {**body, field: [text]}
                else:
                    changed = {**body, field: text}
                json_text = json.dumps(changed, ensure_ascii=False)
                return request(method, path, body=json_text, token=token)

            yield Place(f"{method} {path} {field or 'a name of a field'}", BODY, build)


def in_headers(token, picture):
    """Yields a place for every header that the gateway reads, and for some that it ignores."""
    body = '{"login":"nobody_at_all"}'
    heads = [
        ("POST", "/v1/sessions", "Content-Type: {}", body),
        ("POST", "/v1/sessions", "Content-Type: application/json; charset={}", body),
        ("POST", "/v1/sessions", "Content-Type: application/json; {}=x", body),
        ("POST", "/v1/sessions", "Content-Encoding: {}", body),
        ("POST", "/v1/sessions", "Idempotency-Key: {}", body),
        ("POST", "/v1/media", "Content-Type: image/{}", "x"),
        ("POST", f"/v1/assignments/{ID}/accept", "If-Match: {}", "{}"),
        ("OPTIONS", "/v1/me", "Access-Control-Request-Method: GET\nOrigin: {}", None),
        ("OPTIONS", "/v1/me", "Access-Control-Request-Method: {}\nOrigin: https://a.b", None),
        ("GET", "/v1/me", "Origin: {}", None),
        ("GET", "/v1/me", "User-Agent: {}", None),
        ("GET", "/v1/me", "traceparent: {}", None),
        ("GET", "/v1/me", "X-Forwarded-For: {}", None),
        ("GET", "/v1/me", "Forwarded: for={}", None),
        ("GET", "/v1/me", "Expect: {}", None),
        ("GET", "/v1/me", "Connection: {}", None),
        ("GET", "/v1/me", "Upgrade: {}", None),
        ("GET", "/v1/me", "Cookie: {}", None),
        ("GET", "/v1/me", "Accept-Encoding: {}", None),
        ("GET", "/v1/me", "Accept-Encoding: gzip;q={}", None),
        ("GET", "/v1/me/settings", 'If-Match: "{}"', None),
        ("GET", "/v1/me/settings", "If-None-Match: {}", None),
        ("GET", picture, "If-Match: {}", None),
        ("GET", picture, 'If-None-Match: "{}"', None),
        ("GET", picture, "If-Range: {}\nRange: bytes=0-1", None),
        ("GET", picture, "If-Modified-Since: {}", None),
        ("GET", picture, "Range: {}", None),
        ("GET", picture, "Range: bytes={}", None),
    ]
    for method, path, header, body in heads:

        def build(text, method=method, path=path, header=header, body=body):
            known = None if path in ("/v1/sessions", picture) else token
            return request(method, path, header.replace("{}", text) + "\n", body, known)

        name = header.replace("{}", "…").replace("\n", ", ")
        # Longer conditions are refused before they are read.
        size = CONDITION if header.startswith(("If-Match", "If-None-Match")) else HEADER
        yield Place(f"{method} {path.split('?')[0]} {name}", size, build)
    for scheme in ["", "Bearer ", "bearer a b "]:

        def build(text, scheme=scheme):
            return request("GET", "/v1/me", f"Authorization: {scheme}{text}\n")

        yield Place(f"GET /v1/me Authorization: {scheme}…", HEADER, build)
    yield Place("GET /v1/me Host: …", HEADER, lambda text: request("GET", "/v1/me", host=text))


def in_addresses(token, picture):
    """Yields a place for each part and parameter of URLs, verbatim and percent-encoded."""
    paths = [
        "/v1/users?q={}", "/v1/users?q=a&cursor={}", "/v1/users?q=a&limit={}", "/v1/users?{}=1",
        "/v1/friends?cursor={}", "/v1/friend-requests?direction={}", "/v1/inbox?cursor={}",
        "/v1/assignments?role={}", "/v1/assignments?role=received&state={}",
        "/v1/scoreboard?cursor={}", "/v1/users/{}", "/v1/assignments/{}", "/v1/media/{}/original",
        f"/v1/media/{ID}/{{}}?e=1&s=a", picture.split("?")[0] + "?e={}&s=a",
        picture.split("?")[0] + "?e=1&s={}", "/v1/{}", "/{}", "/v1/me/{}",
    ]
    for path in paths:
        yield Place(
            f"GET {path.replace('{}', '…')}",
            ADDRESS,
            lambda text, path=path: request("GET", path.replace("{}", text), token=token),
        )

        def escaped(text, path=path):
            quoted = urllib.parse.quote(text)[:ADDRESS]
            return request("GET", path.replace("{}", quoted[: len(quoted) // 6 * 6]), token=token)

        yield Place(f"GET {path.replace('{}', '%…')}", ADDRESS, escaped)


def me(person, connection, seconds):
    """Requests the user's own account 15 times a second; returns the response times."""
    samples = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        took, _ = common.timed(
            common.ask, "GET", "/v1/me", token=person.token, source="127.0.0.200", on=connection
        )
        samples.append(took)
        time.sleep(max(0, 1 / 15 - took))
    return samples


def main():
    ana, bo = common.person("texts"), common.person("other", source="127.0.0.200")
    url = urllib.parse.urlsplit(common.picture(ana.token)["url"])
    picture = f"{url.path}?{url.query}"
    places = [
        *in_bodies(ana.token), *in_headers(ana.token, picture), *in_addresses(ana.token, picture)
    ]
    for turn in range(TURNS):
        if turn and time.monotonic() - began > TURN_BY:
            break
        for place in places:
            if time.monotonic() - began < PLACE_BY:
                place.try_once(turn)
    # A single late answer may be the machine's fault: retry late places as often as TURNS allows.
    for turn in range(1, TURNS):
        for place in places:
            is_due = len(place.seconds[0]) == turn and place.later > LATER_MAX
            if is_due and time.monotonic() - began < PLACE_BY:
                place.try_once(turn)
    tried = sorted((place for place in places if place.seconds[0]), key=lambda it: -it.later)
    slow = [place for place in tried if place.later > LATER_MAX]
    for place in slow:
        print(f"{place.later * 1000:7.0f} ms later: {place.name}", file=sys.stderr)

    connection = common.client("127.0.0.200")
    before = common.percentile(me(bo, connection, 3), 90)
    stop = threading.Event()

    def attack():
        for place in itertools.cycle(tried[:4]):
            if stop.wait(0.5):
                return
            attacker = threading.Thread(target=answered, args=(place.hostile, "127.0.0.9"))
            attacker.daemon = True
            attacker.start()

    leader = threading.Thread(target=attack)
    leader.start()
    during = common.percentile(me(bo, connection, 8), 90)
    stop.set()
    leader.join()

    report = common.Report()
    is_whole = len(tried) == len(places)
    report.figure("places tried", len(tried), f"of {len(places)}", "all", is_whole)
    report.figure("places answered late", len(slow), "", "none by over 50 ms", not slow)
    report.figure("the latest answer", tried[0].later * 1000, "ms", "<= 50 ms", not slow)
    report.figure("GET /v1/me before, p90", before * 1000, "ms", "", True)
    report.figure(
        "GET /v1/me under two attacks a second, p90",
        during * 1000,
        "ms",
        f"< {before * 10_000:.3g} ms",
        during < 10 * before,
    )
    report.finish()


if __name__ == "__main__":
    main()
