import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import Values
import Wire

/// A locked goal, as the row that moves change.
struct GoalRow: Sendable {
    var goal: GoalRecord
}

extension GoalRow: HeldRow {
    static let timer = "challenges.goal"
    static let retiredTimer: String? = nil
    static let notFound = ChallengesError.goalNotFound

    var id: ChallengeID { goal.id }

    var life: GoalLife {
        get { goal.life }
        set { goal.life = newValue }
    }

    var subject: Notice.Subject { Notice.Subject(goal: id) }

    static func held(_ id: ChallengeID, in tx: Transaction) async throws -> GoalRow? {
        try await tx.heldGoal(id).map { GoalRow(goal: $0) }
    }

    func party(of user: UserID) -> GoalLife.Party? {
        user == goal.owner ? .owner : nil
    }

    func isTimerSet(for due: Instant?) -> Bool { goal.storedEnd == due }

    mutating func save(over version: Int64, in tx: Transaction) throws {
        try tx.save(goal, over: version)
        goal.storedEnd = life.endsAt
    }

    func notices(
        _ kind: Notice.Kind,
        to _: [GoalLife.Party],
        by _: GoalLife.Party?,
        at moment: Instant,
        under _: GoalRules,
        in _: Transaction
    ) -> [PeopleTold] {
        let told = PeopleTold(
            people: [goal.owner],
            kind: kind,
            cause: "\(id)",
            challenge: id,
            subject: subject,
            name: goal.challenge.name,
            at: moment
        )
        return [told]
    }

    func follow(
        _ effect: GoalLife.Effect,
        of step: Step<GoalLife>,
        in tx: Transaction
    ) throws -> [Emission] {
        switch effect {
        case .storePeriod:
            guard let period = step.after.period else { return [] }
            try tx.save(period, of: id)
            guard period.state != step.before.period?.state else { return [] }
            return [news(of: period, after: step)]
        case .nextPeriod:
            let isGivenUp = step.after.state == .abandoned
            let ended = step.before.endedPeriod(at: step.at, givingUp: isGivenUp)
            if let ended { try tx.save(ended, of: id) }
            if let period = step.after.period { try tx.save(period, of: id) }
            // Scoring was notified when the period was met.
            guard let ended, ended.state != step.before.period?.state else { return [] }
            return [news(of: ended, after: step)]
        case .reached:
            if let definition = goal.challenge.snapshot.definition {
                try tx.complete(definition, by: goal.owner, at: step.at)
            }
            return goal.news()
        case .changed: return goal.news()
        }
    }

    /// The event that notifies scoring of a period after a step.
    private func news(of period: Period, after step: Step<GoalLife>) -> Emission {
        let event = goal.news(of: period, version: step.after.version)
        return Emission(event: event, destination: .scoring)
    }

    func reply(
        to _: GoalLife.Party?,
        at now: Instant,
        under rules: GoalRules,
        in reader: some Reader
    ) async throws -> Goal {
        try await reader.goalReply(goal, to: goal.owner, at: now, under: rules)
    }
}

/// A call of the owner that moves a goal.
protocol GoalMove: MoveCall where Row == GoalRow {
    var goal: ChallengeID { get }
}

extension GoalMove {
    var row: ChallengeID { goal }
}
