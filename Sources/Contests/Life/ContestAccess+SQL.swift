import ChallengesAPI
import ChallengesCore
package import Identifiers
import IdentityAPI
import People
import Postgres
package import Values

/// Where the conditions on a contest read the viewer's part in it and relation with its owner. A
/// condition names each of them several times, and each execution starts every subquery that it
/// names, even one that it never reaches.
package enum ContestSight {
    /// Each is looked up where it is needed: for few conditions, or where most rows need none.
    case lookedUp
    /// A join with `\(sightOf:)` has all of them.
    case joined
}

/// Who sees the contests of a statement.
package enum Viewer: Sendable {
    case one(UserID)
    /// The person of each row `page`, whose moment is there too.
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

    /// Writes what a viewer and the owner of a contest are to each other; NULL for strangers.
    fileprivate mutating func appendInterpolation(ownerTo viewer: Viewer) {
        switch viewer {
        case .one(let user): appendInterpolation(relationOf: "contests.owner", with: user)
        case .each: appendInterpolation(relationOf: "contests.owner", withPersonIn: "page.person")
        }
    }
}

// What `ContestAccess` says, as conditions of statements.
extension SQL.StringInterpolation {
    /// Joins `contests` with how a person stands to each, and to its owner, and how that one stands:
    /// what `ContestSight.joined` reads.
    package mutating func appendInterpolation(sightOf viewer: Viewer) {
        appendLiteral("CROSS JOIN LATERAL (SELECT ")
        appendInterpolation(partIn: "contests.challenge", of: viewer)
        appendLiteral(" AS part, ")
        appendInterpolation(ownerTo: viewer)
        appendLiteral(" AS relation, ")
        appendInterpolation(standingOf: "contests.owner")
        appendLiteral(" AS standing OFFSET 0) AS sight")
    }

    /// The condition under which a person sees a contest.
    package mutating func appendInterpolation(contestsSeenBy viewer: UserID) {
        appendInterpolation(contestsSeenBy: .one(viewer), with: .lookedUp)
    }

    /// The same, with how the person stands to it.
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

    /// The condition under which the person in a column sees a contest that they are in.
    package mutating func appendInterpolation(joinedContestsSeenBy person: StaticString) {
        appendLiteral("(contests.owner = ")
        appendLiteral(person)
        appendLiteral(" OR contests.state <> 'draft' AND contests.hidden_at IS NULL)")
    }

    /// The condition under which the person in a column sees a contest that they are invited to.
    package mutating func appendInterpolation(invitingContestsSeenBy person: StaticString) {
        appendLiteral("(contests.owner = ")
        appendLiteral(person)
        appendLiteral(" OR contests.state <> 'draft' AND contests.hidden_at IS NULL AND ")
        appendInterpolation(relationOf: "contests.owner", withPersonIn: person)
        appendLiteral(" IS DISTINCT FROM 'blocked')")
    }

    /// The condition under which a person sees who is in a contest: with the ranking, or names
    /// only.
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

    /// The condition under which a person who sees a contest may join it, or ask to, and it takes
    /// people at a moment: there is a place, or to ask needs none.
    /// It reads how the person stands to it from a join with `\(sightOf:)`.
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

    /// The condition under which a person who may join a contest has to ask first, which takes no
    /// place.
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

    /// The condition under which a person sees a published contest without any part in it.
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

    /// What a person and the owner of a contest are to each other; NULL for strangers.
    private mutating func appendInterpolation(ownerTo viewer: Viewer, _ sight: ContestSight) {
        switch sight {
        case .lookedUp: appendInterpolation(ownerTo: viewer)
        case .joined: appendLiteral("sight.relation")
        }
    }

    /// How a person stands to a contest; NULL if they have no part in it.
    private mutating func appendInterpolation(partOf viewer: Viewer, _ sight: ContestSight) {
        switch sight {
        case .lookedUp: appendInterpolation(partIn: "contests.challenge", of: viewer)
        case .joined: appendLiteral("sight.part")
        }
    }

    /// The condition under which a person is in a contest, or owns it, and so sees what is meant for
    /// those who are in it. Whether they see the contest is not said here.
    package mutating func appendInterpolation(isInsideContest viewer: UserID) {
        appendLiteral("(contests.owner = ")
        appendInterpolation(viewer)
        appendLiteral(" OR coalesce(")
        appendInterpolation(partIn: "contests.challenge", of: viewer)
        appendLiteral(" = 'joined', false))")
    }

    /// Writes whether the person in a column is in the contest in another.
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

    /// Writes how a person stands to the contest in a column; NULL if they have no part in it.
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
    /// What a person may see of a contest, as it is read here.
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
