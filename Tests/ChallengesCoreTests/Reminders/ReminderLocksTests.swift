import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// A card that moves a person's reminders waits for whoever sets one, and for a timer that fires;
/// who changes one waits for the card (2.9-zones). With a goal that is deleted all of its go.
@Suite(.freshDatabase(Challenges.migrations))
struct ReminderLocksTests {
    private let scene = Scene()
    private var database: Database { scene.database }

    /// Tells that Ana goes to Los Angeles.
    private static let fly: @Sendable (Scene) async throws -> Void = { scene in
        try await scene.move(
            to: ("2020-01-01T00:00:00Z", "UTC"),
            ("2023-11-15T00:00:00Z", "America/Los_Angeles")
        )
    }

    /// Does something that has to wait for what a transaction holds, and then something that has to
    /// wait for the first.
    private func act(
        _ first: @escaping @Sendable (Scene) async throws -> Void = fly,
        then second: (@Sendable (Scene) async throws -> Void)? = nil,
        while held: @escaping @Sendable (Transaction) async throws -> Void
    ) async throws {
        let (isHeld, isWaiting) = (Gate(), Gate())
        try await withThrowingTaskGroup { group in
            defer { isWaiting.open() }
            group.addTask { [database] in
                defer { isHeld.open() }
                try await database.transaction { tx in
                    try await held(tx)
                    isHeld.open()
                    await isWaiting.pass()
                }
            }
            await isHeld.pass()
            for (number, act) in [first, second].compactMap(\.self).enumerated() {
                group.addTask { [scene] in try await act(scene) }
                try await eventually("it waits") { try await waiting() == number + 1 }
            }
            isWaiting.open()
            try await group.waitForAll()
        }
    }

    /// How many transactions wait for a lock.
    private func waiting() async throws -> Int {
        try await database.one(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
            """
        ) { row in try row.next() }
    }

    @Test func `a reminder that is set with the old days comes by the new ones`() async throws {
        let goal = try await scene.setGoal()
        let user = scene.ana
        try await act { tx in
            // As a call does that sets it.
            try tx.lockReminders(of: user)
            var reminder = ReminderRecord(
                id: ReminderID(),
                subject: ReminderSubject(kind: .goal, id: SubjectID(goal.uuid), user: user),
                times: ReminderTimes(minuteOfDay: 480, weekdays: [3]),
                isOn: true
            )
            let days = try await tx.localDays(of: user)
            reminder.arrange(from: .of("2023-11-14T23:00:00Z"), by: days)
            #expect(reminder.nextAt == .of("2023-11-15T08:00:00Z"))
            #expect(try await tx.insert(reminder))
        }
        #expect(try await scene.due() == ["2023-11-15T16:00:00Z"])
        #expect(try await scene.reminders().map(\.nextAt) == [.of("2023-11-15T16:00:00Z")])
    }

    @Test func `one that is switched on while the days change comes by the new ones`() async throws
    {
        let goal = try await scene.setGoal()
        let on = try await scene.remind(goal.uuid)
        let off = try await scene.remind(goal.uuid) { $0.isOn = false }
        // The card waits for the first reminder, and holds the person's reminders.
        try await act(then: { scene in
            let call = ChangeReminder(reminder: off.id, isOn: true)
            _ = try await scene.ask(call, as: scene.ana)
        }) { tx in
            _ = try await tx.heldReminder(on.id)
        }
        let expected: [Instant?] = [.of("2023-11-15T16:00:00Z"), .of("2023-11-15T16:00:00Z")]
        #expect(try await scene.reminders().map(\.nextAt) == expected)
    }

    @Test func `one that is set while its goal is deleted goes with it`() async throws {
        let goal = try await scene.setGoal()
        let user = scene.ana
        let delete: @Sendable (Scene) async throws -> Void = { scene in
            _ = try await scene.ask(DeleteGoal(goal: goal), as: user)
        }
        try await act(delete) { tx in
            // As a call does that sets it.
            try tx.lockReminders(of: user)
            let reminder = ReminderRecord(
                id: ReminderID(),
                subject: ReminderSubject(kind: .goal, id: SubjectID(goal.uuid), user: user),
                times: ReminderTimes(minuteOfDay: 480, weekdays: [3]),
                isOn: false
            )
            #expect(try await tx.insert(reminder))
        }
        #expect(try await scene.reminders().isEmpty)
    }

    @Test func `a timer that fires with the old days leaves the new ones`() async throws {
        let goal = try await scene.setGoal()
        let set = try await scene.remind(goal.uuid)
        try await act { tx in
            // As the timer does.
            let held = try await tx.heldReminder(set.id)
            var reminder = try #require(held)
            reminder.nextAt = .of("2023-11-16T08:00:00Z")
            reminder.rungOn = .of("2023-11-15")
            try tx.save(reminder)
        }
        #expect(try await scene.due() == ["2023-11-16T16:00:00Z"])
    }
}
