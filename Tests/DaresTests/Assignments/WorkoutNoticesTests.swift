import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

/// Whom each move of a workout tells what, and what it settles (2.2-notices). Each is
/// made twice with one key.
@Suite(.freshDatabase(Challenges.migrations))
struct WorkoutNoticesTests {
    @Test func `sending tells the recipient, until the deadline`() async throws {
        let scene = Scene()
        let id = try await scene.sendWorkout()
        let told = try await scene.emitted(PeopleTold.self)
        #expect(told.map(\.kind) == [.workoutReceived])
        #expect(told.map(\.people) == [[scene.bo]])
        #expect(told.map(\.actor) == [scene.ana])
        #expect(told.map(\.cause) == ["\(id)"])
        #expect(told.map(\.subject) == [Notice.Subject(id)])
        #expect(told.map(\.name) == ["Run for 25 minutes"])
        #expect(told.map(\.expiresAt) == [scene.clock.now + .days(10)])
    }

    @Test func `what the recipient does with an unanswered one`() async throws {
        try await expect(.sent, { ReadAssignment(assignment: $0) }, by: \.bo, [])
        try await expect(
            .sent,
            { StartAssignment(assignment: $0) },
            by: \.bo,
            ["acted workoutReceived", "accepted to Ana by Bo"]
        )
        try await expect(
            .sent,
            { DenyAssignment(assignment: $0) },
            by: \.bo,
            ["acted workoutReceived", "gone deadlineNear", "denied to Ana by Bo"]
        )
    }

    @Test func `what the sender does before a submission`() async throws {
        try await expect(
            .sent,
            { WithdrawAssignment(assignment: $0) },
            by: \.ana,
            ["gone workoutReceived, deadlineNear"]
        )
        try await expect(
            .started,
            { ExcuseAssignment(assignment: $0) },
            by: \.ana,
            ["gone deadlineNear", "excused to Bo by Ana"]
        )
    }

    @Test func `what the recipient does with a started one`() async throws {
        try await expect(.started, { StartAssignment(assignment: $0) }, by: \.bo, [])
        try await expect(
            .started,
            { CompleteAssignment(assignment: $0) },
            by: \.bo,
            ["acted deadlineNear", "completed to Ana by Bo"]
        )
        try await expect(
            .started,
            proof: .optional,
            { CompleteAssignment(assignment: $0, note: "Phew.") },
            by: \.bo,
            ["acted deadlineNear", "completed to Ana by Bo"]
        )
        try await expect(
            .started,
            { GiveUpAssignment(assignment: $0) },
            by: \.bo,
            ["gone deadlineNear", "gaveUp to Ana by Bo"]
        )
        let picture = MediaID()
        try await expect(
            .started,
            proof: .required,
            { SubmitAssignment(assignment: $0, mediaIDs: [picture]) },
            by: \.bo,
            ["acted deadlineNear", "reviewNeeded to Ana by Bo"]
        )
    }

    @Test func `what is told of a late one`() async throws {
        try await expect(.missed, { StartAssignment(assignment: $0) }, by: \.bo, [])
        try await expect(
            .missed,
            { CompleteAssignment(assignment: $0) },
            by: \.bo,
            ["completed to Ana by Bo"]
        )
        let picture = MediaID()
        try await expect(
            .missed,
            proof: .required,
            { SubmitAssignment(assignment: $0, mediaIDs: [picture]) },
            by: \.bo,
            ["reviewNeeded to Ana by Bo"]
        )
    }

    @Test func `a verdict is told to the recipient`() async throws {
        let verdict = ["acted reviewNeeded", "verdict to Bo by Ana"]
        try await expect(.submitted, { ApproveSubmission(assignment: $0) }, by: \.ana, verdict)
        try await expect(
            .submitted,
            { TryAgain(assignment: $0, reason: "Blurred.") },
            by: \.ana,
            verdict
        )
        try await expect(
            .submitted,
            { RejectSubmission(assignment: $0, reason: "No.") },
            by: \.ana,
            verdict
        )
        try await expect(
            .rejected,
            { ApproveSubmission(assignment: $0) },
            by: \.ana,
            ["verdict to Bo by Ana"]
        )
        try await expect(
            .submitted,
            { RetractSubmission(assignment: $0) },
            by: \.bo,
            ["gone reviewNeeded"]
        )
    }

    @Test func `a deadline is told of 24 hours and 1 hour before, started or not`() async throws {
        let scene = Scene()
        _ = try await scene.makeWorkout(.sent)
        _ = try await scene.makeWorkout(.started)
        let count = try await scene.newsCount()
        scene.clock.advance(by: .days(9))
        #expect(try await scene.fireDue() == 2)
        scene.clock.advance(by: .hours(23))
        #expect(try await scene.fireDue() == 2)
        #expect(
            try await scene.news(after: count)
                == Array(repeating: "deadlineNear to Bo", count: 4)
        )
        let told = try await scene.emitted(PeopleTold.self).filter { $0.kind == .deadlineNear }
        #expect(Set(told.map(\.cause)).count == 4)
        #expect(told.allSatisfy { $0.expiresAt == scene.clock.now + .hours(1) })
    }

    /// Makes a move twice with one key and compares what it told and settled.
    private func expect<C: Call>(
        _ state: AssignmentLife.State,
        proof: Proof = .none,
        _ call: (AssignmentID) -> C,
        by person: KeyPath<Scene, UserID>,
        _ news: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws where C.Reply == Assignment {
        let scene = Scene()
        let id = try await scene.makeWorkout(state, proof: proof)
        let count = try await scene.newsCount()
        for _ in 0..<2 {
            _ = try await scene.ask(call(id), as: scene[keyPath: person], key: "k")
        }
        #expect(try await scene.news(after: count) == news, sourceLocation: sourceLocation)
    }
}
