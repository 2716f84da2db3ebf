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

/// A user lists their reminders (2.13-reminders).
@Suite(.freshDatabase(Challenges.migrations))
struct ListRemindersTests {
    private let scene = Scene()

    @Test func `a user's reminders are listed by time of day, each once`() async throws {
        let (one, other) = (try await scene.setGoal(), try await scene.setGoal())
        for minute in [700, 30, 1_439, 0, 30] {
            try await scene.remind(one.uuid) { $0.minuteOfDay = minute }
        }
        try await scene.remind(other.uuid) { $0.minuteOfDay = 480 }
        let foreign = try await scene.setGoal(as: scene.bo)
        try await scene.remind(foreign.uuid, as: scene.bo)
        for limit in [1, 2, 5, 6] {
            var call = ListReminders(limit: limit)
            var found: [Reminder] = []
            repeat {
                let page = try await scene.ask(call, as: scene.ana)
                #expect(page.items.count <= limit)
                found += page.items
                call.cursor = page.nextCursor
            } while call.cursor != nil
            #expect(found.map(\.minuteOfDay) == [0, 30, 30, 480, 700, 1_439])
            #expect(Set(found.map(\.id)).count == 6)
        }
        #expect(try await scene.reminders(of: scene.cy) == [])
    }

    @Test func `a limit and a cursor have bounds`() async throws {
        for limit in [0, 101] {
            #expect(
                await scene.refusals(of: ListReminders(limit: limit)) == [
                    "/limit challenges.limit_invalid"
                ]
            )
        }
        let beyond = PageCursor<Int, ReminderID>("reminders").text(1_440, ReminderID())
        let foreign = PageCursor<Int, ReminderID>("goals").text(480, ReminderID())
        for cursor in ["x", beyond, foreign] {
            #expect(
                await scene.refusals(of: ListReminders(cursor: cursor)) == [
                    "/cursor challenges.cursor_invalid"
                ]
            )
        }
    }
}
