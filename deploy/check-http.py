"""Creates the data for deploy/check-http, and prints the settings of schemathesis.

Ana, the caller, has friends, open requests in both directions, sent and received dares and workouts
in several states, pictures, definitions, and contests of her own and of others with entries, codes
and galleries. Their ids are in dictionaries, so that schemathesis mixes existing ids with generated
ones. `ana.token` gets her access token, `other.token` another user's.
"""

import datetime
import json
import secrets
import struct
import sys
import urllib.error
import urllib.parse
import urllib.request
import zlib

URL = sys.argv[1]


def ask(method, path, body=None, token=None, content_type="application/json"):
    """Sends a request to the gateway, and returns the JSON of the answer."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if body is not None:
        headers["Content-Type"] = content_type
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        sys.exit(f"{method} {path}: {refusal.read().decode()}")


def person(name):
    """Registers a user, and returns the id and the token."""
    account = {
        "username": f"{name.lower()}_{secrets.token_hex(4)}",
        "password": "correct horse battery",
        "firstName": name,
        "lastName": "Check",
    }
    made = ask("POST", "/v1/accounts", account)
    return made["user"]["id"], made["accessToken"]


def ask_to_be_friends(token, other):
    """Sends a friend request, and returns its id."""
    return ask("POST", "/v1/friend-requests", {"to": other}, token)["id"]


def dare(token, recipient, proof="none"):
    """Sends a dare, and returns the assignment's id."""
    challenge = {"kind": "dare", "name": "Ten push-ups", "recipients": [recipient], "proof": proof}
    return ask("POST", "/v1/challenges", challenge, token)["assignments"][0]["id"]


def act(token, assignment, verb, body=None):
    """Applies a transition to an assignment."""
    ask("POST", f"/v1/assignments/{assignment}/{verb}", body or {}, token)


def upload(token):
    """Uploads a unique picture, and returns the answer."""
    return ask("POST", "/v1/media", picture(), token, "image/png")


def definition(token, **fields):
    """Makes a definition with a picture, and returns its id."""
    fields |= {"name": "Hold a plank", "mediaIDs": [upload(token)["id"]]}
    return ask("POST", "/v1/definitions", fields, token)["id"]


def workout(token, recipient, definition):
    """Sends a workout, and returns the assignment's id."""
    challenge = {"kind": "workout", "definition": definition, "recipients": [recipient]}
    challenge["deadline"] = instant(days=2)
    return ask("POST", "/v1/challenges", challenge, token)["assignments"][0]["id"]


def contest(token, kind="open", **fields):
    """Makes a contest, and returns its id."""
    fields |= {"kind": kind, "name": "Lengths of the lake", "unit": "lengths"}
    if kind == "competition":
        fields["endsAt"] = instant(days=3)
    return ask("POST", "/v1/contests", fields, token)["id"]


def join(token, *contests):
    """Joins contests."""
    for contest in contests:
        ask("POST", f"/v1/contests/{contest}/join", {}, token)


def log(token, contest):
    """Logs an entry with a picture to a contest, and returns its id."""
    entry = {"amount": 12.5, "mediaIDs": [upload(token)["id"]]}
    return ask("POST", f"/v1/contests/{contest}/entries", entry, token)["id"]


def show(token, path):
    """Adds a picture to a gallery, and returns its id there."""
    photos = {"mediaIDs": [upload(token)["id"]], "audience": "participants"}
    if path == "/v1/me/photos":
        photos["audience"] = "friends"
    return ask("POST", path, photos, token)["items"][0]["photoID"]


def instant(days):
    """Returns the instant this number of days ahead."""
    ahead = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)
    return ahead.strftime("%Y-%m-%dT%H:%M:%SZ")


def picture():
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


def setting(names, probability=0.6):
    return {"dictionary": names, "probability": probability}


def toml(value):
    """Returns a value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{k}" = {toml(v)}' for k, v in value.items()) + " }"
    return json.dumps(value)


ana, token = person("Ana")
people = [person(name) for name in ["Bo", "Cy", "Di", "Eve", "Flo", "Gil"]]
friends, strangers = people[:3], people[3:]
for other, others in friends:
    request = ask_to_be_friends(token, other)
    ask("POST", f"/v1/friend-requests/{request}/accept", {}, others)
requests = [ask_to_be_friends(others, ana) for _, others in strangers[:2]]
requests += [ask_to_be_friends(token, other) for other, _ in strangers[2:]]

assignments = []
for other, others in friends:
    for proof in ["none", "optional"]:
        sent = [dare(token, other, proof) for _ in range(3)]
        for assignment in sent[1:]:
            act(others, assignment, "accept")
        act(others, sent[2], "submit", {"note": "Done."})
        received = [dare(others, ana, proof) for _ in range(3)]
        for assignment in received[1:]:
            act(token, assignment, "accept")
        act(token, received[2], "submit", {"note": "Done."})
        assignments += sent + received

(bo, bos), (cy, cys), (di, dis) = friends
own = [
    definition(token, visibility="friends", unit="breaths", target=40, proof="optional"),
    definition(token, category="endurance", targetSeconds=1500),
]
lent = definition(bos, category="strength", unit="breaths", target=40)
for other, others in friends:
    assignments += [workout(token, other, own[1]) for _ in range(2)]
    received = [workout(others, ana, lent) for _ in range(3)]
    for assignment in received[1:]:
        act(token, assignment, "start")
    act(token, received[2], "complete", {"seconds": 1432})
    assignments += received
definitions = [*own, lent] + [
    preset["id"] for preset in ask("GET", "/v1/definitions?of=preset", None, token)["items"]
]

draft = contest(token, draft=True)
planned = contest(token, "competition", startsAt=instant(days=1), invitees=[bo])
running = contest(token, goal=100, membersMayInvite=True)
selective = contest(token, "competition", visibility="public", needsApproval=True)
# For requests that end or leave a contest: other requests do not use these.
ending = [contest(token, "competition", invitees=[cy]) for _ in range(6)]
ending += [contest(token, draft=True) for _ in range(3)]
joined = [contest(bos), contest(bos, "competition", visibility="friends")]
invited = [contest(cys, "competition", invitees=[ana]) for _ in range(2)]
seen = contest(dis, visibility="public")
for _, others in friends:
    join(others, running, selective)
join(token, running, *joined)
join(bos, joined[0])
join(cys, joined[0], *ending[:3])
ending += [contest(cys, "competition", invitees=[ana]) for _ in range(3)]
contests = [draft, planned, running, selective, *joined, *invited, seen]

entries = [log(token, place) for place in [running, *joined] for _ in range(2)]
for who, place in [(bos, running), (cys, running), (bos, joined[0]), (cys, joined[0])]:
    entries += [log(who, place) for _ in range(2)]
    asker = dis if place == running else token
    ask("POST", f"/v1/entries/{entries[-1]}/query", {"reason": "So far?"}, asker)
photos = [show(token, "/v1/me/photos") for _ in range(2)]
for who, place in [(token, running), (token, joined[0]), (bos, running), (bos, joined[0])]:
    photos.append(show(who, f"/v1/contests/{place}/photos"))
codes = [
    ask("POST", f"/v1/contests/{place}/codes", {"usesMax": 5}, who)["code"]
    for place, who in [(running, token), (planned, token), (invited[0], cys), (seen, dis)]
]

notices = [notice["id"] for notice in ask("GET", "/v1/inbox", None, token)["items"]]
media = upload(token)
address = urllib.parse.urlsplit(media["url"])
signature = dict(urllib.parse.parse_qsl(address.query))

for name, content in [("ana.token", token), ("other.token", person("Hal")[1])]:
    with open(name, "w", encoding="ascii") as file:
        file.write(content)

dictionaries = {
    "people": [other for other, _ in people] + [ana],
    "friends": [other for other, _ in friends],
    "requests": requests,
    "assignments": assignments,
    "notices": notices,
    "definitions": definitions,
    "contests": contests,
    "ending": ending,
    "moments": [instant(days=days) for days in range(1, 5)],
    "entries": entries,
    "photos": photos,
    "codes": codes,
    "pictures": [media["id"]] + [upload(token)["id"] for _ in range(9)],
    "picture": [media["id"]],
    "variants": [address.path.rsplit("/", 1)[1]],
    "ends": [signature["e"]],
    "signatures": [signature["s"]],
    "ranges": ["bytes=0-9", "bytes=-5", "bytes=0-0,4-8", "bytes=100000-"],
}
operations = [
    ("/v1/users/{id}", {"path.id": setting("people")}),
    ("/v1/friends/{id}", {"path.id": setting("people")}),
    ("/v1/friend-requests", {"body.to": setting("people")}),
    ("/v1/me/avatar", {"body.mediaID": setting("pictures")}),
    (
        "/v1/challenges",
        {"body.recipients[*]": setting("friends", 0.9), "body.definition": setting("definitions")},
    ),
    ("/v1/challenges/check", {"body.recipients[*]": setting("friends", 0.9)}),
    (
        "/v1/definitions",
        {"body.mediaIDs[*]": setting("pictures"), "query.author": setting("people")},
    ),
    (
        "/v1/contests",
        {
            "body.invitees[*]": setting("friends", 0.9),
            "body.endsAt": setting("moments", 0.9),
            "query.author": setting("people"),
        },
    ),
    ("/v1/contests/{id}/invitations", {"body.invitees[*]": setting("friends", 0.9)}),
    ("/v1/contests/{id}/shares", {"body.recipients[*]": setting("friends", 0.9)}),
    ("/v1/contests/{id}/hand-over", {"body.to": setting("friends")}),
    ("/v1/contests/{id}/entries", {"body.mediaIDs[*]": setting("pictures")}),
    ("/v1/contests/{id}/photos", {"body.mediaIDs[*]": setting("pictures", 0.9)}),
    ("/v1/me/photos", {"body.mediaIDs[*]": setting("pictures", 0.9)}),
    ("/v1/inbox/seen", {"body.ids[*]": setting("notices")}),
    (
        "/v1/media/{id}/{variant}",
        {
            "path.id": setting("picture", 0.9),
            "path.variant": setting("variants", 0.9),
            "query.e": setting("ends", 0.9),
            "query.s": setting("signatures", 0.9),
            "header.Range": setting("ranges"),
        },
    ),
]

# A failed precondition or range counts as a refusal too; a failure of the server does not.
refusals = [str(status) for status in [*range(400, 407), 409, 412, 413, 415, 416, 422, 429, 431]]
print(f"[checks]\nnegative_data_rejection.expected-statuses = {toml(refusals)}")
print("\n[dictionaries]")
for name, values in dictionaries.items():
    print(f"{name} = {toml({'values': values})}")
for path, parameters in operations:
    print(f'\n[[operations]]\ninclude-path = "{path}"\nparameters = {toml(parameters)}')
endings = "cancel|decline|end|hand-over|leave"
for pattern, field, names in [
    ("friend-requests/[{]id[}]", "id", "requests"),
    ("assignments/[{]id[}]", "id", "assignments"),
    ("inbox/[{]id[}]", "id", "notices"),
    ("definitions/[{]id[}]", "id", "definitions"),
    (f"contests/[{{]id[}}]/({endings})", "id", "ending"),
    (f"contests/[{{]id[}}](?!/({endings}))", "id", "contests"),
    ("contests/[{]id[}]/participants/[{]user[}]", "user", "people"),
    ("entries/[{]id[}]", "id", "entries"),
    ("photos/[{]id[}]", "id", "photos"),
    ("codes/[{]code[}]", "code", "codes"),
    ("users/[{]id[}]/", "id", "people"),
]:
    print(f"\n[[operations]]\ninclude-path-regex = '^/v1/{pattern}'")
    print(f"parameters = {toml({f'path.{field}': setting(names, 0.8)})}")
