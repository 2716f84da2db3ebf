import Challenges
package import ChallengesAPI
package import Dares
package import Identifiers
import IdentityAPI
import NIOCore
import Postgres
import TestKit
package import Values
import Wire

extension Scene {
    /// Sends a workout from Ana to Bo, with a deadline in ten days by default.
    @discardableResult
    package func sendWorkout(
        deadline: Instant? = nil,
        proof: Proof = .none,
        to recipient: UserID? = nil
    ) async throws -> AssignmentID {
        let call = CreateChallenge(
            kind: .workout,
            name: "Run for 25 minutes",
            recipients: [recipient ?? bo],
            deadline: deadline ?? clock.now + .days(10),
            proof: proof
        )
        return try await ask(call, as: ana).assignments[0].id
    }

    /// Creates a workout's assignment and moves it to a state; a missed one was started.
    package func makeWorkout(
        _ state: AssignmentLife.State,
        proof: Proof = .none
    ) async throws -> AssignmentID {
        let isJudged = proof == .required || state == .submitted || state == .rejected
        let id = try await sendWorkout(proof: isJudged ? .required : proof)
        switch state {
        case .sent: return id
        case .denied: _ = try await ask(DenyAssignment(assignment: id), as: bo)
        case .withdrawn: _ = try await ask(WithdrawAssignment(assignment: id), as: ana)
        default: _ = try await ask(StartAssignment(assignment: id), as: bo)
        }
        switch state {
        case .missed:
            clock.advance(by: .days(10) + .tick)
            try await fireDue()
        case .abandoned: _ = try await ask(GiveUpAssignment(assignment: id), as: bo)
        case .void: _ = try await ask(ExcuseAssignment(assignment: id), as: ana)
        case .completed where !isJudged:
            _ = try await ask(CompleteAssignment(assignment: id), as: bo)
        case .submitted, .rejected, .completed:
            _ = try await ask(
                SubmitAssignment(assignment: id, mediaIDs: [MediaID()]),
                as: bo
            )
        default: break
        }
        switch state {
        case .completed where isJudged:
            _ = try await ask(ApproveSubmission(assignment: id), as: ana)
        case .rejected:
            _ = try await ask(RejectSubmission(assignment: id, reason: "No."), as: ana)
        default: break
        }
        return id
    }

    /// The events of one kind in the outbox, with their numbers.
    private func numbered<E: Event>(_: E.Type) async throws -> [(Int64, E)] {
        let rows = try await database.all(
            """
            SELECT sequence, body FROM outbox WHERE call = \(Int32(E.id.rawValue))
            ORDER BY sequence
            """
        ) { row in
            try (number: row.next(Int64.self), body: row.next([UInt8].self))
        }
        return try rows.map { row in
            (row.number, try WireDecoder().decode(E.self, from: ByteBuffer(bytes: row.body)))
        }
    }

    /// The events for identity after the first `count`, in order, as text: a notice with its
    /// recipients, or an outcome with the kinds of notices that it resolves.
    package func news(after count: Int) async throws -> [String] {
        let told = try await numbered(PeopleTold.self).map { number, event in
            let people = event.people.map { $0 == ana ? "Ana" : "Bo" }
            let actor = event.actor.map { $0 == ana ? " by Ana" : " by Bo" } ?? ""
            let text = "\(event.kind) to \(people.joined(separator: " and "))\(actor)"
            return (number, text)
        }
        let settled = try await numbered(NoticesSettled.self).map { number, event in
            (number, "\(event.outcome) \(event.kinds.map(\.rawValue).joined(separator: ", "))")
        }
        return (told + settled).sorted { $0.0 < $1.0 }.dropFirst(count).map { $0.1 }
    }

    /// The number of events for identity.
    package func newsCount() async throws -> Int {
        try await news(after: 0).count
    }
}
