import FoundationEssentials
import Identifiers
import NIOCore
import Postgres
import Values
import Wire

/// What a stored reply is found by.
struct ReplyName: Sendable {
    /// Who asked; the zero UUID where nobody was signed in.
    let user: UUID
    let call: CallID
    let key: String

    init(user: UserID?, call: CallID, key: String) {
        self.user = user?.uuid ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        self.call = call
        self.key = key
    }
}

/// A reply that was given, and to what.
struct StoredReply: Sendable {
    /// SHA-256 of the encoded call.
    let hash: [UInt8]
    let reply: ByteBuffer
}

// The `stored_replies` table. No other file names it.
extension Transaction {
    /// Takes the name for this transaction; waits for another that has it and has not ended.
    ///
    /// Returns whether the write is new: `false` where a reply is stored.
    func begin(_ name: ReplyName, hash: [UInt8], at now: Instant) throws -> Deferred<Bool> {
        try ask(
            """
            INSERT INTO stored_replies (user_id, call, key, body_hash, created_at)
            VALUES (\(name.user), \(Int32(name.call.rawValue)), \(name.key), \(hash), \(now))
            ON CONFLICT ON CONSTRAINT stored_replies_pkey DO NOTHING
            """
        ).map { $0 == 1 }
    }

    /// Adds the reply to a name that this transaction took.
    func finish(_ name: ReplyName, reply: ByteBuffer) throws {
        try send(
            """
            UPDATE stored_replies SET reply = \(Array(reply.readableBytesView))
            WHERE user_id = \(name.user) AND call = \(Int32(name.call.rawValue))
            AND key = \(name.key)
            """
        )
    }

    /// Forgets at most `limit` replies that were given before that moment.
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
    /// The reply stored under a name. One that is purged this very moment is `wire.unavailable`:
    /// asked again, the write is new.
    func storedReply(_ name: ReplyName) async throws -> StoredReply {
        guard let stored = try await findReply(name) else { throw WireError.unavailable }
        return stored
    }

    /// The reply stored under a name, if there is one.
    func findReply(_ name: ReplyName) async throws -> StoredReply? {
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
