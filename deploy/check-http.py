"""Creates the data for deploy/check-http, and prints the settings of schemathesis.

Ana, the caller, has friends, open requests in both directions, sent and received dares in several
states, and a picture. Their ids are in dictionaries, so that schemathesis mixes existing ids with
generated ones. `ana.token` gets her access token, `other.token` another user's.
"""

import json
import secrets
import struct
import sys
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
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


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

notices = [notice["id"] for notice in ask("GET", "/v1/inbox", None, token)["items"]]
media = ask("POST", "/v1/media", picture(), token, "image/png")
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
    "pictures": [media["id"]],
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
    ("/v1/challenges", {"body.recipients[*]": setting("friends", 0.9)}),
    ("/v1/inbox/seen", {"body.ids[*]": setting("notices")}),
    (
        "/v1/media/{id}/{variant}",
        {
            "path.id": setting("pictures", 0.9),
            "path.variant": setting("variants", 0.9),
            "query.e": setting("ends", 0.9),
            "query.s": setting("signatures", 0.9),
            "header.Range": setting("ranges"),
        },
    ),
]

# A failed precondition or range counts as a refusal too; a failure of the server does not.
refusals = [str(status) for status in [*range(400, 407), 409, 412, 413, 415, 416, 422, 429]]
print(f"[checks]\nnegative_data_rejection.expected-statuses = {toml(refusals)}")
print("\n[dictionaries]")
for name, values in dictionaries.items():
    print(f"{name} = {toml({'values': values})}")
for path, parameters in operations:
    print(f'\n[[operations]]\ninclude-path = "{path}"\nparameters = {toml(parameters)}')
for prefix, names in [
    ("friend-requests", "requests"),
    ("assignments", "assignments"),
    ("inbox", "notices"),
]:
    print(f"\n[[operations]]\ninclude-path-regex = '^/v1/{prefix}/[{{]id[}}]'")
    print(f"parameters = {toml({'path.id': setting(names, 0.8)})}")
