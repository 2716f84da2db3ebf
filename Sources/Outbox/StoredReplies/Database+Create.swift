public import Postgres
public import RPC
public import Values
public import Wire

extension Database {
    /// Creates a row under an id that the client may choose, at most once per key (2.14-write-id)
    /// and per id (2.14-ids).
    ///
    /// A repetition gets the stored reply of its key, or the row under its id. Anything else is
    /// checked, which may ask other services, and inserted in one transaction.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - now: The time of the call.
    ///   - turns: As for `once`.
    ///   - taken: The error for an id that is in use, but not by an equal call of the same user.
    ///   - existing: Returns the row that the same user created under the call's id, and throws if
    ///     the call was another one. Runs before the checks, while the stored reply is read, and
    ///     again if `insert` found the id in use.
    ///   - check: Checks the call, and prepares what is inserted.
    ///   - insert: Inserts the row; returns `nil` if its id is in use.
    /// - Returns: The reply: new, stored, or of the row that exists.
    /// - Throws: What the closures throw, `taken`, and as `once` does.
    public func create<C: Call, Checked: Sendable>(
        _ call: C,
        in context: CallContext,
        at now: Instant,
        after turns: [LocalLock] = [],
        ifTaken taken: some Error,
        existing: @escaping @Sendable (any Reader) async throws -> C.Reply?,
        check: () async throws -> Checked,
        insert: @Sendable (Checked, Transaction) async throws -> C.Reply?
    ) async throws -> C.Reply {
        async let stored = reply(to: call, in: context)
        async let present = existing(self)
        // The key counts first: its reply, or the refusal of another call under it.
        if let given = try await stored { return given }
        if let made = try await present { return made }
        let checked = try await check()
        return try await once(call, in: context, at: now, after: turns) { tx in
            if let made = try await insert(checked, tx) { return made }
            guard let made = try await existing(tx) else { throw taken }
            return made
        }
    }
}
