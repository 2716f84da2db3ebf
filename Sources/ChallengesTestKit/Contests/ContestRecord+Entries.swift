import Challenges
package import ChallengesAPI
import ChallengesCore
package import Contests
package import Identifiers
package import Values

extension ContestRecord {
    /// When the contests of the tests of entries begin.
    package static let startsAt = Instant(microseconds: 1_700_000_000_000_000)
    /// When they end.
    package static let endsAt = startsAt + .days(7)

    /// A public contest in litres that lasts a week and is active, for tests of the rules of
    /// entries.
    package static func ofEntries(
        owner: UserID = UserID(),
        kind: ChallengeKind = .competition,
        state: ContestLife.State = .active,
        unit: String? = "l",
        goal: Amount? = nil,
        metric: Metric? = nil,
        wholeNumbers: Bool = false,
        proof: Proof = .optional,
        visibility: ContestVisibility = .public,
        aggregation: Contest.Aggregation = .sum,
        direction: Contest.Direction = .higher,
        score: Contest.Score = .raw,
        sources: Contest.Sources = .any,
        timeZone: String = "UTC",
        startsAt: Instant = ContestRecord.startsAt,
        endsAt: Instant? = ContestRecord.endsAt
    ) -> ContestRecord {
        var snapshot = Snapshot()
        snapshot.unit = unit
        snapshot.target = goal
        snapshot.metric = metric
        snapshot.wholeNumbers = wholeNumbers
        return ContestRecord(
            challenge: ChallengeRecord(
                id: ChallengeID(),
                kind: kind,
                name: "Water",
                description: "",
                author: owner,
                proof: proof,
                deadline: nil,
                createdAt: startsAt,
                snapshot: snapshot
            ),
            owner: owner,
            visibility: visibility,
            isHidden: false,
            timeZone: timeZone,
            aggregation: aggregation,
            direction: direction,
            score: score,
            sources: sources,
            capacity: nil,
            needsApproval: false,
            membersMayInvite: false,
            locksLate: false,
            authorPlays: true,
            authorTarget: nil,
            invitees: [],
            life: ContestLife(
                state: state,
                startsAt: startsAt,
                endsAt: endsAt,
                createdAt: startsAt,
                publishedAt: startsAt,
                settlesAt: state == .settling ? endsAt.map { $0 + .hours(24) } : nil,
                closedAt: state.isOver ? endsAt : nil
            )
        )
    }
}

extension Amount {
    /// An amount that a test writes down as a decimal.
    package static func of(_ text: String) -> Amount {
        guard let amount = Amount(text) else { preconditionFailure("\(text) is no amount") }
        return amount
    }
}
