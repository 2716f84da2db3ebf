import ChallengesAPI
import ChallengesCore
package import Identifiers
import IdentityAPI
import People
import Postgres
package import Values

/// Where the conditions on a contest read the viewer's participation and their relation with the
/// owner. A condition uses each of them several times, and every execution initializes each of
/// these subqueries, even those that it never reaches.
package enum ContestSight {
    /// Subqueries where the values are used: for few conditions, or where most rows need none.
    case lookedUp
    /// A join with `\(sightOf:)`, which has all of them.
    case joined
}

/// The viewer of the contests in a statement.
package enum Viewer: Sendable {
    case one(UserID)
    /// The column `person` of each row of `page`, which also has the moment.
    case each
}

extension SQL.StringInterpolation {
    /// Writes the id of a viewer.
    package mutating func appendInterpolation(_ viewer: Viewer) {
        switch viewer {
        case .one(let user): appendInterpolation(user)
        case .each: appendLiteral("page.person")
        }
    }

    /// Writes the ids of a viewer's friends, as a subquery of one column.
    package mutating func appendInterpolation(friendsOf viewer: Viewer) {
        switch viewer {
        case .one(let user): appendInterpolation(friendsOf: user)
        case .each: appendInterpolation(friendsOfPersonIn: "page.person")
        }
    }

    /// Writes the relation of a viewer and the owner of a contest; NULL for strangers.
    fileprivate mutating func appendInterpolation(ownerTo viewer: Viewer) {
        switch viewer {
        case .one(let user): appendInterpolation(relationOf: "contests.owner", with: user)
        case .each: appendInterpolation(relationOf: "contests.owner", withPersonIn: "page.person")
        }
    }
}

// The rules of `ContestAccess` as conditions of statements.
extension SQL.StringInterpolation {
    /// Joins `contests` with the viewer's participation, their relation with the owner and the
    /// owner's account status: what `ContestSight.joined` reads.
    package mutating func appendInterpolation(sightOf viewer: Viewer) {
        appendLiteral("CROSS JOIN LATERAL (SELECT ")
        appendInterpolation(partIn: "contests.challenge", of: viewer)
        appendLiteral(" AS part, ")
        appendInterpolation(ownerTo: viewer)
        appendLiteral(" AS relation, ")
        appendInterpolation(standingOf: "contests.owner")
        appendLiteral(" AS standing OFFSET 0) AS sight")
    }

    /// The condition that a viewer may see a contest.
    package mutating func appendInterpolation(contestsSeenBy viewer: UserID) {
        appendInterpolation(contestsSeenBy: .one(viewer), with: .lookedUp)
    }

    /// The condition that a viewer may see a contest, with the given source of their participation
    /// and relation.
    package mutating func appendInterpolation(
        contestsSeenBy viewer: Viewer,
        with sight: ContestSight
    ) {
        appendLiteral("(contests.owner = ")
        appendInterpolation(viewer)
        appendLiteral(" OR contests.state <> 'draft' AND contests.hidden_at IS NULL AND CASE ")
        appendInterpolation(partOf: viewer, sight)
        appendLiteral(" WHEN 'joined' THEN true WHEN 'left' THEN true WHEN 'invited' THEN ")
        appendInterpolation(unblockedFrom: viewer, sight)
        appendLiteral(" WHEN 'requested' THEN ")
        appendInterpolation(unblockedFrom: viewer, sight)
        appendLiteral(" WHEN 'removed' THEN contests.state = 'completed' OR ")
        appendInterpolation(contestsOpenTo: viewer, sight)
        appendLiteral(" ELSE ")
        appendInterpolation(contestsOpenTo: viewer, sight)
        appendLiteral(" END)")
    }

    /// The condition that a participant, given by a column, may see their contest.
    package mutating func appendInterpolation(joinedContestsSeenBy person: StaticString) {
        appendLiteral("(contests.owner = ")
        appendLiteral(person)
        appendLiteral(" OR contests.state <> 'draft' AND contests.hidden_at IS NULL)")
    }

    /// The condition that an invitee, given by a column, may see the contest.
    package mutating func appendInterpolation(invitingContestsSeenBy person: StaticString) {
        appendLiteral("(contests.owner = ")
        appendLiteral(person)
        appendLiteral(" OR contests.state <> 'draft' AND contests.hidden_at IS NULL AND ")
        appendInterpolation(relationOf: "contests.owner", withPersonIn: person)
        appendLiteral(" IS DISTINCT FROM 'blocked')")
    }

    /// The condition that a viewer may see the participants of a contest, with or without the
    /// ranking.
    package mutating func appendInterpolation(contestPeopleSeenBy viewer: UserID) {
        appendInterpolation(contestsSeenBy: viewer)
        appendLiteral(" AND (contests.owner = ")
        appendInterpolation(viewer)
        appendLiteral(" OR CASE ")
        appendInterpolation(partIn: "contests.challenge", of: viewer)
        appendLiteral(" WHEN 'joined' THEN true WHEN 'invited' THEN true")
        appendLiteral(" WHEN 'requested' THEN true")
        appendLiteral(" WHEN 'left' THEN contests.state = 'completed' OR ")
        appendInterpolation(contestsOpenTo: .one(viewer), .lookedUp)
        appendLiteral(" WHEN 'removed' THEN contests.state = 'completed' OR ")
        appendInterpolation(contestsOpenTo: .one(viewer), .lookedUp)
        appendLiteral(" ELSE ")
        appendInterpolation(contestsOpenTo: .one(viewer), .lookedUp)
        appendLiteral(" END)")
    }

    /// The condition that a viewer who sees a contest may join it, or request to join, at a moment:
    /// the contest admits newcomers, and has a free place or needs the owner's approval. Reads the
    /// viewer's participation from a join with `\(sightOf:)`.
    package mutating func appendInterpolation(contestsToJoinFor viewer: Viewer, at now: Instant) {
        appendLiteral("(contests.state IN ('scheduled', 'active') AND (contests.ends_at IS NULL")
        appendLiteral(" OR contests.ends_at > ")
        appendInterpolation(momentOf: viewer, now)
        appendLiteral(") AND (NOT contests.locks_late OR contests.starts_at > ")
        appendInterpolation(momentOf: viewer, now)
        appendLiteral(") AND CASE ")
        appendInterpolation(partOf: viewer, .joined)
        appendLiteral(" WHEN 'joined' THEN false WHEN 'requested' THEN false")
        appendLiteral(" WHEN 'removed' THEN false WHEN 'invited' THEN true WHEN 'left' THEN ")
        appendInterpolation(unblockedFrom: viewer, .joined)
        appendLiteral(" ELSE CASE WHEN contests.owner = ")
        appendInterpolation(viewer)
        appendLiteral(" THEN contests.kind = 'open' ELSE ")
        appendInterpolation(contestsOpenTo: viewer, .joined)
        appendLiteral(" END END AND (contests.capacity IS NULL OR contests.capacity > ")
        appendLiteral("(SELECT contest_counts.joined FROM contest_counts")
        appendLiteral(" WHERE contest_counts.challenge = contests.challenge) OR ")
        appendInterpolation(contestsToAskFor: viewer)
        appendLiteral("))")
    }

    private mutating func appendInterpolation(momentOf viewer: Viewer, _ now: Instant) {
        switch viewer {
        case .one: appendInterpolation(now)
        case .each: appendLiteral("page.moment")
        }
    }

    /// The condition that a viewer who may join a contest needs the owner's approval. A join
    /// request takes no place.
    private mutating func appendInterpolation(contestsToAskFor viewer: Viewer) {
        appendLiteral("contests.needs_approval AND contests.owner <> ")
        appendInterpolation(viewer)
        appendLiteral(" AND NOT EXISTS (SELECT FROM participants")
        appendLiteral(" WHERE participants.challenge = contests.challenge")
        appendLiteral(" AND participants.state = 'invited' AND NOT participants.by_code")
        appendLiteral(" AND participants.user_id = ")
        appendInterpolation(viewer)
        appendLiteral(")")
    }

    /// The condition that a non-participant may see a published contest.
    private mutating func appendInterpolation(
        contestsOpenTo viewer: Viewer,
        _ sight: ContestSight
    ) {
        appendLiteral("coalesce(")
        switch sight {
        case .lookedUp: appendInterpolation(standingOf: "contests.owner")
        case .joined: appendLiteral("sight.standing")
        }
        appendLiteral(", 'active') = 'active' AND CASE contests.visibility WHEN 'public' THEN ")
        appendInterpolation(unblockedFrom: viewer, sight)
        appendLiteral(" WHEN 'friends' THEN ")
        appendInterpolation(ownerTo: viewer, sight)
        appendLiteral(" IS NOT DISTINCT FROM 'friends' ELSE false END")
    }

    private mutating func appendInterpolation(unblockedFrom viewer: Viewer, _ sight: ContestSight) {
        appendInterpolation(ownerTo: viewer, sight)
        appendLiteral(" IS DISTINCT FROM 'blocked'")
    }

    /// Writes the relation of a viewer and the owner of a contest; NULL for strangers.
    private mutating func appendInterpolation(ownerTo viewer: Viewer, _ sight: ContestSight) {
        switch sight {
        case .lookedUp: appendInterpolation(ownerTo: viewer)
        case .joined: appendLiteral("sight.relation")
        }
    }

    /// Writes the viewer's participation state; NULL if they have no participant row.
    private mutating func appendInterpolation(partOf viewer: Viewer, _ sight: ContestSight) {
        switch sight {
        case .lookedUp: appendInterpolation(partIn: "contests.challenge", of: viewer)
        case .joined: appendLiteral("sight.part")
        }
    }

    /// The condition that a viewer is a participant or the owner of a contest, and so sees what is
    /// shared with its participants. It does not check whether they see the contest.
    package mutating func appendInterpolation(isInsideContest viewer: UserID) {
        appendLiteral("(contests.owner = ")
        appendInterpolation(viewer)
        appendLiteral(" OR coalesce(")
        appendInterpolation(partIn: "contests.challenge", of: viewer)
        appendLiteral(" = 'joined', false))")
    }

    /// Writes whether the user in one column is a participant of the contest in another.
    package mutating func appendInterpolation(
        isJoined person: StaticString,
        in contest: StaticString
    ) {
        appendLiteral("EXISTS (SELECT FROM participants WHERE participants.challenge = ")
        appendLiteral(contest)
        appendLiteral(" AND participants.user_id = ")
        appendLiteral(person)
        appendLiteral(" AND participants.state = 'joined')")
    }

    /// Writes a user's participation state in the contest in a column; NULL without a participant
    /// row.
    fileprivate mutating func appendInterpolation(partIn column: StaticString, of user: UserID) {
        appendInterpolation(partIn: column, of: .one(user))
    }

    private mutating func appendInterpolation(partIn column: StaticString, of viewer: Viewer) {
        appendLiteral("(SELECT participants.state FROM participants")
        appendLiteral(" WHERE participants.challenge = ")
        appendLiteral(column)
        appendLiteral(" AND participants.user_id = ")
        appendInterpolation(viewer)
        appendLiteral(")")
    }
}

extension Reader {
    /// Reads what a viewer may see of a contest.
    package func access(of contest: ContestRecord, for viewer: UserID) async throws -> ContestAccess
    {
        try await one(
            """
            SELECT \(partIn: "asked.contest", of: viewer),
                \(relationOf: "asked.owner", with: viewer), \(standingOf: "asked.owner")
            FROM unnest(\([contest.id]), \([contest.owner])) AS asked(contest, owner)
            """,
            .point
        ) { row in
            try ContestAccess(
                of: contest,
                for: viewer,
                part: row.next(String?.self).map { Participant.State(rawValue: $0) ?? .unknown },
                relation: Relation(stored: row.next()),
                ownerIsActive: AccountStanding(stored: row.next()) == .active
            )
        }
    }
}
