import Crypto
import Identifiers
import NIOCore
public import Postgres
public import RPC
public import Values
public import Wire

extension Database {
    /// Runs a write in one transaction, and at most once per key (2.14-write-id).
    ///
    /// The key is `context.idempotencyKey`; it applies per user and call, and without one this is
    /// just a transaction. A repetition with the same body gets the stored reply and runs nothing;
    /// while the first is under way, it waits. A different body is refused with `wire.key_reused`,
    /// and an invalid key (`IdempotencyKey`) with `wire.malformed`. Only successes are stored: an
    /// error of `body` leaves no trace. Replies are kept for 14 days, at most
    /// `Database.Options.storedBytesPerDay` of a user and day; a repetition whose reply was not
    /// kept is refused with `wire.reply_not_kept`.
    ///
    /// With `speculative`, `body` begins before it is known that the call is new, and its first
    /// statement is sent with the check. What it did for a repetition is rolled back, so it must
    /// change nothing but the database.
    ///
    /// A user makes at most two writes at once in a process; others wait for their turn, and then
    /// for `turns`, before they have a connection.
    public func once<C: Call>(
        _ call: C,
        in context: CallContext,
        at now: Instant = .now(),
        speculative: Bool = false,
        after turns: [LocalLock] = [],
        _ body: @Sendable (Transaction) async throws -> C.Reply
    ) async throws -> C.Reply {
        let digest =
            try context.idempotencyKey == nil ? [] : WireEncoder().encode(call).hash
        return try await once(
            call,
            digest: digest,
            in: context,
            at: now,
            speculative: speculative,
            after: turns,
            body
        )
    }

    /// Runs a write whose body is more than the call: an upload is the same if its bytes are. The
    /// digest is 32 bytes that two bodies share only if they are the same.
    public func once<C: Call>(
        _: C,
        digest hash: [UInt8],
        in context: CallContext,
        at now: Instant = .now(),
        speculative: Bool = false,
        after turns: [LocalLock] = [],
        _ body: @Sendable (Transaction) async throws -> C.Reply
    ) async throws -> C.Reply {
        let all = context.turns + turns
        guard let key = try context.storedReplyKey(for: C.self) else {
            return try await localLocks.withLocks(all) { try await transaction(in: context, body) }
        }
        let reply = try await localLocks.withLocks(all) {
            try await transaction(
                in: context,
                ifNew: { tx in try tx.begin(key, hash: hash, at: now) },
                speculative: speculative
            ) { tx in
                try await body(tx)
            } onSuccess: { tx, reply in
                let bytes = try WireEncoder().encode(reply)
                // Calls without a user are the operator's and the cluster's.
                if context.user == nil
                    || takeStoredBytes(bytes.readableBytes, of: key.user, at: now)
                {
                    try tx.finish(key, reply: bytes)
                } else {
                    try tx.finishWithoutReply(key, hash: hash)
                }
            }
        }
        if let reply { return reply }
        return try await storedReply(key).given(to: C.self, hash: hash, in: context)
    }

    /// The reply that a write got before; `nil` if it is new, or still under way.
    ///
    /// For a handler that calls another service, or reads the clock, before its `once`: what it
    /// finds now may differ from what it found then, but the reply must not. A different body under
    /// the same key is refused with `wire.key_reused`.
    public func reply<C: Call>(to call: C, in context: CallContext) async throws -> C.Reply? {
        guard let key = try context.storedReplyKey(for: C.self),
            let stored = try await findReply(key)
        else { return nil }
        return try stored.given(
            to: C.self,
            hash: WireEncoder().encode(call).hash,
            in: context
        )
    }
}

extension StoredReply {
    /// Returns the reply to a repetition, and notes in its context that it is not a new one.
    fileprivate func given<C: Call>(
        to _: C.Type,
        hash: [UInt8],
        in context: CallContext
    ) throws -> C.Reply {
        guard self.hash == hash else { throw WireError.keyReused }
        guard let reply else { throw WireError.replyNotKept }
        context.repeats(replyOf: createdAt)
        return try WireDecoder().decode(C.Reply.self, from: reply)
    }
}

extension Reader {
    /// Whether a write under the context's key got a reply before, whatever its body was.
    ///
    /// For a handler that must refuse new writes before it can tell by the body whether one is new.
    public func isAnswered<C: Call>(_: C.Type, in context: CallContext) async throws -> Bool {
        guard let key = try? context.storedReplyKey(for: C.self) else { return false }
        return try await findReply(key) != nil
    }
}

extension CallContext {
    fileprivate var turns: [LocalLock] { user.map { [LocalLock.writes(of: $0)] } ?? [] }

    /// The key of a call's stored reply; `nil` without an idempotency key.
    ///
    /// - Throws: `wire.malformed` if the idempotency key is not valid.
    fileprivate func storedReplyKey<C: Call>(for _: C.Type) throws -> StoredReplyKey? {
        guard let idempotencyKey else { return nil }
        guard IdempotencyKey.isValid(idempotencyKey) else { throw WireError.malformed }
        return StoredReplyKey(user: user, call: C.id, idempotencyKey: idempotencyKey)
    }
}

extension ByteBuffer {
    /// SHA-256 of the readable bytes.
    fileprivate var hash: [UInt8] {
        var function = SHA256()
        withUnsafeReadableBytes { function.update(bufferPointer: $0) }
        return Array(function.finalize())
    }
}
