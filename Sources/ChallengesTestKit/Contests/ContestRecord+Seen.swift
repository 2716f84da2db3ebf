import Challenges
package import ChallengesAPI
import ChallengesCore
package import Contests
package import Identifiers
package import Values

extension Instant {
    /// The time of the visibility tests. Contests that have begun began a day before.
    package static let seen = Instant(microseconds: 1_700_000_000_000_000)
}

extension ContestRecord {
    /// A contest in litres that began a day ago, or begins in a day, and ends in two days.
    package static func seen(
        _ state: ContestLife.State = .active,
        kind: ChallengeKind = .competition,
        visibility: ContestVisibility = .public,
        owner: UserID,
        author: UserID? = nil,
        isHidden: Bool = false,
        createdAt: Instant? = nil,
        at now: Instant = .seen,
        _ change: (inout ContestRecord) -> Void = { _ in }
    ) -> ContestRecord {
        let isPublished = state != .draft
        let hasEnded = state == .settling || state == .completed
        let startsAt = state == .scheduled ? now + .days(1) : now - .days(1)
        let endsAt = hasEnded ? now - .hours(1) : now + .days(2)
        let createdAt = createdAt ?? now - .days(2)
        var contest = ContestRecord(
            challenge: ChallengeRecord(
                id: ChallengeID(),
                kind: kind,
                name: "Water",
                description: "",
                author: author ?? owner,
                proof: .optional,
                deadline: nil,
                createdAt: createdAt,
                snapshot: Snapshot(unit: "l")
            ),
            owner: owner,
            visibility: visibility,
            isHidden: isHidden,
            timeZone: "UTC",
            aggregation: .sum,
            direction: .higher,
            score: .raw,
            sources: .any,
            capacity: nil,
            needsApproval: false,
            membersMayInvite: false,
            locksLate: false,
            authorPlays: true,
            authorTarget: nil,
            invitees: [],
            life: ContestLife(
                state: state,
                startsAt: isPublished ? startsAt : nil,
                endsAt: endsAt,
                createdAt: createdAt,
                publishedAt: isPublished ? createdAt : nil,
                settlesAt: hasEnded ? endsAt + .hours(24) : nil,
                closedAt: state.isOver ? now : nil
            )
        )
        change(&contest)
        return contest
    }
}

extension ParticipantRecord {
    /// A participant row, with an entry if there is a value.
    package static func seen(
        _ user: UserID,
        _ state: Participant.State,
        of contest: ContestRecord,
        target: Amount? = nil,
        value: Amount? = nil,
        completedAt: Instant? = nil,
        at now: Instant = .seen
    ) -> ParticipantRecord {
        let wasIn = [.joined, .left, .removed].contains(state)
        return ParticipantRecord(
            challenge: contest.id,
            user: user,
            state: state,
            requestedAt: state == .requested ? now : nil,
            joinedAt: wasIn ? now - .hours(1) : nil,
            target: target,
            value: value,
            score: value,
            entries: value == nil ? 0 : 1,
            reachedAt: value == nil ? nil : now,
            completedAt: completedAt
        )
    }
}
