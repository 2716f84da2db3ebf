import ChallengesAPI
import ChallengesTestKit
import Identifiers
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

/// What time does, with the service's own timers and a clock that only the test advances.
@Suite(.freshDatabase(Challenges.migrations))
struct TimersTests {
    @Test func `it expires after 14 days without an answer`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        scene.clock.advance(by: .days(14) - .tick)
        #expect(try await scene.fireDue() == 0)
        #expect(try await scene.get(id).state == .sent)
        scene.clock.advance(by: .tick)
        #expect(try await scene.fireDue() == 1)
        let expired = try await scene.get(id)
        #expect(expired.state == .expired)
        #expect(expired.closedAt == scene.clock.now)
        #expect(expired.version == 2)
        #expect(expired.points == nil)
        #expect(try await scene.dueTimes().isEmpty)
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
    }

    @Test func `at its deadline it expires, answered or not`() async throws {
        let scene = Scene()
        let deadline = scene.clock.now + .hours(1)
        let sent = try await scene.make(.sent, deadline: deadline)
        let accepted = try await scene.make(.accepted, deadline: deadline)
        let submitted = try await scene.make(.submitted, deadline: deadline)
        scene.clock.advance(by: .hours(1) - .tick)
        #expect(try await scene.fireDue() == 0)
        scene.clock.advance(by: .tick)
        #expect(try await scene.fireDue() == 2)
        #expect(try await scene.get(sent).state == .expired)
        #expect(try await scene.get(accepted).state == .expired)
        #expect(try await scene.get(submitted).state == .submitted)
    }

    @Test func `after 7 days a silent sender counts as approving`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        scene.clock.advance(by: .days(7) - .tick)
        #expect(try await scene.fireDue() == 0)
        scene.clock.advance(by: .tick)
        #expect(try await scene.fireDue() == 1)
        let done = try await scene.get(id)
        #expect(done.state == .done)
        #expect(done.isVerified == false)
        #expect(done.points == 100)
        #expect(done.attempts.map(\.outcome) == [.approved])
        let events = try await scene.emitted(AssignmentDone.self)
        #expect(events.map(\.assignment) == [id])
        #expect(events.map(\.isVerified) == [false])
        #expect(try await scene.fireDue() == 0)
        #expect(try await scene.emitted(AssignmentDone.self).count == 1)
    }

    @Test func `accepted without a deadline, it never expires`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        #expect(try await scene.dueTimes().isEmpty)
        scene.clock.advance(by: .days(1_000))
        #expect(try await scene.fireDue() == 0)
        #expect(try await scene.get(id).state == .accepted)
    }

    @Test func `each submission gets its own 7 days`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        scene.clock.advance(by: .days(6))
        _ = try await scene.ask(TryAgain(assignment: id, reason: "Again."), as: scene.ana)
        #expect(try await scene.dueTimes().isEmpty)
        _ = try await scene.ask(SubmitAssignment(assignment: id), as: scene.bo)
        scene.clock.advance(by: .days(6))
        #expect(try await scene.fireDue() == 0)
        scene.clock.advance(by: .days(1))
        #expect(try await scene.fireDue() == 1)
        #expect(try await scene.get(id).attempts.map(\.outcome) == [.tryAgain, .approved])
    }

    @Test func `timers that were missed fire later`() async throws {
        let scene = Scene()
        for _ in 0..<10 { _ = try await scene.make(.submitted) }
        for _ in 0..<10 { _ = try await scene.send() }
        scene.clock.advance(by: .days(100))
        let fired = try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try await scene.fireDue() } }
            return try await group.reduce(0, +)
        }
        #expect(fired == 20)
        #expect(try await scene.emitted(AssignmentDone.self).count == 10)
        #expect(await scene.list(as: scene.bo, .recipient, .expired).count == 10)
    }
}
