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
    let key: String

    init(user: UserID?, call: CallID, key: String) {
        self.user = user?.uuid ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        self.call = call
        self.key = key
    }
}

/// A stored reply, and the hash of the call that it answers.
struct StoredReply: Sendable {
    /// SHA-256 of the encoded call.
    let hash: [UInt8]
    let reply: ByteBuffer
}

// The `stored_replies` table. No other file names it.
extension Transaction {
    /// Takes the name for this transaction; waits for another open transaction that has it.
    ///
    /// Returns whether the write is new: `false` if a reply is stored.
    func begin(_ name: StoredReplyKey, hash: [UInt8], at now: Instant) throws -> Deferred<Bool> {
        try deferred(
            """
            INSERT INTO stored_replies (user_id, call, key, body_hash, created_at)
            VALUES (\(name.user), \(Int32(name.call.rawValue)), \(name.key), \(hash), \(now))
            ON CONFLICT ON CONSTRAINT stored_replies_pkey DO NOTHING
            """
        ).map { $0 == 1 }
    }

    /// Stores the reply under a name that this transaction took.
    func finish(_ name: StoredReplyKey, reply: ByteBuffer) throws {
        try enqueue(
            """
            UPDATE stored_replies SET reply = \(Array(reply.readableBytesView))
            WHERE user_id = \(name.user) AND call = \(Int32(name.call.rawValue))
            AND key = \(name.key)
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
    /// The reply stored under a name. If it is purged at this very moment, throws
    /// `wire.unavailable`: on a retry, the write is new.
    func storedReply(_ name: StoredReplyKey) async throws -> StoredReply {
        guard let stored = try await findReply(name) else { throw WireError.unavailable }
        return stored
    }

    /// The reply stored under a name. Returns nil if there is none.
    func findReply(_ name: StoredReplyKey) async throws -> StoredReply? {
        try await first(
            """
            SELECT body_hash, reply FROM stored_replies
            WHERE user_id = \(name.user) AND call = \(Int32(name.call.rawValue))
            AND key = \(name.key)
            """,
            .point
        ) { row in
            let (hash, reply): ([UInt8], [UInt8]) = try row.read()
            return StoredReply(hash: hash, reply: ByteBuffer(bytes: reply))
        }
    }
}
