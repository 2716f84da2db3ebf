package import ChallengesAPI
package import FoundationEssentials
package import Identifiers
import Outbox
package import Postgres
package import Values
import Wire

// The `timings` table. No other file names it.
extension Transaction {
    /// Inserts a timing; returns `false` if the id is taken.
    func insert(_ timing: TimingRecord) async throws -> Bool {
        let life = timing.life
        return try await run(
            """
            INSERT INTO timings (\(TimingRecord.columns))
            VALUES (\(timing.id), \(timing.user), \(timing.of.rawValue), \(timing.subject),
                \(timing.createdAt), \(life.mode.rawValue), \(life.storedTarget), \(life.state),
                \(life.starts), \(life.stops), \(Int32(clamping: life.elapsed)),
                \(life.finishedAt), \(life.isSuspect), \(life.isVerified), \(life.isUnattended),
                \(life.result?.kind.rawValue), \(life.result?.id), \(life.refusal),
                \(life.version))
            ON CONFLICT ON CONSTRAINT timings_pkey DO NOTHING
            """
        ) == 1
    }

    /// Locks a timing until the transaction ends and reads it; `nil` if it does not exist.
    func heldTiming(_ id: TimingID) async throws -> TimingRecord? {
        try enqueue("SELECT FROM timings WHERE id = \(id) FOR NO KEY UPDATE")
        return try await timing(id)
    }

    /// Locks a user's live timing of a subject until the transaction ends and reads it; `nil` if
    /// there is none.
    func heldLiveTiming(
        of subject: UUID,
        _ of: Timing.Subject,
        by user: UserID
    ) async throws -> TimingRecord? {
        try await first(
            """
            SELECT \(TimingRecord.columns) FROM timings
            WHERE user_id = \(user) AND of = \(of.rawValue) AND subject = \(subject)
                AND \(SQL.isLive)
            FOR NO KEY UPDATE
            """,
            .point
        ) { row in
            try TimingRecord(reading: &row)
        }
    }

    /// Stores the change of a locked timing. `version` is the version before the change: if the row
    /// has another one, the server refuses, because a version is never NULL. Sent with the next
    /// statement.
    func save(_ life: TimingLife, of id: TimingID, over version: Int64) throws {
        try enqueue(
            """
            UPDATE timings SET state = \(life.state), starts = \(life.starts),
                stops = \(life.stops), elapsed_ms = \(Int32(clamping: life.elapsed)),
                finished_at = \(life.finishedAt), is_suspect = \(life.isSuspect),
                is_unattended = \(life.isUnattended),
                result_kind = \(life.result?.kind.rawValue), result = \(life.result?.id),
                refusal = \(life.refusal),
                version = CASE WHEN version = \(version) THEN \(life.version) END
            WHERE id = \(id)
            """
        )
    }

    /// Deletes a user's timings of a locked subject that is being deleted, and their timers.
    package func deleteTimings(
        of subject: UUID,
        _ of: Timing.Subject,
        by user: UserID
    ) async throws {
        let live = try await all(
            """
            WITH deleted AS (
                DELETE FROM timings
                WHERE user_id = \(user) AND of = \(of.rawValue) AND subject = \(subject)
                RETURNING id, state
            )
            SELECT id FROM deleted WHERE \(SQL.isLive)
            """
        ) { row in
            try row.next(TimingID.self)
        }
        for id in live { try unschedule(TimingRow.timer, id) }
    }
}

extension Reader {
    /// A timing of any user; `nil` if it does not exist.
    func timing(_ id: TimingID) async throws -> TimingRecord? {
        try await first(
            "SELECT \(TimingRecord.columns) FROM timings WHERE id = \(id)",
            .point
        ) { row in
            try TimingRecord(reading: &row)
        }
    }

    /// The elapsed time in milliseconds of a user's last timing of a subject that was finished
    /// without a required picture, after a moment if given; `nil` if there is none.
    package func keptMilliseconds(
        of subject: UUID,
        _ of: Timing.Subject,
        by user: UserID,
        after moment: Instant?
    ) async throws -> Int? {
        try await first(
            """
            SELECT elapsed_ms FROM timings
            WHERE user_id = \(user) AND of = \(of.rawValue) AND subject = \(subject)
                AND refusal = \(ChallengesError.proofMissing.rawValue)
                AND finished_at > coalesce(\(moment)::timestamptz, '-infinity')
            ORDER BY finished_at DESC, id DESC LIMIT 1
            """,
            .point
        ) { row in
            Int(try row.next(Int32.self))
        }
    }

    /// A page of a user's timings, newest first.
    func timings(
        of user: UserID,
        isLive: Bool,
        after place: (Instant, TimingID)?,
        limit: Int
    ) async throws -> [TimingRecord] {
        let live: SQL = isLive ? "AND \(SQL.isLive)" : ""
        return try await all(
            """
            SELECT \(TimingRecord.columns) FROM timings
            WHERE user_id = \(user) \(live) \(before: place, in: "(created_at, id)")
            ORDER BY created_at DESC, id DESC LIMIT \(limit)
            """
        ) { row in
            try TimingRecord(reading: &row)
        }
    }

    /// The start of a user's `number`-th newest timing; `nil` if they started fewer after a moment.
    func timingStart(
        by user: UserID,
        numbered number: Int,
        after moment: Instant
    ) async throws -> Instant? {
        try await first(
            """
            SELECT created_at FROM timings WHERE user_id = \(user) AND created_at > \(moment)
            ORDER BY created_at DESC, id DESC OFFSET \(number - 1) LIMIT 1
            """,
            .point
        ) { row in
            try row.next()
        }
    }
}

extension SQL {
    /// The condition that a timing is live, as in its index.
    fileprivate static let isLive: SQL = "state IN ('running', 'paused')"
}

extension TimingLife.State: Bindable, Readable {}

extension TimingLife {
    fileprivate var storedTarget: Int32? { targetSeconds.map { Int32(clamping: $0) } }
    fileprivate var starts: [Instant] { segments.map(\.startedAt) }
    /// One fewer than `starts` while the timing runs.
    fileprivate var stops: [Instant] { segments.compactMap(\.stoppedAt) }

    fileprivate var result: Timing.Result? {
        guard case .made(let result) = outcome else { return nil }
        return result
    }

    fileprivate var refusal: String? {
        guard case .refused(let code) = outcome else { return nil }
        return code
    }
}

extension TimingRecord {
    fileprivate static let columns: Columns = [
        "id", "user_id", "of", "subject", "created_at", "mode", "target_seconds", "state", "starts",
        "stops", "elapsed_ms", "finished_at", "is_suspect", "is_verified", "is_unattended",
        "result_kind", "result", "refusal", "version",
    ]

    /// Reads `columns`.
    fileprivate init(reading row: inout Row) throws {
        id = try row.next()
        user = try row.next()
        of = Timing.Subject(rawValue: try row.next()) ?? .unknown
        subject = try row.next()
        createdAt = try row.next()
        let mode = Timing.Mode(rawValue: try row.next()) ?? .unknown
        let target = try row.next(Int32?.self)
        let state = try row.next(TimingLife.State.self)
        let (starts, stops): ([Instant], [Instant]) = (try row.next(), try row.next())
        let elapsed = try row.next(Int32.self)
        let finishedAt = try row.next(Instant?.self)
        let (isSuspect, isVerified): (Bool, Bool) = (try row.next(), try row.next())
        let isUnattended = try row.next(Bool.self)
        let (kind, result): (String?, UUID?) = (try row.next(), try row.next())
        let refusal = try row.next(String?.self)
        var outcome = refusal.map { TimingOutcome.refused($0) }
        if let kind, let result {
            let kind = Timing.Result.Kind(rawValue: kind) ?? .unknown
            outcome = .made(Timing.Result(kind: kind, id: result))
        }
        life = TimingLife(
            mode: mode,
            targetSeconds: target.map { Int($0) },
            state: state,
            segments: starts.enumerated().map { number, start in
                TimingLife.Segment(
                    startedAt: start,
                    stoppedAt: stops.indices.contains(number) ? stops[number] : nil
                )
            },
            elapsed: Int(elapsed),
            finishedAt: finishedAt,
            isSuspect: isSuspect,
            isVerified: isVerified,
            isUnattended: isUnattended,
            outcome: outcome,
            version: try row.next()
        )
    }
}
