"""One user fills the disk with unused pictures.

The attack: an account uploads small pictures without end, sequentially and in parallel, and
declares large ones of which it sends only a few bytes.

The rule (2.12-unused): a user has at most 200 unused pictures from the last 24 hours, and 1 GB of
them, including declared uploads in progress. One more is answered 429 with Retry-After before its
first byte is stored; no other user notices.

Bounded to 60 s: 205 uploads in 25 s, 40 more by 8 threads, and 60 declared uploads that wait 5 s.
"""

import concurrent.futures
import time

from common import Report, ask, connect, person, picture, upload

ALLOWED, TRIED = 200, 205
ANNOUNCED, LARGE = 60, 20_000_000
ROOM = 1_000_000_000

report = Report()
began = time.monotonic()

# Sequentially.
mallory = person("mallory")
answers = []
for _ in range(TRIED):
    if time.monotonic() - began > 25:
        break
    answers.append(upload(mallory.token))
taken = [answer for status, _, answer in answers if status == 201]
refused = [
    headers
    for status, headers, answer in answers
    if status == 429 and (answer or {}).get("code") == "media.unused_exhausted"
]
report.figure("pictures uploaded", len(answers), "", f"{TRIED} in time", len(answers) == TRIED)
report.figure("pictures accepted", len(taken), "", f"at most {ALLOWED}", len(taken) == ALLOWED)
waits = [int(headers.get("Retry-After") or 0) for headers in refused]
report.figure(
    "shortest Retry-After",
    min(waits, default=0),
    "s",
    "nearly a day",
    bool(waits) and min(waits) > 86_000 and max(waits) <= 86_400,
)

# In parallel.
with concurrent.futures.ThreadPoolExecutor(8) as threads:
    more = [threads.submit(upload, mallory.token) for _ in range(40)]
    statuses = [one.result()[0] for one in more]
report.figure("accepted of 40 more, 8 at once", statuses.count(201), "", "0", 201 not in statuses)

# Declared, with hardly a byte sent.
trudy = person("trudy")
sockets = []
for _ in range(ANNOUNCED):
    connection = connect()
    connection.sendall(
        (
            "POST /v1/media HTTP/1.1\r\nHost: gauntlet\r\n"
            f"Authorization: Bearer {trudy.token}\r\n"
            f"Content-Type: image/png\r\nContent-Length: {LARGE}\r\n\r\n"
        ).encode()
    )
    sockets.append(connection)
waiting = dict.fromkeys(sockets)
answered = 0
# The gateway learns of a refusal when it forwards bytes.
for _ in range(10):
    for connection in list(waiting):
        connection.settimeout(0.001)
        try:
            connection.sendall(b"\x89")
            head = connection.recv(4_096)
        except TimeoutError:
            continue
        except OSError:
            head = b""
        answered += head.startswith((b"HTTP/1.1 429", b"HTTP/1.1 503"))
        del waiting[connection]
    time.sleep(0.4)
open_bytes = (ANNOUNCED - answered) * LARGE
report.figure("declared and not refused", open_bytes, "bytes", "at most 1 GB", open_bytes <= ROOM)
for connection in sockets:
    connection.close()

# Another user.
bystander = person("walter")
status = upload(bystander.token)[0]
report.figure("another user's upload", status, "", "201", status == 201)
status = ask("GET", picture(bystander.token)["url"])[0]
report.figure("another user's picture", status, "", "200", status == 200)
report.finish()
