package import ChallengesAPI
package import ChallengesCore
package import Identifiers
import Postgres
package import Values

/// A stored contest with its challenge, which has the goal as its target.
package struct ContestRecord: Hashable, Sendable {
    /// Kind, name, description, author, proof and snapshot.
    package var challenge: ChallengeRecord
    package var owner: UserID
    package var visibility: ContestVisibility
    package let isHidden: Bool
    /// The name of an IANA time zone.
    package var timeZone: String
    package var aggregation: Contest.Aggregation
    package var direction: Contest.Direction
    package var score: Contest.Score
    package var sources: Contest.Sources
    /// The maximum number of participants; `nil` for no maximum.
    package var capacity: Int?
    package var needsApproval: Bool
    package var membersMayInvite: Bool
    package var locksLate: Bool
    package var authorPlays: Bool
    /// The target that the author set before publication.
    var authorTarget: Amount?
    /// The users whom a draft invites when it is published.
    var invitees: [UserID]
    package var life: ContestLife

    package init(
        challenge: ChallengeRecord,
        owner: UserID,
        visibility: ContestVisibility,
        isHidden: Bool,
        timeZone: String,
        aggregation: Contest.Aggregation,
        direction: Contest.Direction,
        score: Contest.Score,
        sources: Contest.Sources,
        capacity: Int? = nil,
        needsApproval: Bool,
        membersMayInvite: Bool,
        locksLate: Bool,
        authorPlays: Bool,
        authorTarget: Amount? = nil,
        invitees: [UserID],
        life: ContestLife
    ) {
        self.challenge = challenge
        self.owner = owner
        self.visibility = visibility
        self.isHidden = isHidden
        self.timeZone = timeZone
        self.aggregation = aggregation
        self.direction = direction
        self.score = score
        self.sources = sources
        self.capacity = capacity
        self.needsApproval = needsApproval
        self.membersMayInvite = membersMayInvite
        self.locksLate = locksLate
        self.authorPlays = authorPlays
        self.authorTarget = authorTarget
        self.invitees = invitees
        self.life = life
    }

    package var id: ChallengeID { challenge.id }
    /// The value to reach; `nil` if there is none.
    var goal: Amount? { challenge.snapshot.target }
    var unit: String? { challenge.snapshot.unit }
    var isCompetition: Bool { challenge.kind == .competition }
}

extension ContestRecord {
    /// The columns of `contests` that a contest is read from, in this order, after those of its
    /// challenge.
    static let columns: Columns = [
        "owner", "visibility", "hidden_at", "time_zone", "aggregation", "direction", "score",
        "sources", "capacity", "needs_approval", "members_may_invite", "locks_late",
        "author_plays", "author_target", "invitees", "state", "starts_at", "ends_at", "whole_days",
        "starts_on", "ends_on", "zone_release",
        "created_at", "published_at", "ended_at", "settles_at", "closed_at", "told_until",
        "version",
    ]
    fileprivate static let joinedColumns = columns.of("contests")
    fileprivate static let listedColumns = columns.of("listed")

    /// Reads the columns that `\(contest: .columns)` writes, from `contests JOIN challenges ON
    /// challenges.id = contests.challenge`.
    init(reading row: inout Row) throws {
        try self.init(
            challenge: ChallengeRecord(reading: &row),
            owner: row.next(),
            visibility: ContestVisibility(rawValue: row.next()) ?? .unknown,
            isHidden: row.next(Instant?.self) != nil,
            timeZone: row.next(),
            aggregation: Contest.Aggregation(rawValue: row.next()) ?? .unknown,
            direction: Contest.Direction(rawValue: row.next()) ?? .unknown,
            score: Contest.Score(rawValue: row.next()) ?? .unknown,
            sources: Contest.Sources(rawValue: row.next()) ?? .unknown,
            capacity: row.next(),
            needsApproval: row.next(),
            membersMayInvite: row.next(),
            locksLate: row.next(),
            authorPlays: row.next(),
            authorTarget: row.next(),
            invitees: row.next(),
            life: ContestLife(
                state: row.next(),
                startsAt: row.next(),
                endsAt: row.next(),
                wholeDays: row.next(),
                startsOn: row.next(),
                endsOn: row.next(),
                zoneRelease: row.next(),
                createdAt: row.next(),
                publishedAt: row.next(),
                endedAt: row.next(),
                settlesAt: row.next(),
                closedAt: row.next(),
                toldUntil: row.next(),
                version: row.next()
            )
        )
    }
}

extension ContestLife.State: Bindable, Readable {}

extension SQL.StringInterpolation {
    /// Writes `\(contest: .columns)`: the columns of a contest and of its challenge, which
    /// `ContestRecord` reads.
    package mutating func appendInterpolation(contest columns: ContestColumns) {
        appendInterpolation(ChallengeRecord.joinedColumns)
        appendLiteral(", ")
        switch columns {
        case .columns: appendInterpolation(ContestRecord.joinedColumns)
        case .listed: appendInterpolation(ContestRecord.listedColumns)
        }
    }
}

/// The source of a contest's columns in a statement.
package enum ContestColumns {
    case columns
    /// A query named `listed` in place of `contests`.
    case listed
}
