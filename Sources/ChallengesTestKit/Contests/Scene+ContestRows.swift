import Challenges
package import ChallengesAPI
import ChallengesCore
package import Contests
package import Identifiers
import IdentityAPI
package import Postgres
import TestKit
package import Values
import Wire

extension Scene {
    /// Stores the row of a contest of Ana, without calls, and copies of the three users. By default
    /// it is a public competition in litres that began a day ago, or begins in a day, and ends in
    /// two days, or ended an hour ago.
    @discardableResult
    package func storeContest(
        _ state: ContestLife.State = .active,
        kind: ChallengeKind = .competition,
        visibility: ContestVisibility = .public,
        owner: UserID? = nil,
        author: UserID? = nil,
        isHidden: Bool = false,
        createdAt: Instant? = nil,
        _ change: (inout ContestRecord) -> Void = { _ in }
    ) async throws -> ContestRecord {
        try await knowAll()
        let contest = ContestRecord.seen(
            state,
            kind: kind,
            visibility: visibility,
            owner: owner ?? ana,
            author: author,
            isHidden: isHidden,
            createdAt: createdAt,
            at: clock.now,
            change
        )
        try await database.store(contests: [contest])
        return contest
    }

    /// Stores a user's participant row in a contest.
    @discardableResult
    package func storePart(
        _ user: UserID,
        _ state: Participant.State,
        in contest: ContestRecord,
        target: Amount? = nil,
        value: Amount? = nil,
        completedAt: Instant? = nil,
        _ change: (inout ParticipantRecord) -> Void = { _ in }
    ) async throws -> ParticipantRecord {
        var person = ParticipantRecord.seen(
            user,
            state,
            of: contest,
            target: target,
            value: value,
            completedAt: completedAt,
            at: clock.now
        )
        change(&person)
        try await database.store(participants: [person])
        return person
    }

    /// Sets the counts of participants and of joins of a contest.
    package func count(_ joined: Int, in contest: ContestRecord) async throws {
        try await database.run(
            """
            UPDATE contest_counts SET joined = \(joined), joins = \(joined)
            WHERE challenge = \(contest.id)
            """
        )
    }

    /// The contests on all pages of a list.
    package func contests(
        _ call: ListContests,
        as user: UserID
    ) async throws -> [ChallengeID] {
        var call = call
        var ids: [ChallengeID] = []
        repeat {
            let page = try await ask(call, as: user)
            ids += page.items.map(\.id)
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return ids
    }
}

extension Database {
    /// Stores contests without participants.
    package func store(contests: [ContestRecord]) async throws {
        let challenges = contests.map(\.challenge)
        let lives = contests.map(\.life)
        try await transaction { tx in
            _ = try await tx.insert(challenges)
            try await tx.run(
                """
                INSERT INTO contests (challenge, kind, owner, state, visibility, category,
                    hidden_at, created_at, published_at, starts_at, ends_at, ended_at, settles_at, closed_at,
                    whole_days, time_zone, aggregation, direction, score, sources, capacity,
                    needs_approval, members_may_invite, locks_late, author_plays, invitees, version)
                SELECT *, '{}'::uuid[], 1 FROM unnest(\(contests.map(\.id)),
                    \(challenges.map(\.kind.rawValue)), \(contests.map(\.owner)),
                    \(lives.map(\.state.rawValue)), \(contests.map(\.visibility.rawValue)),
                    \(challenges.map(\.snapshot.category)),
                    \(contests.map { $0.isHidden ? $0.life.createdAt : nil }),
                    \(lives.map(\.createdAt)), \(lives.map(\.publishedAt)),
                    \(lives.map(\.startsAt)), \(lives.map(\.endsAt)), \(lives.map(\.endedAt)),
                    \(lives.map(\.settlesAt)), \(lives.map(\.closedAt)),
                    \(lives.map(\.wholeDays)), \(contests.map(\.timeZone)),
                    \(contests.map(\.aggregation.rawValue)),
                    \(contests.map(\.direction.rawValue)), \(contests.map(\.score.rawValue)),
                    \(contests.map(\.sources.rawValue)),
                    \(contests.map { $0.capacity.map { Int32($0) } }),
                    \(contests.map(\.needsApproval)), \(contests.map(\.membersMayInvite)),
                    \(contests.map(\.locksLate)), \(contests.map(\.authorPlays)))
                """
            )
            try await tx.run(
                """
                INSERT INTO contest_counts (challenge, joined, joins, likes)
                SELECT *, 0, 0, 0 FROM unnest(\(contests.map(\.id)))
                """
            )
        }
    }

    /// Stores participant rows.
    package func store(participants people: [ParticipantRecord]) async throws {
        try await run(
            """
            INSERT INTO participants (\(ParticipantRecord.columns))
            SELECT * FROM unnest(\(people.map(\.challenge)), \(people.map(\.user)),
                \(people.map(\.state.rawValue)), \(people.map(\.invitedBy)),
                \(people.map(\.invitedAt)), \(people.map(\.isByCode)),
                \(people.map(\.requestedAt)), \(people.map(\.joinedAt)),
                \(people.map(\.returnedAt)), \(people.map(\.endedAt)), \(people.map(\.target)),
                \(people.map(\.value)), \(people.map(\.score)),
                \(people.map { Int32($0.entries) }), \(people.map(\.reachedAt)),
                \(people.map(\.completedAt)), \(people.map(\.isFlagged)),
                \(people.map { max($0.version, 1) }))
            """
        )
    }
}

extension Reader {
    /// The participant rows of a contest in the given states, in the order of the users' ids.
    package func participants(
        of contest: ChallengeID,
        in states: [Participant.State]
    ) async throws -> [ParticipantRecord] {
        try await all(
            """
            SELECT \(ParticipantRecord.columns) FROM participants
            WHERE challenge = \(contest) AND state = ANY(\(states.map(\.rawValue)))
            ORDER BY user_id
            """
        ) { row in
            try ParticipantRecord(reading: &row)
        }
    }
}
