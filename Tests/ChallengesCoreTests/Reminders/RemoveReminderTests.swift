import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// A user removes a reminder (2.13-reminders).
@Suite(.freshDatabase(Challenges.migrations))
struct RemoveReminderTests {
    private let scene = Scene()

    @Test func `it is gone, with its timer, and the others stay`() async throws {
        let goal = try await scene.setGoal()
        let (one, other) = (try await scene.remind(goal.uuid), try await scene.remind(goal.uuid))
        let call = RemoveReminder(reminder: one.id)
        _ = try await scene.ask(call, as: scene.ana, key: "once")
        _ = try await scene.ask(call, as: scene.ana, key: "once")
        #expect(try await scene.reminders() == [other])
        #expect(try await scene.due() == ["2023-11-15T08:00:00Z"])
        let again = await scene.fault(call, as: scene.ana)
        #expect(again?.code == ChallengesError.reminderNotFound.rawValue)
        // Also where what it is about is closed.
        _ = try await scene.ask(AbandonGoal(goal: goal), as: scene.ana)
        _ = try await scene.ask(RemoveReminder(reminder: other.id), as: scene.ana)
        #expect(try await scene.reminders() == [])
    }

    @Test func `another person's is not there, and an old version is refused`() async throws {
        let set = try await scene.remind(try await scene.setGoal().uuid)
        let foreign = await scene.fault(RemoveReminder(reminder: set.id), as: scene.bo)
        #expect(foreign?.code == ChallengesError.reminderNotFound.rawValue)
        let stale = RemoveReminder(reminder: set.id, ifVersion: 2)
        let fault = try #require(await scene.fault(stale, as: scene.ana))
        #expect(fault.code == ChallengesError.versionStale.rawValue)
        #expect(fault.reminder == set)
        _ = try await scene.ask(RemoveReminder(reminder: set.id, ifVersion: 1), as: scene.ana)
        #expect(try await scene.reminders() == [])
    }
}
