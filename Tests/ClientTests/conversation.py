"""Has the Python client talk to real services; prints a line for each step."""

import asyncio
import hashlib
import json
import os
import struct
import sys
import uuid
import zlib

try:
    import cbor2
except ImportError:
    sys.exit("python3-cbor2 is missing: deploy/test installs it, or apt-get install python3-cbor2")

PLACES = json.loads(sys.argv[1])
sys.path.insert(0, PLACES["client"])
import gauntlet  # noqa: E402
from gauntlet import Client, Connection, Context, Fault, Instant, MediaReference  # noqa: E402

# How many seconds a handshake or a call may take when many tests run at once.
PATIENCE = 60
gauntlet.CALL_SECONDS = PATIENCE

# Calls, as protocol/calls.txt lists them.
REGISTER, SIGN_IN, SIGN_OUT, GET_ME = 0x0101, 0x0102, 0x0104, 0x0105
SEND_FRIEND_REQUEST, SET_MODERATOR = 0x0109, 0x0145
WATCH_REVOCATIONS = 0x0142
UPLOAD, FETCH, DESCRIBE = 0x0301, 0x0302, 0x0303
# Calls of a service that only the tests have.
ECHO, HOLD, STOP, RELEASE, COUNT, FLOOD = 0x7F01, 0x7F02, 0x7F03, 0x7F04, 0x7F05, 0x7F06
COLLECT = 0x7F07


def check(holds, what=""):
    if not holds:
        raise AssertionError(what)


async def fault_of(answer):
    try:
        reply = await answer
    except Fault as fault:
        return fault
    raise AssertionError(f"a reply instead of a fault: {reply}")


def connect(place, service, own_name="gateway", key="key"):
    return Connection.connect(
        "127.0.0.1", PLACES[place], service, own_name, PLACES[key], seconds=PATIENCE
    )


def client(place, service):
    return Client(
        "127.0.0.1", PLACES[place], service, "gateway", PLACES["key"], seconds=PATIENCE
    )


def person(username):
    return {
        "username": username,
        "password": "correct horse",
        "firstName": username.title(),
        "lastName": "",
    }


def png(width, height):
    """Returns a PNG of noise, which is incompressible."""

    def chunk(name, data):
        crc = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc)

    rows = b"".join(b"\0" + os.urandom(3 * width) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", head),
            chunk(b"IDAT", zlib.compress(rows)),
            chunk(b"IEND", b""),
        ]
    )


async def reads_frames():
    """Reads the golden frames of the services as the README specifies, and writes them again."""
    directory = os.path.join(PLACES["client"], "..", "frames")
    files = sorted(os.listdir(directory))
    check(len(files) > 60)
    for file in files:
        with open(os.path.join(directory, file)) as lines:
            words = [line.split("  ")[0] for line in lines if line[0] not in "# \n"]
        data = bytes.fromhex("".join(words))
        reader = asyncio.StreamReader()
        reader.feed_data(data)
        reader.feed_eof()
        again = b""
        while not reader.at_eof():
            frame, _ = await gauntlet.read_frame(reader, 1_048_576)
            again += gauntlet.frame_bytes(frame.kind, frame.id, rewritten(frame), frame.flags)
        check(again == data, file)


def rewritten(frame):
    """Returns the frame's body; CBOR is decoded and encoded again."""
    if frame.kind in (gauntlet.REPLY, gauntlet.FAULT):
        return gauntlet.encode(gauntlet.decode(frame.body))
    if frame.kind == gauntlet.CALL:
        number, length = struct.unpack(">HH", frame.body[:4])
        context, body = frame.body[4 : 4 + length], frame.body[4 + length :]
        context = gauntlet.encode(gauntlet.decode(context))
        body = gauntlet.encode(gauntlet.decode(body))
        return struct.pack(">HH", number, len(context)) + context + body
    return frame.body


async def opens():
    connection = await connect("identity", "identity")
    check(connection.limits.item_bytes == 65_536)
    check(connection.limits.calls == 1_024)
    await connection.close()


async def is_refused_without_the_key():
    for arguments in [
        ("identity", "identity", "gateway", "other_key"),
        ("identity", "media", "gateway", "key"),
        ("identity", "identity", "nobody", "key"),
    ]:
        try:
            await connect(*arguments)
        except gauntlet.OpeningRefused:
            continue
        raise AssertionError(f"{arguments} was let in")


async def calls(identity):
    signed_in = await identity.call(REGISTER, person("ana"), effect="many")
    user = signed_in["user"]
    check(isinstance(user["id"], uuid.UUID))
    check(isinstance(user["createdAt"], Instant))
    check(user["username"] == "ana" and "email" not in user)
    me = await identity.call(GET_ME, context=Context(user=user["id"], traceparent="nonsense"))
    check(me == user)
    # Any number of concurrent calls, with answers in any order.
    several = await asyncio.gather(
        *(identity.call(GET_ME, context=Context(user=user["id"])) for _ in range(100))
    )
    check(several == [user] * 100)
    return user["id"]


async def gets_faults(identity, ana):
    fault = await fault_of(identity.call(SIGN_IN, {"login": "ana", "password": "wrong"}))
    check((fault.code, fault.kind) == ("identity.sign_in_failed", "unauthenticated"))
    check(fault.is_begun and fault.detail.endswith("."))

    wrong = {**person("x"), "password": "short"}
    fault = await fault_of(identity.call(REGISTER, wrong, effect="many"))
    check(fault.code == "identity.registration_invalid")
    check([field["pointer"] for field in fault.fields] == ["/username", "/password"], fault.fields)

    fault = await fault_of(identity.call(GET_ME))
    check((fault.code, fault.kind) == ("wire.sign_in_needed", "unauthenticated"))
    check(not fault.is_begun)

    fields = {"user": ana, "isModerator": True}
    fault = await fault_of(identity.call(SET_MODERATOR, fields, effect="once"))
    check((fault.code, fault.kind) == ("wire.forbidden", "forbidden"))

    fault = await fault_of(identity.call(SIGN_IN, {"login": 7}, effect="many"))
    check((fault.code, fault.kind) == ("wire.malformed", "invalid"))
    check(not fault.is_begun)

    connection = await identity.connection()
    fault = await fault_of(connection.call(0x01FF))
    check((fault.code, fault.is_begun) == ("wire.unknown_call", False))
    call = await connection.begin(WATCH_REVOCATIONS)
    fault = await fault_of(call.reply())
    check((fault.code, fault.is_begun) == ("wire.unknown_call", False))

    late = await connection.begin(GET_ME, context=Context(user=ana), seconds=0)
    fault = await fault_of(late.reply())
    check((fault.code, fault.kind) == ("wire.expired", "expired"))


async def repeats_a_write(identity, ana):
    bo = (await identity.call(REGISTER, person("boris"), effect="many"))["user"]["id"]
    cy = (await identity.call(REGISTER, person("cyril"), effect="many"))["user"]["id"]
    context = Context(user=ana, idempotency_key="the first request")
    first = await identity.call(SEND_FRIEND_REQUEST, {"to": bo}, context, effect="once")
    again = await identity.call(SEND_FRIEND_REQUEST, {"to": bo}, context, effect="once")
    check(first == again and first["to"]["id"] == bo)
    fault = await fault_of(
        identity.call(SEND_FRIEND_REQUEST, {"to": cy}, context, effect="once")
    )
    check((fault.code, fault.kind) == ("wire.key_reused", "conflict"))


async def upload(media, user, data, fields, parts=65_536):
    stream = await media.open(UPLOAD, fields, Context(user=user, seconds=60))
    for start in range(0, len(data), parts):
        if not await stream.send(data[start : start + parts]):
            break
    await stream.end()
    return await stream.reply()


async def fetch(media, picture, **range):
    stream = await media.open(FETCH, {"media": picture, "variant": "original", **range})
    items = []
    while True:
        item = await stream.receive()
        if item is None:
            break
        check(0 < len(item) <= 65_536)
        items.append(item)
    check(await stream.reply() == {})
    return b"".join(items)


async def streams(media, user):
    # More than two windows of a stream in either direction.
    data = png(500, 400)
    check(len(data) > 2 * 262_144)
    picture = uuid.uuid4()
    fields = {"media": picture, "contentType": "image/png", "bytes": len(data)}
    reply = await upload(media, user, data, fields, parts=60_000)
    check((reply["id"], reply["bytes"]) == (picture, len(data)))
    check((reply["width"], reply["height"]) == (500, 400))
    check(reply["url"] == MediaReference(picture, "original"))
    # Streams and calls share one connection.
    whole, part, none, head = await asyncio.gather(
        fetch(media, picture),
        fetch(media, picture, offset=1_000, length=300_000),
        fetch(media, picture, offset=len(data)),
        media.call(DESCRIBE, {"media": picture, "variant": "original"}),
    )
    check(whole == data and part == data[1_000:301_000] and none == b"")
    check(head["bytes"] == len(data))
    # Nine megabytes through one connection: more than its credit, which must be returned.
    for _ in range(15):
        check(await fetch(media, picture) == data)


async def streams_are_refused(media, user):
    data = png(500, 400)
    fault = await fault_of(upload(media, user, data, {"contentType": "image/png", "bytes": 10}))
    check(fault.code == "media.length_mismatch", fault.code)
    fault = await fault_of(fetch(media, uuid.uuid4()))
    check((fault.code, fault.kind) == ("media.not_found", "notFound"))
    # The connection still works.
    stream = await media.open(UPLOAD, {"contentType": "image/png"}, Context(user=user))
    await stream.send(data[:1_000])
    await stream.cancel()
    fault = await stream.last_frame()
    check(fault.code == "wire.cancelled", fault)
    check((await upload(media, user, png(1, 1), {"contentType": "image/png"}))["width"] == 1)


async def listens(identity):
    await identity.call(REGISTER, person("diana"), effect="many")
    stream = await identity.open(WATCH_REVOCATIONS)
    heartbeat = gauntlet.decode(await stream.receive())
    check(heartbeat["number"] == 0 and "session" not in heartbeat)
    signed_in = await identity.call(SIGN_IN, {"login": "diana", "password": "correct horse"})
    claims = signed_in["accessToken"].split(".")[1]
    claims = json.loads(gauntlet.base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    session = uuid.UUID(claims["sid"])
    context = Context(user=signed_in["user"]["id"], session=session)
    check(await identity.call(SIGN_OUT, context=context, effect="once") == {})
    while True:
        notice = gauntlet.decode(await stream.receive())
        if "session" in notice:
            break
    check(notice == {"number": 1, "session": session})
    await stream.cancel()
    fault = await stream.last_frame()
    check(fault.code == "wire.cancelled")


async def cancels(made_up):
    connection = await made_up.connection()
    before = await connection.call(COUNT)
    call = await connection.begin(HOLD)
    while (await connection.call(COUNT))["begun"] == before["begun"]:
        pass
    await call.cancel()
    fault = await call.last_frame()
    check((fault.code, fault.kind) == ("wire.cancelled", "expired"))
    # At a deadline the client cancels; the call stays open until its last frame.
    fault = await fault_of(made_up.call(HOLD, context=Context(seconds=0.05)))
    check((fault.code, fault.kind) == ("wire.expired", "expired"))
    while connection.open_calls:
        await connection.call(COUNT)
    after = await connection.call(COUNT)
    check(after["begun"] > before["begun"] and after["begun"] == after["cancelled"], after)
    reply = await connection.call(ECHO, {"text": "still here"})
    check(reply == {"text": "still here", "by": "first"})


async def drops_what_it_does_not_want(made_up):
    """Cancels streams while items arrive: their credit is returned to the connection."""
    connection = await made_up.connection()
    # Ten megabytes: more than the connection's credit.
    for _ in range(100):
        stream = await made_up.open(FLOOD)
        # As many items of 50,000 bytes as the stream's credit allows.
        await stream.until_waiting(2)
        await stream.cancel()
        await stream.last_frame()
    check(not connection.is_closed and connection.open_calls == 0)


async def talks_over_tls():
    def secured(certificate="gateway", service="challenges", own_name="gateway", plain=False):
        tls = gauntlet.tls_context(
            f"{PLACES['certificates']}/{certificate}.crt",
            f"{PLACES['certificates']}/{certificate}.key",
            f"{PLACES['certificates']}/authority.crt",
        )
        return Connection.connect(
            "127.0.0.1",
            PLACES["secured"],
            service,
            own_name,
            PLACES["key"],
            tls=None if plain else tls,
            seconds=PATIENCE,
        )

    connection = await secured()
    check(await connection.call(ECHO, {"text": "?"}) == {"text": "?", "by": "secured"})
    await connection.close()
    for wrong in [
        {"plain": True},
        # Self-signed, not by the authority.
        {"certificate": "stranger"},
        {"own_name": "scoring"},
        # The server's certificate is valid only for challenges.
        {"service": "media"},
    ]:
        try:
            await secured(**wrong)
        except gauntlet.OpeningRefused:
            continue
        raise AssertionError(f"{wrong} was let in")


async def answers_pings(made_up):
    """A server that pings again has received something since its last ping: the pong."""
    connection = await made_up.connection()
    connection.ping_after = connection.close_after = float("inf")
    before = connection.pings
    while connection.pings < before + 3:
        check(not connection.is_closed)
        await asyncio.sleep(0.01)


async def is_drained(made_up):
    old = await made_up.connection()
    begun = (await old.call(COUNT))["begun"]
    held = await old.begin(HOLD)
    while (await old.call(COUNT))["begun"] == begun:
        pass
    # The drain is read late, just before the refusal of calls made in the meantime.
    drains = []
    take = old._take

    def take_late(frame):
        if frame.kind == gauntlet.DRAIN:
            drains.append(frame)
            return
        while drains and frame.kind == gauntlet.FAULT:
            take(drains.pop())
        take(frame)

    old._take = take_late
    await made_up.call(STOP)
    while not drains:
        await asyncio.sleep(0.001)
    # A stream that the stopping server refuses, not begun, is retried on its successor, and the
    # sent items are sent again.
    last = old._last_id
    stream = await made_up.open(COLLECT)
    check(old._last_id == last + 1)
    parts = [bytes([number]) * 50_000 for number in range(8)]
    for part in parts:
        check(await stream.send(part))
    await stream.end()
    reply = await stream.reply()
    sha256 = hashlib.sha256(b"".join(parts)).hexdigest()
    check(reply == {"sha256": sha256, "by": "second"}, reply)
    check(old.is_draining)
    # The next call goes to the server's successor, without an error.
    reply = await made_up.call(ECHO, {"text": "and now?"})
    check(reply == {"text": "and now?", "by": "second"}, reply)
    check(await made_up.connection() is not old)
    # Calls on the old connection are answered; then it is closed gracefully.
    check(not old.is_closed and old.open_calls == 1)
    await made_up.call(RELEASE)
    check(await held.reply() == {"text": "", "by": "first"})
    check(old.is_closed)


async def step(name, done):
    result = await done
    print(name, flush=True)
    return result


async def main():
    await step("frames are read", reads_frames())
    await step("the key is verified", opens())
    await step("without it the server refuses", is_refused_without_the_key())
    async with client("identity", "identity") as identity, client("media", "media") as media:
        ana = await step("calls are answered", calls(identity))
        await step("faults are returned", gets_faults(identity, ana))
        await step("a write is repeated", repeats_a_write(identity, ana))
        await step("pictures are uploaded and downloaded", streams(media, ana))
        await step("streams are refused", streams_are_refused(media, ana))
        await step("events are received", listens(identity))
    await step("certificates are checked", talks_over_tls())
    async with client("made_up", "challenges") as made_up:
        await step("calls are cancelled", cancels(made_up))
        await step("items are dropped", drops_what_it_does_not_want(made_up))
        await step("pings are answered", answers_pings(made_up))
        await step("the server is replaced", is_drained(made_up))


asyncio.run(asyncio.wait_for(main(), timeout=1200))
