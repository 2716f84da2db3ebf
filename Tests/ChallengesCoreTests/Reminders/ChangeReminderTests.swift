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

/// A user changes a reminder (2.13-reminders).
@Suite(.freshDatabase(Challenges.migrations))
struct ChangeReminderTests {
    private let scene = Scene()

    private func change(
        _ reminder: Reminder,
        _ change: (inout ChangeReminder) -> Void
    ) async throws -> Reminder {
        var call = ChangeReminder(reminder: reminder.id)
        change(&call)
        return try await scene.ask(call, as: scene.ana)
    }

    @Test func `what is named changes, the rest stays, and the next time follows`() async throws {
        let goal = try await scene.setGoal()
        let set = try await scene.remind(goal.uuid)
        let later = try await change(set) { $0.minuteOfDay = 1_380 }
        #expect(later.weekdays == set.weekdays && later.isOn)
        #expect(later.nextAt == .of("2023-11-14T23:00:00Z"))
        #expect(later.version == 2)
        let sunday = try await change(set) { $0.weekdays = [7] }
        #expect(sunday.minuteOfDay == 1_380)
        #expect(sunday.nextAt == .of("2023-11-19T23:00:00Z"))
        #expect(try await scene.due() == ["2023-11-19T23:00:00Z"])
        let off = try await change(set) { $0.isOn = false }
        #expect(!off.isOn && off.nextAt == nil)
        #expect(off.version == 4)
        #expect(try await scene.due() == [])
        let on = try await change(set) { $0.isOn = true }
        #expect(on.nextAt == sunday.nextAt)
        #expect(try await scene.due() == ["2023-11-19T23:00:00Z"])
        // The same again is no change.
        let same = try await change(set) { call in
            (call.isOn, call.minuteOfDay, call.weekdays) = (true, 1_380, [7])
        }
        #expect(same == on)
        #expect(try await scene.reminders() == [on])
    }

    @Test(
        arguments: [
            (-1, nil, "/minuteOfDay challenges.minute_invalid"),
            (1_440, nil, "/minuteOfDay challenges.minute_invalid"),
            (nil, [], "/weekdays challenges.weekdays_invalid"),
            (nil, [0], "/weekdays challenges.weekdays_invalid"),
            (nil, [8], "/weekdays challenges.weekdays_invalid"),
            (nil, [7, 7], "/weekdays challenges.weekdays_invalid"),
        ] as [(Int?, [Int]?, String)]
    )
    func `a time and weekdays have bounds`(
        minute: Int?,
        weekdays: [Int]?,
        refusal: String
    ) async throws {
        let set = try await scene.remind(try await scene.setGoal().uuid)
        let call = ChangeReminder(reminder: set.id, minuteOfDay: minute, weekdays: weekdays)
        #expect(await scene.refusals(of: call) == [refusal])
        #expect(try await scene.reminders() == [set])
    }

    @Test func `another person's is not there, and an old version is refused`() async throws {
        let set = try await scene.remind(try await scene.setGoal().uuid)
        for (id, user) in [(set.id, scene.bo), (ReminderID(), scene.ana)] {
            let fault = await scene.fault(ChangeReminder(reminder: id, isOn: false), as: user)
            #expect(fault?.code == ChallengesError.reminderNotFound.rawValue)
            #expect(fault?.kind == .notFound)
        }
        let stale = ChangeReminder(reminder: set.id, minuteOfDay: 1_440, ifVersion: 2)
        let fault = try #require(await scene.fault(stale, as: scene.ana))
        #expect(fault.code == ChallengesError.versionStale.rawValue)
        #expect(fault.reminder == set)
        let changed = try await change(set) { call in
            (call.isOn, call.ifVersion) = (false, 1)
        }
        #expect(changed.version == 2)
    }

    @Test func `one of what is closed stays off`() async throws {
        let goal = try await scene.setGoal()
        let set = try await scene.remind(goal.uuid)
        _ = try await scene.ask(AbandonGoal(goal: goal), as: scene.ana)
        let later = ChangeReminder(reminder: set.id, minuteOfDay: 0)
        let fault = try #require(await scene.fault(later, as: scene.ana))
        #expect(fault.code == ChallengesError.wrongState.rawValue)
        #expect(fault.kind == .conflict)
        #expect(fault.reminder == set)
        _ = try await change(set) { $0.isOn = false }
        let off = try await change(set) { $0.minuteOfDay = 0 }
        #expect(off.minuteOfDay == 0)
        let on = await scene.fault(ChangeReminder(reminder: set.id, isOn: true), as: scene.ana)
        #expect(on?.code == ChallengesError.wrongState.rawValue)
    }
}
