import ChallengesAPI
import Identifiers
import Postgres
import Values

/// A stored code of a contest.
package struct CodeRecord: Hashable, Sendable {
    let code: String
    let challenge: ChallengeID
    let madeBy: UserID
    let madeAt: Instant
    package var uses = 0
    /// The maximum number of uses; `nil` for no maximum.
    let usesMax: Int?
    let expiresAt: Instant
    var revokedAt: Instant?
}

// The `codes` table. No other file names it.
extension Transaction {
    /// Inserts a code. Sent with the next statement.
    package func insert(_ code: CodeRecord) throws {
        try enqueue(
            """
            INSERT INTO codes (\(CodeRecord.columns))
            VALUES (\(code.code), \(code.challenge), \(code.madeBy), \(code.madeAt),
                \(Int32(code.uses)), \(code.usesMax.map { Int32($0) }), \(code.expiresAt),
                \(code.revokedAt))
            """
        )
    }

    /// Counts a use of a code.
    ///
    /// - Returns: Whether a use was left and the code is not revoked.
    func useCode(_ code: String) async throws -> Bool {
        let used = try await run(
            """
            UPDATE codes SET uses = uses + 1
            WHERE code = \(code) AND revoked_at IS NULL
                AND (uses_max IS NULL OR uses < uses_max)
            """
        )
        return used == 1
    }

    /// Revokes a code that is not revoked yet. Sent with the next statement.
    func revokeCode(_ code: String, at now: Instant) throws {
        try enqueue(
            """
            UPDATE codes SET revoked_at = \(now) WHERE code = \(code) AND revoked_at IS NULL
            """
        )
    }

    /// Revokes all codes of an exclusively locked contest whose visibility becomes narrower
    /// (2.10-visibility). Sent with the next statement.
    func revokeCodes(of contest: ChallengeID, at now: Instant) throws {
        try enqueue(
            """
            UPDATE codes SET revoked_at = \(now) WHERE challenge = \(contest) AND revoked_at IS NULL
            """
        )
    }
}

extension Reader {
    /// A code with its contest and the facts that decide whether the user may open it; `nil` if it
    /// does not exist. Accounts without a known status count as active.
    func code(_ code: String, for user: UserID?) async throws -> FoundCode? {
        try await first(
            """
            SELECT \(CodeRecord.joinedColumns), \(contest: .columns), own.state,
                coalesce(with_owner.relation = 'blocked' OR with_maker.relation = 'blocked', false),
                coalesce(owner.standing, 'active') = 'active'
                    AND coalesce(maker.standing, 'active') = 'active',
                coalesce(made.state = 'removed', false),
                coalesce(own.by_code AND own.invited_by = codes.made_by, false)
            FROM codes
            JOIN contests ON contests.challenge = codes.challenge
            JOIN challenges ON challenges.id = contests.challenge
            LEFT JOIN people AS owner ON owner.id = contests.owner
            LEFT JOIN people AS maker ON maker.id = codes.made_by
            LEFT JOIN relations AS with_owner
                ON with_owner.one = least(contests.owner, \(user))
                AND with_owner.other = greatest(contests.owner, \(user))
            LEFT JOIN relations AS with_maker
                ON with_maker.one = least(codes.made_by, \(user))
                AND with_maker.other = greatest(codes.made_by, \(user))
            LEFT JOIN participants AS own
                ON own.challenge = codes.challenge AND own.user_id = \(user)
            LEFT JOIN participants AS made
                ON made.challenge = codes.challenge AND made.user_id = codes.made_by
            WHERE codes.code = \(code)
            """,
            .point
        ) { row in
            try FoundCode(
                code: CodeRecord(reading: &row),
                contest: ContestRecord(reading: &row),
                user: user,
                state: row.next(String?.self).map { Participant.State(rawValue: $0) ?? .unknown },
                isBlocked: row.next(),
                areActive: row.next(),
                isMakerRemoved: row.next(),
                wasInvited: row.next()
            )
        }
    }

    /// A page of a contest's codes, newest first, without revoked ones.
    ///
    /// - Parameters:
    ///   - contest: The contest.
    ///   - maker: Only codes of this creator; `nil` for all.
    ///   - place: The time and the text of the last code of the previous page.
    ///   - limit: The maximum number of codes.
    /// - Returns: The codes.
    /// - Throws: `PostgresError`.
    func codes(
        of contest: ChallengeID,
        madeBy maker: UserID?,
        after place: (Instant, String)?,
        limit: Int
    ) async throws -> [CodeRecord] {
        try await all(
            """
            SELECT \(CodeRecord.columns) FROM codes
            WHERE challenge = \(contest) AND revoked_at IS NULL\(madeBy: maker)\(after: place)
            ORDER BY made_at DESC, code LIMIT \(limit)
            """
        ) { row in
            try CodeRecord(reading: &row)
        }
    }

    /// The number of a user's codes that can still be used.
    func openCodeCount(of maker: UserID, at now: Instant) async throws -> Int {
        try await one(
            """
            SELECT count(*) FROM codes JOIN contests ON contests.challenge = codes.challenge
            WHERE codes.made_by = \(maker) AND codes.revoked_at IS NULL
                AND codes.expires_at > \(now)
                AND (codes.uses_max IS NULL OR codes.uses < codes.uses_max)
                AND contests.state IN ('scheduled', 'active')
                AND (contests.ends_at IS NULL OR contests.ends_at > \(now))
            """
        ) { row in
            try row.next()
        }
    }
}

extension SQL.StringInterpolation {
    fileprivate mutating func appendInterpolation(madeBy maker: UserID?) {
        guard let maker else { return }
        appendLiteral(" AND made_by = ")
        appendInterpolation(maker)
    }

    fileprivate mutating func appendInterpolation(after place: (Instant, String)?) {
        guard let (madeAt, code) = place else { return }
        appendLiteral(" AND made_at <= ")
        appendInterpolation(madeAt)
        appendLiteral(" AND (made_at < ")
        appendInterpolation(madeAt)
        appendLiteral(" OR code > ")
        appendInterpolation(code)
        appendLiteral(")")
    }
}

extension CodeRecord {
    /// The columns of `codes`.
    fileprivate static let columns: Columns = [
        "code", "challenge", "made_by", "made_at", "uses", "uses_max", "expires_at", "revoked_at",
    ]
    fileprivate static let joinedColumns = columns.of("codes")

    /// Reads `columns`.
    fileprivate init(reading row: inout Row) throws {
        try self.init(
            code: row.next(),
            challenge: row.next(),
            madeBy: row.next(),
            madeAt: row.next(),
            uses: row.next(),
            usesMax: row.next(),
            expiresAt: row.next(),
            revokedAt: row.next()
        )
    }
}
