import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import IdentityAPI
import People
import Postgres
import ScoringAPI
import Values
import Wire

extension NamedAssignment: HeldRow {
    static let timer = "challenges.assignment"
    /// The name under which earlier releases scheduled this timer; some may still be due.
    static let retiredTimer: String? = "challenges.dare"
    static let notFound = ChallengesError.assignmentNotFound

    var id: AssignmentID { assignment.id }

    var life: AssignmentLife {
        get { assignment.life }
        set { detail = detail.moved(to: newValue) }
    }

    var subject: Notice.Subject { Notice.Subject(id) }

    static func held(_ id: AssignmentID, in tx: Transaction) async throws -> NamedAssignment? {
        try await tx.holdNamed(id)
    }

    func party(of user: UserID) -> AssignmentLife.Party? {
        assignment.party(of: user)
    }

    func save(over version: Int64, in tx: Transaction) throws {
        try tx.save(life, of: id, over: version)
    }

    func notices(
        _ kind: Notice.Kind,
        to parties: [AssignmentLife.Party],
        by actor: AssignmentLife.Party?,
        at moment: Instant,
        under rules: DareRules,
        in _: Transaction
    ) -> [PeopleTold] {
        let told = PeopleTold(
            people: parties.map(assignment.user),
            kind: kind,
            cause: cause(of: kind, under: rules),
            actor: actor.map(assignment.user),
            challenge: detail.challenge.id,
            subject: subject,
            name: detail.challenge.name,
            at: moment,
            expiresAt: expiry(of: kind, under: rules)
        )
        return [told]
    }

    /// The key that makes a notice unique within its kind: the assignment alone, with the attempt,
    /// or with the deadline and the time before it at which the notice is due.
    private func cause(of kind: Notice.Kind, under rules: DareRules) -> String {
        switch kind {
        case .reviewNeeded: return "\(id)/\(life.attempts)"
        case .verdict:
            let outcome = detail.attempts.last { $0.number == life.attempts }?.outcome
            return "\(id)/\(life.attempts)/\((outcome ?? .unknown).rawValue)"
        case .deadlineNear:
            let before = life.lastNotice(rules)?.components.seconds ?? 0
            return "\(id)/\(life.deadline?.microseconds ?? 0)/\(before)"
        default: return "\(id)"
        }
    }

    /// The time until which the recipient of the notice can act; `nil` if there is no limit.
    private func expiry(of kind: Notice.Kind, under rules: DareRules) -> Instant? {
        switch kind {
        case .dareReceived: life.answerBy(rules)
        case .workoutReceived, .deadlineNear: life.deadline
        case .reviewNeeded: life.silentAt(rules)
        default: nil
        }
    }

    mutating func follow(
        _ effect: AssignmentLife.Effect,
        of step: Step<AssignmentLife>,
        in tx: Transaction
    ) throws -> [Emission] {
        switch effect {
        case .judge(let outcome):
            let verdict = Verdict(
                number: life.attempts,
                outcome: outcome,
                reason: step.move.attemptReason,
                at: step.at
            )
            try tx.decide(verdict, of: id)
            detail = detail.judged(verdict)
            return []
        case .use:
            if let definition = detail.challenge.snapshot.definition {
                try tx.use(definition, by: assignment.recipient, at: step.at)
            }
            return []
        case .complete:
            if let definition = detail.challenge.snapshot.definition {
                try tx.complete(definition, by: assignment.recipient, at: step.at)
            }
            return []
        case .pay:
            return [paid(at: step.at)]
        case .payInTime:
            return life.isInTime == true ? [paid(at: step.at)] : []
        case .takeBack:
            if let definition = detail.challenge.snapshot.definition {
                try tx.takeBackCompletion(of: definition, by: assignment.recipient)
            }
            let voided = AssignmentVoided(assignment: id, at: life.closedAt ?? step.at)
            return [Emission(event: voided, destination: .scoring)]
        }
    }

    /// The event on which scoring pays for the assignment.
    private func paid(at now: Instant) -> Emission {
        let done = AssignmentDone(
            assignment: id,
            completer: assignment.recipient,
            sender: assignment.sender,
            at: life.closedAt ?? now,
            isVerified: life.isVerified ?? false,
            kind: AssignmentDone.Kind(rawValue: life.kind.rawValue)
        )
        return Emission(event: done, destination: .scoring)
    }

    func reply(
        to party: AssignmentLife.Party?,
        at now: Instant,
        under rules: DareRules,
        in reader: some Reader
    ) async throws -> Assignment {
        var people = people
        let others = detail.people.filter { people[$0] == nil }
        if !others.isEmpty {
            people.merge(try await reader.people(others)) { person, _ in person }
        }
        let photos = try await reader.snapshotPhotos(of: [detail.challenge])
        return try detail.assignmentReply(to: party, with: people, photos, at: now, under: rules)
    }
}

/// A call by which the sender, the recipient or a moderator moves an assignment.
protocol AssignmentMove: MoveCall where Row == NamedAssignment {
    var assignment: AssignmentID { get }
}

extension AssignmentMove {
    var row: AssignmentID { assignment }
}
