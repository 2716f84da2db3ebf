import FoundationEssentials
import Identifiers
import NIOCore
import Postgres
import Values
import Wire

/// The key of a stored reply.
struct StoredReplyKey: Sendable {
    /// The user who called; the zero UUID if no user was signed in.
    let user: UUID
    let call: CallID
    let idempotencyKey: String

    init(user: UserID?, call: CallID, idempotencyKey: String) {
        self.user = user?.uuid ?? .lowest
        self.call = call
        self.idempotencyKey = idempotencyKey
    }
}

/// A stored reply, and the hash of the call that it answers.
struct StoredReply: Sendable {
    /// SHA-256 of the encoded call.
    let hash: [UInt8]
    /// `nil` if it was not kept.
    let reply: ByteBuffer?
    /// When the call was answered.
    let createdAt: Instant

    /// Follows the hash in a row without a reply. An earlier release, which compares the whole
    /// column, then refuses a repetition with `wire.key_reused`.
    fileprivate static let notKept: [UInt8] = [0]
    private static let hashBytes = 32

    fileprivate init(hash: [UInt8], reply: [UInt8], createdAt: Instant) {
        self.hash = Array(hash.prefix(Self.hashBytes))
        self.reply = hash.count > Self.hashBytes ? nil : ByteBuffer(bytes: reply)
        self.createdAt = createdAt
    }
}

// The `stored_replies` table. No other file names it.
extension Transaction {
    /// Takes the key for this transaction; waits for another open transaction that has it.
    ///
    /// Returns whether the write is new: `false` if a reply is stored.
    func begin(_ key: StoredReplyKey, hash: [UInt8], at now: Instant) throws -> Deferred<Bool> {
        try deferred(
            """
            INSERT INTO stored_replies (user_id, call, key, body_hash, created_at)
            VALUES (\(key.user), \(Int32(key.call.rawValue)), \(key.idempotencyKey), \(hash),
                \(now))
            ON CONFLICT ON CONSTRAINT stored_replies_pkey DO NOTHING
            """
        ).map { $0 == 1 }
    }

    /// Stores the reply under a key that this transaction took.
    func finish(_ key: StoredReplyKey, reply: ByteBuffer) throws {
        try enqueue(
            """
            UPDATE stored_replies SET reply = \(Array(reply.readableBytesView))
            WHERE user_id = \(key.user) AND call = \(Int32(key.call.rawValue))
            AND key = \(key.idempotencyKey)
            """
        )
    }

    /// Keeps a key that this transaction took without its reply, which is empty then, not null: an
    /// earlier release reads it.
    func finishWithoutReply(_ key: StoredReplyKey, hash: [UInt8]) throws {
        try enqueue(
            """
            UPDATE stored_replies
            SET reply = \([UInt8]()), body_hash = \(hash + StoredReply.notKept)
            WHERE user_id = \(key.user) AND call = \(Int32(key.call.rawValue))
            AND key = \(key.idempotencyKey)
            """
        )
    }

    /// Deletes at most `limit` replies from before the given moment.
    func purgeReplies(before moment: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM stored_replies WHERE (user_id, call, key) IN (
                SELECT user_id, call, key FROM stored_replies
                WHERE created_at < \(moment) LIMIT \(limit))
            """
        )
    }
}

extension Reader {
    /// The reply stored under a key. If it is purged at this very moment, throws
    /// `wire.unavailable`: on a retry, the write is new.
    func storedReply(_ key: StoredReplyKey) async throws -> StoredReply {
        guard let stored = try await findReply(key) else { throw WireError.unavailable }
        return stored
    }

    /// The reply stored under a key. Returns nil if there is none.
    func findReply(_ key: StoredReplyKey) async throws -> StoredReply? {
        try await first(
            """
            SELECT body_hash, reply, created_at FROM stored_replies
            WHERE user_id = \(key.user) AND call = \(Int32(key.call.rawValue))
            AND key = \(key.idempotencyKey)
            """,
            .point
        ) { row in
            try StoredReply(hash: row.next(), reply: row.next(), createdAt: row.next())
        }
    }
}
