import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Dares

/// A user sets a reminder (2.13-reminders, GC-15, CH-13).
@Suite(.freshDatabase(Challenges.migrations))
struct SetReminderTests {
    private let scene = Scene()

    @Test func `a reminder is shown as it was set, with its next time`() async throws {
        let goal = try await scene.setGoal()
        let id = ReminderID()
        let set = try await scene.remind(goal.uuid) { call in
            (call.id, call.minuteOfDay, call.weekdays) = (id, 1_439, [7, 2])
        }
        let expected = Reminder(
            id: id,
            of: .goal,
            subject: SubjectID(goal.uuid),
            minuteOfDay: 1_439,
            weekdays: [2, 7],
            isOn: true,
            nextAt: .of("2023-11-14T23:59:00Z"),
            version: 1
        )
        #expect(set == expected)
        #expect(try await scene.reminders() == [expected])
        #expect(try await scene.due() == ["2023-11-14T23:59:00Z"])
    }

    @Test func `one that is off has no next time`() async throws {
        let goal = try await scene.setGoal()
        let set = try await scene.remind(goal.uuid) { $0.isOn = false }
        #expect(!set.isOn && set.nextAt == nil)
        #expect(try await scene.due() == [])
    }

    @Test(arguments: [
        (-1, [1], "/minuteOfDay challenges.minute_invalid"),
        (1_440, [1], "/minuteOfDay challenges.minute_invalid"),
        (0, [], "/weekdays challenges.weekdays_invalid"),
        (0, [0], "/weekdays challenges.weekdays_invalid"),
        (0, [8], "/weekdays challenges.weekdays_invalid"),
        (0, [1, 1], "/weekdays challenges.weekdays_invalid"),
        (0, [1, 2, 3, 4, 5, 6, 7, 7], "/weekdays challenges.weekdays_invalid"),
    ])
    func `a time and weekdays have bounds`(
        minute: Int,
        weekdays: [Int],
        refusal: String
    ) async throws {
        let goal = try await scene.setGoal()
        let call = Scene.call(goal.uuid) { call in
            (call.minuteOfDay, call.weekdays) = (minute, weekdays)
        }
        let fault = try #require(await scene.fault(call, as: scene.ana))
        #expect(fault.kind == .invalid)
        #expect(fault.said == [refusal])
        #expect(try await scene.reminders() == [])
    }

    @Test func `all wrong fields are refused together, and the bounds are taken`() async throws {
        let goal = try await scene.setGoal()
        let wrong = Scene.call(of: .unknown, goal.uuid) { call in
            (call.minuteOfDay, call.weekdays) = (1_440, [])
        }
        #expect(
            await scene.refusals(of: wrong) == [
                "/of challenges.subject_unknown", "/minuteOfDay challenges.minute_invalid",
                "/weekdays challenges.weekdays_invalid",
            ]
        )
        for (minute, weekdays) in [(0, [7]), (1_439, [1, 2, 3, 4, 5, 6, 7])] {
            try await scene.remind(goal.uuid) { call in
                (call.minuteOfDay, call.weekdays) = (minute, weekdays)
            }
        }
    }

    @Test func `only what the user has a part in is there`() async throws {
        let goal = try await scene.setGoal { $0.visibility = .friends }
        let dare = try await scene.send()
        let contest = try await scene.compete { $0.visibility = .public }
        let calls: [(SetReminder, UserID, ChallengesError)] = [
            (Scene.call(goal.uuid), scene.bo, .goalNotFound),
            (Scene.call(UUID()), scene.ana, .goalNotFound),
            // An id of another kind.
            (Scene.call(contest.id.uuid), scene.ana, .goalNotFound),
            (Scene.call(of: .assignment, dare.uuid), scene.ana, .assignmentNotFound),
            (Scene.call(of: .assignment, dare.uuid), scene.cy, .assignmentNotFound),
            (Scene.call(of: .contest, contest.id.uuid), scene.bo, .contestNotFound),
            (Scene.call(of: .contest, goal.uuid), scene.ana, .contestNotFound),
        ]
        for (call, user, error) in calls {
            let fault = try #require(await scene.fault(call, as: user))
            #expect(fault.code == error.rawValue)
            #expect(fault.kind == .notFound)
        }
    }

    @Test func `what is closed for the user is refused`() async throws {
        let goal = try await scene.setGoal()
        _ = try await scene.ask(AbandonGoal(goal: goal), as: scene.ana)
        // Its last day passes, and its timer is late.
        let late = try await scene.setGoal { $0.lastDay = .of("2023-11-14") }
        let dare = try await scene.make(.denied)
        let contest = try await scene.compete(with: scene.bo)
        _ = try await scene.ask(LeaveContest(contest: contest.id), as: scene.bo)
        let ended = try await scene.compete { $0.endsAt = .of("2023-11-15T00:00:00Z") }
        let draft = try await scene.compete { $0.draft = true }
        scene.turn(to: "2023-11-15T00:00:00Z")
        let calls: [(SetReminder, UserID)] = [
            (Scene.call(goal.uuid), scene.ana), (Scene.call(late.uuid), scene.ana),
            (Scene.call(of: .assignment, dare.uuid), scene.bo),
            (Scene.call(of: .contest, contest.id.uuid), scene.bo),
            (Scene.call(of: .contest, ended.id.uuid), scene.ana),
            (Scene.call(of: .contest, draft.id.uuid), scene.ana),
        ]
        for (call, user) in calls {
            let fault = try #require(await scene.fault(call, as: user))
            #expect(fault.code == ChallengesError.wrongState.rawValue)
            #expect(fault.kind == .conflict)
        }
    }

    @Test func `a subject has at most five, on or off`() async throws {
        let (goal, other) = (try await scene.setGoal(), try await scene.setGoal())
        for number in 0..<5 {
            try await scene.remind(goal.uuid) { call in
                (call.minuteOfDay, call.isOn) = (number, number > 0)
            }
        }
        let fault = try #require(await scene.fault(Scene.call(goal.uuid), as: scene.ana))
        #expect(fault.code == ChallengesError.remindersTooMany.rawValue)
        #expect(fault.kind == .conflict)
        try await scene.remind(other.uuid)
        let removed = try #require(try await scene.reminders().first)
        _ = try await scene.ask(RemoveReminder(reminder: removed.id), as: scene.ana)
        try await scene.remind(goal.uuid)
    }

    @Test func `there is a limit for all together`() async throws {
        let few = Scene(rules: Rules(reminders: ReminderRules(reminders: 2, remindersAll: 3)))
        let goals = [try await few.setGoal(), try await few.setGoal()]
        for goal in [goals[0], goals[0], goals[1]] { try await few.remind(goal.uuid) }
        let fault = await few.fault(Scene.call(goals[1].uuid), as: few.ana)
        #expect(fault?.code == ChallengesError.remindersTooMany.rawValue)
    }

    @Test func `of six at the same time five are set`() async throws {
        try await Replicas.with { replicas in
            let goal = try await replicas.scene.setGoal()
            let calls = (0..<6).map { _ in (replicas.scene.ana, Scene.call(goal.uuid)) }
            let faults = await replicas.faults(calls)
            #expect(faults.map(\.code) == [ChallengesError.remindersTooMany.rawValue])
            #expect(try await replicas.scene.reminders().count == 5)
        }
    }

    @Test func `repeating a call gets what was set`() async throws {
        let goal = try await scene.setGoal()
        let call = Scene.call(goal.uuid) { $0.id = ReminderID() }
        let set = try await scene.ask(call, as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana) == set)
        var reordered = call
        reordered.weekdays = call.weekdays.reversed()
        reordered.isOn = true
        #expect(try await scene.ask(reordered, as: scene.ana) == set)
        let others: [(inout SetReminder) -> Void] = [
            { $0.minuteOfDay += 1 }, { $0.weekdays = [1] }, { $0.isOn = false },
            { $0.subject = SubjectID() },
        ]
        for change in others {
            var other = call
            change(&other)
            let fault = await scene.fault(other, as: scene.ana)
            #expect(fault?.code == ChallengesError.idTaken.rawValue)
        }
        // It is not told whose it is.
        let foreign = try await scene.setGoal(as: scene.bo)
        let theirs = Scene.call(foreign.uuid) { $0.id = call.id }
        #expect(
            await scene.fault(theirs, as: scene.bo)?.code == ChallengesError.idTaken.rawValue
        )
        #expect(try await scene.reminders() == [set])
    }

    @Test func `a key repeats its reply`() async throws {
        let goal = try await scene.setGoal()
        let call = Scene.call(goal.uuid)
        let set = try await scene.ask(call, as: scene.ana, key: "once")
        #expect(try await scene.ask(call, as: scene.ana, key: "once") == set)
        #expect(try await scene.reminders() == [set])
    }
}
