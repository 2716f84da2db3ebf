import ChallengesAPI
import ChallengesCore
package import Identifiers
import IdentityAPI
import People
import Postgres
import Values

// The `contests` table, without its lists, which `ContestPages.swift` reads. No other file writes
// to it. The contest's text is in its row of `challenges`.
extension Reader {
    /// A contest, whether or not the viewer may see it; `nil` if there is none.
    package func contest(_ id: ChallengeID) async throws -> ContestRecord? {
        try await first(.contest(id), .point) { row in try ContestRecord(reading: &row) }
    }

    /// The contests with a metric in which a user participates and whose result is not fixed, in
    /// the order of their ids.
    ///
    /// - Parameters:
    ///   - user: The participant.
    ///   - metric: The metric.
    ///   - count: The maximum number of contests that a user may be in.
    /// - Returns: The contests.
    /// - Throws: `PostgresError`.
    func contests(
        joinedBy user: UserID,
        measuring metric: Metric,
        atMost count: Int
    ) async throws -> [ContestRecord] {
        let route = count <= 200 ? Route.point : .leased
        return try await all(.contests(joinedBy: user, measuring: metric), route) { row in
            try ContestRecord(reading: &row)
        }
    }

    /// The time zone histories of a contest's participants, each once.
    func zonesOfJoined(in contest: ChallengeID) async throws -> [[ZoneChange]?] {
        try await all(
            """
            SELECT DISTINCT people.zone_names, people.zones_since
            FROM contests JOIN participants ON participants.challenge = contests.challenge
            \(personIn: "participants.user_id")
            WHERE contests.challenge = \(contest) AND participants.state = 'joined'
            """
        ) { row in
            let (names, moments): ([String]?, [Instant]?) = try row.read()
            guard let names, let moments else { return nil }
            return zip(moments, names).map { ZoneChange(since: $0, name: $1) }
        }
    }

    /// The next owner of a contest after its owner (2.11-owner): the longest-standing participant,
    /// counted from their last return, active accounts first; `nil` if there is no other
    /// participant.
    func successor(in contest: ContestRecord) async throws -> UserID? {
        try await first(
            """
            SELECT participants.user_id
            FROM contests JOIN participants ON participants.challenge = contests.challenge
            \(personIn: "participants.user_id")
            WHERE contests.challenge = \(contest.id) AND participants.state = 'joined'
                AND participants.user_id <> \(contest.owner)
            ORDER BY coalesce(people.standing, 'active') = 'active' DESC,
                coalesce(participants.returned_at, participants.joined_at), participants.user_id
            LIMIT 1
            """
        ) { row in
            try row.next()
        }
    }
}

// What follows the rules of time zones (2.9-zone-rules).
extension Reader {
    /// The time zones of the contests that are not over, in order.
    func zonesOfUnfinishedContests() async throws -> [String] {
        try await all(
            "SELECT DISTINCT time_zone FROM contests WHERE closed_at IS NULL ORDER BY time_zone"
        ) { row in
            try row.next()
        }
    }

    /// The newest release of the time zones by which a contest of days that has not ended was
    /// derived; `nil` without such a contest.
    func newestZoneRelease() async throws -> String? {
        let release: String? = try await first(
            """
            SELECT coalesce(zone_release, '') FROM contests
            WHERE \(SQL.daysAhead)
            ORDER BY coalesce(zone_release, '') DESC LIMIT 1
            """
        ) { row in
            try row.next()
        }
        return release.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Contests of days that have not ended and whose moments were derived by an older release, or
    /// by an unknown one, in the order of their ids.
    ///
    /// - Parameters:
    ///   - release: The release.
    ///   - zones: Time zones whose contests are left out.
    ///   - last: The contest after which the list begins; `nil` to begin with the first one.
    ///   - count: The maximum number.
    /// - Returns: Their ids.
    /// - Throws: `PostgresError`.
    func contests(
        derivedBefore release: String,
        without zones: [String],
        after last: ChallengeID?,
        limit count: Int
    ) async throws -> [ChallengeID] {
        try await all(
            """
            SELECT challenge FROM contests
            WHERE \(SQL.daysAhead) AND coalesce(zone_release, '') < \(release)
                AND time_zone <> ALL(\(zones))
                AND challenge > coalesce(\(last), '00000000-0000-0000-0000-000000000000')
            ORDER BY challenge LIMIT \(count)
            """
        ) { row in
            try row.next()
        }
    }
}

extension SQL {
    /// The condition of the index of contests by release: there are days, whose end lies ahead.
    fileprivate static let daysAhead: SQL = """
        state IN ('draft', 'scheduled', 'active')
        AND (whole_days OR starts_on IS NOT NULL OR ends_on IS NOT NULL)
        """

    fileprivate static func contests(joinedBy user: UserID, measuring metric: Metric) -> SQL {
        """
        SELECT \(contest: .columns)
        FROM contests JOIN challenges ON challenges.id = contests.challenge
        JOIN participants ON participants.challenge = contests.challenge
        WHERE participants.user_id = \(user) AND participants.state = 'joined'
            AND challenges.metric = \(metric.rawValue)
            AND contests.state IN ('scheduled', 'active', 'settling')
        ORDER BY contests.challenge
        """
    }

    fileprivate static func contest(_ id: ChallengeID) -> SQL {
        """
        SELECT \(contest: .columns)
        FROM contests JOIN challenges ON challenges.id = contests.challenge
        WHERE contests.challenge = \(id)
        """
    }
}

extension Transaction {
    /// Reads a contest as `contest` does, with the next statement.
    func readContest(_ id: ChallengeID) throws -> Deferred<ContestRecord?> {
        try deferred(.contest(id)) { row in try ContestRecord(reading: &row) }.map { $0.first }
    }

    /// Reads contests as `contests` does, with the next statement.
    func readContests(
        joinedBy user: UserID,
        measuring metric: Metric
    ) throws -> Deferred<[ContestRecord]> {
        try deferred(.contests(joinedBy: user, measuring: metric)) { row in
            try ContestRecord(reading: &row)
        }
    }

    /// The number of contests that a user owns and that are not over, including drafts. Called with
    /// the user's contests locked.
    func ownedContests(of owner: UserID) async throws -> Int {
        try await one(
            """
            SELECT count(*) FROM contests
            WHERE owner = \(owner) AND closed_at IS NULL
            """
        ) { row in
            try row.next()
        }
    }

    /// Inserts a contest whose challenge is stored. Sent with the next statement.
    package func insert(_ contest: ContestRecord) throws {
        let life = contest.life
        try enqueue(
            """
            INSERT INTO contests (challenge, kind, owner, state, visibility, category, created_at,
                published_at, starts_at, ends_at, time_zone, whole_days, aggregation, direction,
                score, sources, capacity, needs_approval, members_may_invite, locks_late,
                author_plays, author_target, invitees, ended_at, settles_at, closed_at, told_until,
                starts_on, ends_on, zone_release, version, folded)
            VALUES (\(contest.id), \(contest.challenge.kind.rawValue), \(contest.owner),
                \(life.state), \(contest.visibility.rawValue),
                \(contest.challenge.snapshot.category), \(life.createdAt), \(life.publishedAt),
                \(life.startsAt), \(life.endsAt), \(contest.timeZone), \(life.wholeDays),
                \(contest.aggregation.rawValue), \(contest.direction.rawValue),
                \(contest.score.rawValue), \(contest.sources.rawValue), \(contest.storedCapacity),
                \(contest.needsApproval), \(contest.membersMayInvite), \(contest.locksLate),
                \(contest.authorPlays), \(contest.authorTarget), \(contest.invitees),
                \(life.endedAt), \(life.settlesAt), \(life.closedAt), \(life.toldUntil),
                \(life.startsOn), \(life.endsOn), \(life.zoneRelease), \(life.version),
                array_to_tsvector(\(contest.foldedWords)))
            """
        )
    }

    /// Stores the change of an exclusively locked contest and of its challenge. `version` is the
    /// version that the change started from: if the row has another one, the statement fails,
    /// because `version` is never NULL. A change of the texts has emptied the folded words. Sent
    /// with the next statement.
    func save(_ contest: ContestRecord, over version: Int64) throws {
        let life = contest.life
        try save(contest.challenge)
        try enqueue(
            """
            UPDATE contests SET owner = \(contest.owner), state = \(life.state),
                visibility = \(contest.visibility.rawValue),
                category = \(contest.challenge.snapshot.category),
                published_at = \(life.publishedAt), starts_at = \(life.startsAt),
                ends_at = \(life.endsAt), time_zone = \(contest.timeZone),
                whole_days = \(life.wholeDays), starts_on = \(life.startsOn),
                ends_on = \(life.endsOn), zone_release = \(life.zoneRelease),
                aggregation = \(contest.aggregation.rawValue),
                direction = \(contest.direction.rawValue), score = \(contest.score.rawValue),
                sources = \(contest.sources.rawValue), capacity = \(contest.storedCapacity),
                needs_approval = \(contest.needsApproval),
                members_may_invite = \(contest.membersMayInvite),
                locks_late = \(contest.locksLate), author_plays = \(contest.authorPlays),
                author_target = \(contest.authorTarget), invitees = \(contest.invitees),
                ended_at = \(life.endedAt), settles_at = \(life.settlesAt),
                closed_at = \(life.closedAt), told_until = \(life.toldUntil),
                version = CASE WHEN version = \(version) THEN \(life.version) END,
                folded = coalesce(folded, array_to_tsvector(\(contest.foldedWords)))
            WHERE challenge = \(contest.id)
            """
        )
    }

    /// Stores the folded words of contests that have none (2.8-search). Skips contests that others
    /// change at the moment.
    ///
    /// - Returns: The number of contests.
    package func foldContests(limit: Int) async throws -> Int {
        let ids = try await all(
            """
            SELECT challenge FROM contests WHERE folded IS NULL
            LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED
            """
        ) { row in
            try row.next(ChallengeID.self)
        }
        guard !ids.isEmpty else { return 0 }
        // The next statement starts once the rows are locked, so it sees the last change.
        let texts = try await all(
            """
            SELECT contests.challenge, challenges.name, challenges.caption, challenges.description
            FROM contests JOIN challenges ON challenges.id = contests.challenge
            WHERE contests.challenge = ANY(\(ids))
            """
        ) { row in
            let (id, name, caption, description): (ChallengeID, String, String, String) =
                try row.read()
            return (id: id, words: SearchWords.stored(in: name, caption, description))
        }
        try await run(
            """
            UPDATE contests SET folded = array_to_tsvector(string_to_array(texts.words, ' '))
            FROM unnest(\(texts.map(\.id)), \(texts.map { $0.words.joined(separator: " ") }))
                AS texts(challenge, words)
            WHERE contests.challenge = texts.challenge
            """
        )
        return ids.count
    }

    /// Deletes a draft and its challenge. Its pictures are removed before, and it has no counts.
    /// Sent with the next statement.
    func delete(_ draft: ContestRecord) throws {
        try enqueue("DELETE FROM contests WHERE challenge = \(draft.id)")
        try deleteChallenge(draft.id)
    }
}

extension ContestRecord {
    fileprivate var storedCapacity: Int32? { capacity.map { Int32(clamping: $0) } }

    fileprivate var foldedWords: [String] {
        SearchWords.stored(
            in: challenge.name,
            challenge.snapshot.caption,
            challenge.description
        )
    }
}
