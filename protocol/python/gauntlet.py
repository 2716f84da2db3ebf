"""A client of Gauntlet's protocol, written from protocol/README.md alone.

It needs only cbor2 (Debian: python3-cbor2) and Python 3.9 or newer:

    async with Client("127.0.0.1", 7104, "scoring", "gateway", key_file) as scoring:
        reply = await scoring.call(0x0402, {"user": user}, Context(user=user))

protocol/calls.txt lists numbers, fields and replies. In arguments and replies UUIDs are uuid.UUID,
amounts decimal.Decimal, instants Instant and media references MediaReference; every other value is
what cbor2 makes of it. `key_file` is the text of a key file. Section signs (§) refer to the README.
"""

import asyncio
import base64
import collections
import dataclasses
import hashlib
import hmac
import os
import random
import ssl
import struct
import uuid

import cbor2

# Frames, §2.

HELLO, WELCOME, PROOF, CALL, REPLY, FAULT, ITEM = 1, 2, 3, 4, 5, 6, 7
END, CREDIT, CANCEL, PING, PONG, DRAIN = 8, 9, 10, 11, 12, 13

STREAM = 1
NOT_BEGUN = 2

ID_MAX = 2**31 - 1
OPENING_FRAME_BYTES_MAX = 512

# The deadline of a call that sets none (§4.2).
CALL_SECONDS = 10

Frame = collections.namedtuple("Frame", "kind flags id body")


class ProtocolError(ConnectionError):
    """The other side broke the protocol; the connection is closed (§8)."""


class OpeningRefused(ConnectionError):
    """The handshake failed: there is no connection (§3)."""


def frame_bytes(kind, id=0, body=b"", flags=0):
    """Returns a frame with its length field."""
    return struct.pack(">IBBI", 6 + len(body), kind, flags, id) + body


async def read_frame(reader, limit):
    """Returns the next frame and its bytes; checks the length before it reads more."""
    head = await reader.readexactly(4)
    (length,) = struct.unpack(">I", head)
    if not 6 <= length <= limit:
        raise ProtocolError(f"invalid frame length: {length}")
    rest = await reader.readexactly(length)
    kind, flags, id = struct.unpack(">BBI", rest[:6])
    return Frame(kind, flags, id, rest[6:]), head + rest


# CBOR, §10.


@dataclasses.dataclass(frozen=True, order=True)
class Instant:
    """A moment: microseconds since 1970-01-01T00:00:00Z."""

    microseconds: int


@dataclasses.dataclass(frozen=True)
class MediaReference:
    """A picture, and one of its renderings."""

    media: uuid.UUID
    variant: str


INSTANT_TAG = 0xC701
MEDIA_TAG = 0xC702


def _write(encoder, value):
    if isinstance(value, Instant):
        encoder.encode(cbor2.CBORTag(INSTANT_TAG, value.microseconds))
    elif isinstance(value, MediaReference):
        encoder.encode(cbor2.CBORTag(MEDIA_TAG, [value.media.bytes, value.variant]))
    else:
        raise TypeError(f"no wire type for {type(value)}")


def _read(*arguments):
    # The other arguments that cbor2 passes differ between its versions.
    tag = next(each for each in arguments if isinstance(each, cbor2.CBORTag))
    if tag.tag == INSTANT_TAG:
        return Instant(tag.value)
    if tag.tag == MEDIA_TAG:
        return MediaReference(uuid.UUID(bytes=bytes(tag.value[0])), tag.value[1])
    return tag


def encode(value):
    """Encodes a value as CBOR. Omits fields that are None."""
    if isinstance(value, dict):
        value = {key: each for key, each in value.items() if each is not None}
    return cbor2.dumps(value, default=_write)


def decode(data):
    """Decodes a single value."""
    return cbor2.loads(data, tag_hook=_read)


# The key, §3.1.


class Key:
    """A cluster key, from a line of the key file."""

    def __init__(self, line):
        self.id, text = line.split(":", 1)
        secret = base64.b64decode(text, validate=True)
        if len(secret) != 32:
            raise ValueError("a cluster key has 32 bytes")
        # HKDF-SHA-256 without salt; 32 bytes are its first block.
        extracted = hmac.new(bytes(32), secret, "sha256").digest()
        self.handshake = hmac.new(extracted, b"handshake\x01", "sha256").digest()

    def mac(self, role, transcript):
        message = role + hashlib.sha256(transcript).digest()
        return hmac.new(self.handshake, message, "sha256").digest()


def proving_key(key_file):
    """Returns the first key of a key file's text."""
    lines = [line.strip() for line in key_file.splitlines()]
    return Key(next(line for line in lines if line and not line.startswith("#")))


# The handshake, §3.

Limits = collections.namedtuple(
    "Limits", "frame_bytes item_bytes calls streams stream_credit connection_credit"
)


def _text(value):
    data = value.encode()
    if len(data) > 64:
        raise ValueError("a text of the handshake has at most 64 bytes")
    return bytes([len(data)]) + data


async def _open(reader, writer, own_name, service, build, key):
    """Authenticates both sides, and returns the server's limits."""
    hello = frame_bytes(HELLO, body=b"GNTL" + struct.pack(">HH", 1, 1) + os.urandom(32))
    writer.write(hello)

    frame, welcome = await read_frame(reader, OPENING_FRAME_BYTES_MAX)
    if (frame.kind, frame.flags, frame.id, len(frame.body)) != (WELCOME, 0, 0, 38):
        raise OpeningRefused("no welcome")
    lowest, highest, chosen = struct.unpack(">HHH", frame.body[:6])
    if not (lowest <= 1 <= highest and chosen == 1):
        raise OpeningRefused(f"no common version: {lowest} to {highest}, chosen {chosen}")

    fields = b"".join(map(_text, (own_name, service, build, key.id)))
    unsigned = frame_bytes(PROOF, body=fields + bytes(32))[:-32]
    proof = unsigned + key.mac(b"client", hello + welcome + unsigned)
    writer.write(proof)

    frame, answer = await read_frame(reader, OPENING_FRAME_BYTES_MAX)
    if (frame.kind, frame.flags, frame.id) != (PROOF, 0, 0):
        raise OpeningRefused("no proof")
    mac = key.mac(b"server", hello + welcome + proof + answer[:-32])
    if not hmac.compare_digest(mac, answer[-32:]):
        raise OpeningRefused("the server does not hold the key")
    name_length = frame.body[0]
    name = frame.body[1 : 1 + name_length].decode()
    rest = frame.body[1 + name_length :]
    rest = rest[1 + rest[0] :]
    if name != service or len(rest) != 24 + 32:
        raise OpeningRefused(f"the server is {name}, not {service}")
    limits = Limits._make(struct.unpack(">6I", rest[:24]))
    if not (
        512 <= limits.frame_bytes <= 1_048_576
        and 1 <= limits.item_bytes <= 65_536
        and 1 <= limits.calls <= 1_024
        and limits.streams <= limits.calls
        and 2 * limits.item_bytes <= limits.stream_credit <= 262_144
        and limits.stream_credit <= limits.connection_credit <= 16_777_216
    ):
        raise OpeningRefused(f"unusable limits: {limits}")
    return limits


# TLS, §3.5.


def tls_context(certificate_file, key_file, authority_file):
    """Returns a context for `tls`: the client's certificate and key, and the trusted authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # The protocol has its own rule for names.
    context.check_hostname = False
    context.load_verify_locations(authority_file)
    context.load_cert_chain(certificate_file, key_file)
    return context


def _certified_names(writer):
    certificate = writer.get_extra_info("peercert") or {}
    return {name for kind, name in certificate.get("subjectAltName", ()) if kind == "DNS"}


# Calls, §4 and §5.


@dataclasses.dataclass
class Context:
    """The context of a call (§4.2). The deadline is in seconds from now."""

    seconds: float = None
    user: uuid.UUID = None
    session: uuid.UUID = None
    is_moderator: bool = None
    client_address: str = None
    user_agent: str = None
    idempotency_key: str = None
    priority: int = None
    traceparent: str = None

    def encoded(self, seconds):
        return encode(
            {
                "remainingMilliseconds": None if seconds is None else max(0, int(seconds * 1000)),
                "traceparent": self.traceparent,
                "user": self.user,
                "session": self.session,
                "isModerator": self.is_moderator,
                "clientAddress": self.client_address,
                "userAgent": self.user_agent,
                "idempotencyKey": self.idempotency_key,
                "priority": self.priority,
            }
        )


class Fault(Exception):
    """A call was refused, or failed (§5)."""

    def __init__(self, body, flags=0):
        super().__init__(f"{body['code']}: {body['detail']}")
        self.code = body["code"]
        self.kind = body["kind"]
        self.detail = body["detail"]
        self.fields = body.get("fields") or []
        self.retry_after_seconds = body.get("retryAfterSeconds")
        self.current = decode(body["current"]) if body.get("current") else None
        self.is_begun = not flags & NOT_BEGUN

    @property
    def is_passing(self):
        """Whether a retry may succeed (§9)."""
        return self.kind == "unavailable" and self.retry_after_seconds is None

    @property
    def is_turned_away(self):
        return self.is_passing and not self.is_begun


class Expired(Fault):
    """The deadline passed before the answer came; whether the call took effect is unknown."""

    def __init__(self):
        super().__init__({"code": "wire.expired", "kind": "expired", "detail": "No answer in time."})


def is_due(owed, left, limits):
    """Whether to return credit: as much is owed as the server has left (§6.1)."""
    return owed >= max(left, limits.stream_credit // 8, 1)


class Stream:
    """An open call. Items flow during some calls (§6); every call has one last frame."""

    def __init__(self, connection, id, is_stream):
        self._connection = connection
        self._id = id
        self.is_stream = is_stream
        # Whether the server has sent an item or credit: then it has begun the call.
        self.is_begun = False
        self.is_abandoned = False
        self._ended = False
        self._send_credit = connection.limits.stream_credit
        self._receive_credit = connection.limits.stream_credit
        self._owed = 0
        self._items = collections.deque()
        self._answer = None
        self._changed = asyncio.Event()

    def _wake(self):
        self._changed.set()

    async def _until(self, holds):
        while not holds():
            self._changed.clear()
            await self._changed.wait()

    @property
    def is_answered(self):
        """Whether the last frame has come, or never will."""
        return self._answer is not None

    @property
    def is_turned_away(self):
        """Whether the server refused it, not begun, and another server may accept it (§9)."""
        return isinstance(self._answer, Fault) and self._answer.is_turned_away

    @property
    def is_on_stopping_server(self):
        return self._connection.is_draining

    async def send(self, item):
        """Sends an item once both credits allow it. Returns False, unsent, if the call is over."""
        connection = self._connection
        cost = max(1, len(item))
        if len(item) > connection.limits.item_bytes:
            raise ValueError("the item is too long")
        await self._until(
            lambda: self.is_answered
            or (self._send_credit >= cost and connection.send_credit >= cost)
        )
        if self.is_answered:
            return False
        self._send_credit -= cost
        connection.send_credit -= cost
        await connection.write(frame_bytes(ITEM, self._id, item))
        return True

    async def end(self):
        """Sends the end: no further item follows."""
        if not self._ended and not self.is_answered:
            self._ended = True
            await self._connection.write(frame_bytes(END, self._id))

    async def receive(self):
        """Returns the server's next item; None after its last."""
        await self._until(lambda: self._items or self.is_answered)
        if not self._items:
            return None
        item = self._items.popleft()
        cost = max(1, len(item))
        self._owed += cost
        self._connection.owe(cost)
        limits = self._connection.limits
        if not self.is_answered and is_due(self._owed, self._receive_credit, limits):
            owed, self._owed = self._owed, 0
            self._receive_credit += owed
            await self._connection.give(self._id, owed)
        self._connection.repay()
        return item

    async def until_waiting(self, count):
        """Waits until `count` items wait to be received, or the call is over."""
        await self._until(lambda: len(self._items) >= count or self.is_answered)

    async def reply(self):
        """Returns the decoded reply, or raises the fault. Drops unread items."""
        while await self.receive() is not None:
            pass
        if isinstance(self._answer, Exception):
            raise self._answer
        return decode(self._answer)

    async def last_frame(self):
        """Waits until the call is over; returns its fault, or None for a reply."""
        await self._until(lambda: self.is_answered)
        return self._answer if isinstance(self._answer, Exception) else None

    async def cancel(self):
        """Cancels the call; it stays open until its last frame has come (§6.2)."""
        if not self.is_answered and not self.is_abandoned:
            self.is_abandoned = True
            await self._connection.write(frame_bytes(CANCEL, self._id))
            for item in self._items:
                self._connection.owe(max(1, len(item)))
            self._items.clear()
            self._connection.repay()

    # Called by the connection.

    def _took(self, item):
        self.is_begun = True
        self._receive_credit -= max(1, len(item))
        if self._receive_credit < 0:
            raise ProtocolError("an item beyond the stream's credit")
        self._items.append(item)
        self._wake()

    def _credited(self, count):
        self.is_begun = True
        self._send_credit += count
        if self._send_credit > self._connection.limits.stream_credit:
            raise ProtocolError("more credit than a stream has")
        self._wake()

    def _answered(self, answer):
        self._answer = answer
        self._wake()


class Connection:
    """One authenticated connection to a service."""

    def __init__(self, reader, writer, limits):
        self._reader = reader
        self._writer = writer
        self.limits = limits
        self.send_credit = limits.connection_credit
        self._receive_credit = limits.connection_credit
        self._owed = 0
        self._last_id = 0
        self._open = {}
        self._room = asyncio.Event()
        self.is_draining = False
        self.is_closed = False
        self.pings = 0
        # After how many seconds of silence to ping, and to close (§7).
        self.ping_after = 5
        self.close_after = 10
        self._heard = asyncio.get_running_loop().time()
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._listen())]

    @classmethod
    async def connect(
        cls, host, port, service, own_name, key_file, build="python", tls=None, seconds=2
    ):
        """Connects to a service and authenticates; raises OpeningRefused."""
        key = proving_key(key_file)
        try:
            reader, writer = await asyncio.open_connection(host, port, ssl=tls)
        except ssl.SSLError as error:
            raise OpeningRefused("the TLS handshake failed") from error
        try:
            if tls and service not in _certified_names(writer):
                raise OpeningRefused("the certificate is not valid for the service")
            limits = await asyncio.wait_for(
                _open(reader, writer, own_name, service, build, key), timeout=seconds
            )
        except BaseException as error:
            writer.close()
            if isinstance(error, (EOFError, asyncio.TimeoutError, OSError)) and not isinstance(
                error, OpeningRefused
            ):
                raise OpeningRefused("the server closed the connection") from error
            raise
        return cls(reader, writer, limits)

    @property
    def takes_calls(self):
        return not self.is_draining and not self.is_closed and self._last_id < ID_MAX

    @property
    def open_calls(self):
        return len(self._open)

    async def begin(self, number, fields=None, context=None, is_stream=False, seconds=None):
        """Begins a call; waits while the server's maximum of calls is open."""
        while self.takes_calls and not self._has_room(is_stream):
            self._room.clear()
            await self._room.wait()
        if not self.takes_calls:
            raise NotSent("the connection takes no more calls")
        map = (context or Context()).encoded(seconds)
        body = struct.pack(">HH", number, len(map)) + map + encode(fields or {})
        if len(map) > 8_192 or 6 + len(body) > self.limits.frame_bytes:
            raise ValueError("the call is too large")
        self._last_id += 1
        call = Stream(self, self._last_id, is_stream)
        self._open[self._last_id] = call
        await self.write(
            frame_bytes(CALL, self._last_id, body, flags=STREAM if is_stream else 0)
        )
        return call

    def _has_room(self, is_stream):
        streams = sum(1 for call in self._open.values() if call.is_stream)
        # At most as many as the connection's credit covers, so that none waits for another (§6.1).
        covered = self.limits.connection_credit // self.limits.stream_credit
        return len(self._open) < self.limits.calls and (
            not is_stream or streams < min(self.limits.streams, covered)
        )

    async def call(self, number, fields=None, context=None):
        """Makes a call, and returns the reply; raises Fault, or Expired at the deadline."""
        seconds = (context or Context()).seconds
        seconds = CALL_SECONDS if seconds is None else seconds
        call = await self.begin(number, fields, context, seconds=seconds)
        try:
            return await asyncio.wait_for(call.reply(), timeout=seconds)
        except asyncio.TimeoutError:
            await call.cancel()
            raise Expired() from None
        except asyncio.CancelledError:
            await call.cancel()
            raise

    async def close(self):
        """Closes at once; open calls count as cancelled."""
        self._lost(ConnectionError("the connection was closed"))

    # Writing.

    async def write(self, data):
        """Writes, and waits while the server does not read."""
        self.post(data)
        try:
            if not self.is_closed:
                await self._writer.drain()
        except ConnectionError as error:
            self._lost(error)

    def post(self, data):
        """Writes without waiting: the reading task must not stop because the server does (§7)."""
        if not self.is_closed:
            self._writer.write(data)

    async def give(self, id, count):
        await self.write(frame_bytes(CREDIT, id, struct.pack(">I", count)))

    def owe(self, cost):
        """Records that items of this cost were consumed or dropped."""
        self._owed += cost

    def repay(self):
        """Returns the connection's credit when it is due."""
        if is_due(self._owed, self._receive_credit, self.limits):
            owed, self._owed = self._owed, 0
            self._receive_credit += owed
            self.post(frame_bytes(CREDIT, 0, struct.pack(">I", owed)))

    # Reading.

    async def _read(self):
        try:
            while True:
                frame, _ = await read_frame(self._reader, self.limits.frame_bytes)
                self._heard = asyncio.get_running_loop().time()
                self._take(frame)
        except Exception as error:
            self._lost(error)

    def _take(self, frame):
        kind, flags, id, body = frame
        if kind in (REPLY, FAULT, ITEM, CREDIT) and id > self._last_id:
            raise ProtocolError("a frame for a call that was never opened")
        call = self._open.get(id)
        if kind == REPLY and not flags:
            self._end(id, body)
        elif kind == FAULT and flags in (0, NOT_BEGUN):
            self._end(id, Fault(decode(body), flags))
        elif kind == ITEM and not flags:
            if call and not call.is_stream:
                raise ProtocolError("an item for a call that is not a stream")
            self._receive_credit -= max(1, len(body))
            if self._receive_credit < 0 or len(body) > self.limits.item_bytes:
                raise ProtocolError("an item beyond the credit, or too long")
            if call and not call.is_abandoned:
                call._took(body)
            else:
                self.owe(max(1, len(body)))
                self.repay()
        elif kind == CREDIT and not flags and len(body) == 4:
            (count,) = struct.unpack(">I", body)
            if id == 0:
                self.send_credit += count
                if self.send_credit > self.limits.connection_credit:
                    raise ProtocolError("more credit than a connection has")
                for each in self._open.values():
                    each._wake()
            elif call:
                call._credited(count)
        elif kind == PING and not flags and not body:
            self.pings += 1
            self.post(frame_bytes(PONG, id))
        elif kind == PONG and not flags and not body:
            pass
        elif kind == DRAIN and not flags and not body:
            self.is_draining = True
            self._room.set()
            self._close_when_drained()
        else:
            raise ProtocolError(f"an unexpected frame of kind {kind}")

    def _end(self, id, answer):
        call = self._open.pop(id, None)
        if call:
            call._answered(answer)
        self._room.set()
        self._close_when_drained()

    def _close_when_drained(self):
        if self.is_draining and not self._open:
            self._lost(ConnectionError("the server stopped"))

    def _lost(self, error):
        if self.is_closed:
            return
        self.is_closed = True
        self._writer.close()
        lost = Lost(str(error) or type(error).__name__)
        for call in self._open.values():
            call._answered(lost)
        self._open = {}
        self._room.set()
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()

    async def _listen(self):
        """Pings a silent server, and closes the connection if it stays silent."""
        while not self.is_closed:
            await asyncio.sleep(1)
            silence = asyncio.get_running_loop().time() - self._heard
            if silence >= self.close_after:
                self._lost(ConnectionError("the server is silent"))
            elif silence >= self.ping_after:
                await self.write(frame_bytes(PING))


# The maximum number of retries (§9).
RETRIES_MAX = 2


def retry_pause(retries):
    """Returns how many seconds to wait before a retry; the first is number 1."""
    return random.uniform(0.001, 0.02) * retries


class NotSent(ConnectionError):
    """Nothing of the call was sent."""


class Lost(ConnectionError):
    """The connection was lost after the call was sent."""


class Client:
    """A client of a service, with one connection at a time that is reopened as needed."""

    def __init__(self, *arguments, **options):
        """Takes the arguments of Connection.connect."""
        self._arguments = arguments
        self._options = options
        self._connection = None
        self._connecting = asyncio.Lock()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        if self._connection:
            await self._connection.close()

    async def connection(self):
        """Returns a connection that takes calls; connects until there is one."""
        async with self._connecting:
            pause = 0.01
            while not (self._connection and self._connection.takes_calls):
                try:
                    self._connection = await Connection.connect(
                        *self._arguments, **self._options
                    )
                except (ConnectionError, OSError):
                    await asyncio.sleep(pause * random.uniform(0.5, 1))
                    pause = min(2 * pause, 0.5)
            return self._connection

    async def call(self, number, fields=None, context=None, effect="none"):
        """Makes a call, and retries it where that is safe (§9)."""
        context = dataclasses.replace(context) if context else Context()
        if effect == "once" and context.idempotency_key is None:
            context.idempotency_key = str(uuid.uuid4())
        seconds = CALL_SECONDS if context.seconds is None else context.seconds
        end = asyncio.get_running_loop().time() + seconds
        retries = 0
        while True:
            try:
                connection = await asyncio.wait_for(self.connection(), timeout=self._left(end))
                context.seconds = self._left(end)
                return await connection.call(number, fields, context)
            except asyncio.TimeoutError:
                raise Expired() from None
            except NotSent:
                continue
            except Lost:
                if effect == "many" or retries == 2:
                    raise
            except Fault as fault:
                if fault.is_turned_away and connection.is_draining:
                    # The server is stopping and did nothing: as if the call had not been sent.
                    continue
                may_repeat = effect != "many" or not fault.is_begun
                if not (may_repeat and fault.is_passing and retries < RETRIES_MAX):
                    raise
            retries += 1
            pause = retry_pause(retries)
            if pause >= self._left(end):
                raise Expired()
            await asyncio.sleep(pause)

    async def open(self, number, fields=None, context=None):
        """Begins a stream; without a deadline unless the context has one."""
        seconds = context.seconds if context else None
        end = None if seconds is None else asyncio.get_running_loop().time() + seconds

        async def begin():
            while True:
                left = None if end is None else self._left(end)
                try:
                    connection = await asyncio.wait_for(self.connection(), timeout=left)
                    left = None if end is None else self._left(end)
                    return await connection.begin(
                        number, fields, context, is_stream=True, seconds=left
                    )
                except asyncio.TimeoutError:
                    raise Expired() from None
                except NotSent:
                    continue

        return MovingStream(await begin(), begin)

    @staticmethod
    def _left(end):
        return max(0, end - asyncio.get_running_loop().time())


class MovingStream:
    """A stream that is retried if a server refused it, not begun (§9).

    Until the server has begun, it keeps the sent items: at most a stream's credit, because a server
    returns credit only when it consumes items. One task may send while another receives.
    """

    def __init__(self, stream, begin):
        self._stream = stream
        self._begin = begin
        # The sent items; None once the server has begun.
        self._sent = []
        self._is_ended = False
        self._is_cancelled = False
        self._retries = 0
        self._moving = asyncio.Lock()

    async def send(self, item):
        """As Stream.send."""
        stream = self._stream
        self._forget_if_begun(stream)
        if self._sent is not None:
            self._sent.append(item)
        # The task that retries the stream sends this item too.
        return await stream.send(item) or not await self._is_over(stream)

    async def end(self):
        """As Stream.end."""
        self._is_ended = True
        await self._stream.end()

    async def receive(self):
        """As Stream.receive."""
        while True:
            stream = self._stream
            item = await stream.receive()
            self._forget_if_begun(stream)
            if item is not None or await self._is_over(stream):
                return item

    async def until_waiting(self, count):
        """As Stream.until_waiting."""
        while True:
            stream = self._stream
            await stream.until_waiting(count)
            if not stream.is_answered or await self._is_over(stream):
                return

    async def reply(self):
        """As Stream.reply."""
        while await self.receive() is not None:
            pass
        return await self._stream.reply()

    async def last_frame(self):
        """As Stream.last_frame."""
        while True:
            stream = self._stream
            fault = await stream.last_frame()
            if await self._is_over(stream):
                return fault

    async def cancel(self):
        """As Stream.cancel."""
        self._is_cancelled = True
        await self._stream.cancel()

    def _forget_if_begun(self, stream):
        if stream.is_begun:
            self._sent = None

    async def _is_over(self, stream):
        """Retries an answered stream if it may, and returns False; otherwise returns True."""
        async with self._moving:
            if stream is not self._stream:
                return False
            self._forget_if_begun(stream)
            if self._is_cancelled or self._sent is None or not stream.is_turned_away:
                return True
            if not stream.is_on_stopping_server:
                if self._retries == RETRIES_MAX:
                    return True
                self._retries += 1
                await asyncio.sleep(retry_pause(self._retries))
            anew = await self._begin()
            index = 0
            while index < len(self._sent):
                await anew.send(self._sent[index])
                index += 1
            if self._is_ended:
                await anew.end()
            self._stream = anew
            return False
