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

/// What the timers of reminders do (2.13-reminders).
@Suite(.freshDatabase(Challenges.migrations))
struct RemindersTests {
    private let scene = Scene()

    /// Lets time pass until a moment, and all be done that is due, in order.
    private func pass(until end: String, _ each: () async throws -> Void) async throws {
        while let next = try await scene.dueTimes().first, next <= .of(end) {
            scene.clock.advance(by: next - scene.clock.now)
            try await scene.fireDue()
            try await each()
        }
        scene.turn(to: end)
    }

    @Test func `at eight on workdays, in three zones over a change of the clocks`() async throws {
        let homes = [
            (scene.ana, "America/New_York"), (scene.bo, "Europe/Berlin"),
            (scene.cy, "Asia/Kolkata"),
        ]
        scene.turn(to: "2024-03-07T12:30:00Z")
        var toDo: [UserID: ChallengeID] = [:]
        var done: [UserID: ChallengeID] = [:]
        for (user, zone) in homes {
            try await scene.move(user, to: ("2020-01-01T00:00:00Z", zone))
            let goals = [
                try await scene.setGoal(as: user),
                try await scene.setGoal(as: user),
                try await scene.setGoal(as: user) { $0.restWeekdays = Scene.workdays },
                try await scene.setGoal(as: user),
            ]
            (toDo[user], done[user]) = (goals[0], goals[1])
            _ = try await scene.ask(PauseGoal(goal: goals[3]), as: user)
            for goal in goals { try await scene.remind(goal.uuid, as: user) }
        }
        let finish = {
            for (user, goal) in done {
                _ = try await scene.ask(CompleteGoal(goal: goal), as: user)
            }
        }
        try await finish()
        try await pass(until: "2024-04-03T00:00:00Z", finish)
        // The clocks go forward on 10 March in New York, and on 31 March in Berlin.
        let days = ["08"] + (11...15).map { "\($0)" } + (18...22).map { "\($0)" }
        let march = days + (25...29).map { "\($0)" }
        let york = (["07"] + march).map { $0 < "10" ? "03-\($0)T13" : "03-\($0)T12" }
        let last = [
            ["04-01T12", "04-02T12"], ["04-01T06", "04-02T06"], ["04-01T02:30", "04-02T02:30"],
        ]
        let expected = [
            york + last[0], march.map { "03-\($0)T07" } + last[1],
            march.map { "03-\($0)T02:30" } + last[2],
        ]
        let told = try await scene.told(.reminder)
        for ((user, _), moments) in zip(homes, expected) {
            let own = told.filter { $0.people == [user] }
            #expect(Set(own.map(\.challenge)) == [toDo[user]])
            let found = own.map { "\($0.at)".dropFirst("2024-".count) }
            #expect(found.count == moments.count)
            for (found, moment) in zip(found, moments) { #expect(found.hasPrefix(moment)) }
        }
        #expect(told.allSatisfy { $0.people.count == 1 })
    }

    @Test func `a reminder is told with what it is about, once for each day`() async throws {
        let goal = try await scene.setGoal()
        let reminder = try await scene.remind(goal.uuid)
        #expect(reminder.nextAt == .of("2023-11-15T08:00:00Z"))
        try await scene.come("2023-11-15T08:00:00Z")
        try await scene.fireDue()
        let all = try await scene.told(.reminder)
        #expect(all.count == 1)
        let told = try #require(all.first)
        #expect(told.people == [scene.ana])
        #expect(told.cause == "\(reminder.id)/2023-11-15")
        #expect(told.actor == nil)
        #expect(told.challenge == goal)
        #expect(told.subject == Notice.Subject(goal: goal))
        #expect(told.name == "Meditate")
        #expect(told.at == .of("2023-11-15T08:00:00Z"))
        #expect(told.expiresAt == nil)
        let next = try await scene.reminder(reminder.id)
        #expect(next.nextAt == .of("2023-11-16T08:00:00Z"))
        #expect(next.version == reminder.version)
        #expect(try await scene.due() == ["2023-11-16T08:00:00Z"])
    }

    @Test func `one that is over an hour late is left out`() async throws {
        let goal = try await scene.setGoal()
        try await scene.remind(goal.uuid)
        try await scene.come("2023-11-15T09:00:00.000001Z")
        #expect(try await scene.rung() == [])
        #expect(try await scene.due() == ["2023-11-16T08:00:00Z"])
        try await scene.come("2023-11-16T09:00:00Z")
        #expect(try await scene.rung() == ["2023-11-16T09:00:00Z"])
        // After days without a timer, only the last one is not too late.
        try await scene.come("2023-11-21T08:30:00Z")
        #expect(
            try await scene.rung() == ["2023-11-16T09:00:00Z", "2023-11-21T08:30:00Z"]
        )
        #expect(try await scene.due() == ["2023-11-22T08:00:00Z"])
    }

    @Test func `a time that was moved on its day comes the day after`() async throws {
        let goal = try await scene.setGoal()
        let reminder = try await scene.remind(goal.uuid)
        try await scene.come("2023-11-15T08:00:00Z")
        let moved = try await scene.ask(
            ChangeReminder(reminder: reminder.id, minuteOfDay: 540),
            as: scene.ana
        )
        #expect(moved.nextAt == .of("2023-11-16T09:00:00Z"))
        // Where it did not come, for there was nothing to do, it may still.
        _ = try await scene.ask(CompleteGoal(goal: goal, day: .of("2023-11-15")), as: scene.ana)
        scene.turn(to: "2023-11-16T07:00:00Z")
        try await scene.fireDue()
        _ = try await scene.ask(CompleteGoal(goal: goal), as: scene.ana)
        try await scene.come("2023-11-16T09:00:00Z")
        let again = try await scene.ask(
            ChangeReminder(reminder: reminder.id, minuteOfDay: 600),
            as: scene.ana
        )
        #expect(again.nextAt == .of("2023-11-16T10:00:00Z"))
        #expect(try await scene.rung() == ["2023-11-15T08:00:00Z"])
    }

    @Test func `another zone arranges them again, and no day has two`() async throws {
        let goal = try await scene.setGoal()
        let home = (since: "2020-01-01T00:00:00Z", name: "UTC")
        let others = try await scene.setGoal(as: scene.bo)
        try await scene.remind(others.uuid, as: scene.bo)
        let reminder = try await scene.remind(goal.uuid)
        let off = try await scene.remind(goal.uuid) { $0.isOn = false }
        // From midnight on, Ana is in Los Angeles, where Tuesday goes on.
        try await scene.move(to: home, ("2023-11-15T00:00:00Z", "America/Los_Angeles"))
        #expect(try await scene.due() == ["2023-11-15T08:00:00Z", "2023-11-15T16:00:00Z"])
        let moved = try await scene.reminder(reminder.id)
        #expect(moved.nextAt == .of("2023-11-15T16:00:00Z"))
        #expect(moved.version == reminder.version)
        #expect(try await scene.reminder(off.id) == off)
        // She is not, after all; then she is, at a later midnight, when it has come that day.
        try await scene.move(to: home, version: 3)
        #expect(try await scene.reminder(reminder.id) == reminder)
        try await scene.come("2023-11-15T08:00:00Z")
        try await scene.move(
            to: home,
            ("2023-11-16T00:00:00Z", "America/Los_Angeles"),
            version: 4
        )
        #expect(
            try await scene.reminder(reminder.id).nextAt == .of("2023-11-16T16:00:00Z")
        )
        try await scene.come("2023-11-16T16:00:00Z")
        let own = try await scene.told(.reminder).filter { $0.people == [scene.ana] }
        #expect(own.map(\.at) == [.of("2023-11-15T08:00:00Z"), .of("2023-11-16T16:00:00Z")])
    }

    @Test func `a card that comes while the timer is late leaves the time to it`() async throws {
        let goal = try await scene.setGoal()
        let reminder = try await scene.remind(goal.uuid)
        scene.turn(to: "2023-11-15T08:10:00Z")
        try await scene.move(to: ("2020-01-01T00:00:00Z", "UTC"))
        #expect(try await scene.reminder(reminder.id) == reminder)
        try await scene.fireDue()
        #expect(try await scene.rung() == ["2023-11-15T08:10:00Z"])
    }

    @Test func `a timer that was arranged by another zone waits for the present one`() async throws
    {
        try await scene.move(to: ("2020-01-01T00:00:00Z", "America/Los_Angeles"))
        let goal = try await scene.setGoal()
        try await scene.remind(goal.uuid)
        // As a process of the previous release leaves it.
        let early = Instant.of("2023-11-15T08:00:00Z")
        try await scene.database.run("UPDATE reminders SET next_at = \(early)")
        try await scene.database.run(
            "UPDATE timers SET due_at = \(early) WHERE timer = 'challenges.reminder'"
        )
        try await scene.come("2023-11-15T08:00:00Z")
        #expect(try await scene.rung() == [])
        #expect(try await scene.due() == ["2023-11-15T16:00:00Z"])
    }

    @Test func `what is closed switches its reminder off, and what is gone removes it`()
        async throws
    {
        let (given, kept) = (try await scene.setGoal(), try await scene.setGoal())
        let reminder = try await scene.remind(given.uuid)
        try await scene.remind(kept.uuid)
        _ = try await scene.ask(AbandonGoal(goal: given), as: scene.ana)
        #expect(try await scene.reminder(reminder.id) == reminder)
        try await scene.come("2023-11-15T08:00:00Z")
        let closed = try await scene.reminder(reminder.id)
        #expect(!closed.isOn && closed.nextAt == nil)
        #expect(closed.version == reminder.version + 1)
        #expect(try await scene.told(.reminder).map(\.challenge) == [kept])
        #expect(try await scene.due() == ["2023-11-16T08:00:00Z"])
        // With a goal that is deleted its reminders go, with their timers and notices.
        _ = try await scene.ask(DeleteGoal(goal: given), as: scene.ana)
        #expect(try await scene.settled() == [])
        let again = try await scene.setGoal()
        let off = try await scene.remind(again.uuid) { $0.isOn = false }
        _ = try await scene.ask(DeleteGoal(goal: kept), as: scene.ana)
        #expect(try await scene.settled() == ["reminder gone"])
        #expect(try await scene.reminders() == [off])
        #expect(try await scene.due() == [])
        // One that a process of the previous release has left goes at its time.
        let left = try await scene.setGoal()
        try await scene.remind(left.uuid)
        let lost = SubjectID()
        try await scene.database.run(
            "UPDATE reminders SET subject = \(lost) WHERE subject = \(left)"
        )
        try await scene.come("2023-11-16T08:00:00Z")
        #expect(try await scene.reminders() == [off])
        #expect(try await scene.due() == [])
    }

    @Test(arguments: [Goal.Recurrence.weekly, .monthly, .once])
    func `a goal that is not daily is done for a day on which something was logged`(
        recurrence: Goal.Recurrence
    ) async throws {
        let goal = try await scene.setGoal { call in
            (call.unit, call.target, call.recurrence) = ("pages", .of("10"), recurrence)
        }
        try await scene.remind(goal.uuid)
        scene.turn(to: "2023-11-15T07:00:00Z")
        _ = try await scene.ask(AddGoalEntry(goal: goal, amount: .of("1")), as: scene.ana)
        try await scene.come("2023-11-15T08:00:00Z")
        #expect(try await scene.rung() == [])
        try await scene.come("2023-11-16T08:00:00Z")
        #expect(try await scene.rung() == ["2023-11-16T08:00:00Z"])
        _ = try await scene.ask(AddGoalEntry(goal: goal, amount: .of("9")), as: scene.ana)
        try await scene.come("2023-11-17T08:00:00Z")
        #expect(try await scene.rung() == ["2023-11-16T08:00:00Z"])
    }

    @Test func `a daily goal is to be done until its day is met`() async throws {
        let goal = try await scene.setGoal { call in
            (call.unit, call.target) = ("pages", .of("10"))
        }
        try await scene.remind(goal.uuid)
        try await scene.come("2023-11-15T07:00:00Z")
        _ = try await scene.ask(AddGoalEntry(goal: goal, amount: .of("9")), as: scene.ana)
        try await scene.come("2023-11-15T08:00:00Z")
        #expect(try await scene.rung() == ["2023-11-15T08:00:00Z"])
    }

    @Test func `a contest reminds who is in it, while it lasts and nothing was logged`()
        async throws
    {
        let contest = try await scene.compete { call in
            (call.startsAt, call.endsAt) =
                (.of("2023-11-16T00:00:00Z"), .of("2023-11-21T07:00:00Z"))
        }
        let reminder = try await scene.remind(of: .contest, contest.id.uuid)
        // It has not begun.
        try await scene.come("2023-11-15T08:00:00Z")
        #expect(try await scene.rung() == [])
        try await scene.come("2023-11-16T08:00:00Z")
        #expect(try await scene.rung() == ["2023-11-16T08:00:00Z"])
        let told = try #require(try await scene.told(.reminder).first)
        #expect(told.subject == Notice.Subject(contest: contest.id))
        #expect(told.challenge == contest.id)
        try await scene.come("2023-11-17T07:00:00Z")
        let call = AddEntry(contest: contest.id, amount: .of("1"))
        _ = try await scene.ask(call, as: scene.ana)
        try await scene.come("2023-11-17T08:00:00Z")
        #expect(try await scene.rung().count == 1)
        // What is deleted does not count.
        try await scene.come("2023-11-20T07:00:00Z")
        let mistake = try await scene.ask(call, as: scene.ana)
        _ = try await scene.ask(DeleteEntry(entry: mistake.id), as: scene.ana)
        try await scene.come("2023-11-20T08:00:00Z")
        #expect(try await scene.rung().last == "2023-11-20T08:00:00Z")
        try await scene.come("2023-11-21T08:00:00Z")
        #expect(try await scene.rung().count == 2)
        #expect(try await !scene.reminder(reminder.id).isOn)
    }

    @Test func `a contest that is hidden reminds its owner alone, and is not there for others`()
        async throws
    {
        let contest = try await scene.compete(with: scene.bo) { call in
            call.endsAt = .of("2023-11-21T07:00:00Z")
        }
        try await scene.remind(of: .contest, contest.id.uuid)
        try await scene.remind(of: .contest, contest.id.uuid, as: scene.bo)
        try await scene.database.run("UPDATE contests SET hidden_at = created_at")
        let call = Scene.call(of: .contest, contest.id.uuid)
        let fault = await scene.fault(call, as: scene.bo)
        #expect(fault?.code == ChallengesError.contestNotFound.rawValue)
        try await scene.come("2023-11-15T08:00:00Z")
        #expect(try await scene.told(.reminder).map(\.people) == [[scene.ana]])
        #expect(try await scene.reminders(of: scene.bo).isEmpty)
        #expect(try await scene.due() == ["2023-11-16T08:00:00Z"])
    }

    @Test func `an assignment reminds until it is submitted, and is over then`() async throws {
        let dare = try await scene.send()
        let reminder = try await scene.remind(of: .assignment, dare.uuid, as: scene.bo)
        try await scene.come("2023-11-15T08:00:00Z")
        _ = try await scene.ask(AcceptAssignment(assignment: dare), as: scene.bo)
        try await scene.come("2023-11-16T08:00:00Z")
        let expected = ["2023-11-15T08:00:00Z", "2023-11-16T08:00:00Z"]
        #expect(try await scene.rung() == expected)
        let told = try #require(try await scene.told(.reminder).first)
        #expect(told.people == [scene.bo])
        #expect(told.subject == Notice.Subject(dare))
        #expect(told.name == "10 push-ups")
        _ = try await scene.ask(SubmitAssignment(assignment: dare, note: "Done."), as: scene.bo)
        try await scene.come("2023-11-17T08:00:00Z")
        #expect(try await scene.rung() == expected)
        #expect(try await scene.reminders(of: scene.bo).map(\.isOn) == [true])
        _ = try await scene.ask(ApproveSubmission(assignment: dare), as: scene.ana)
        try await scene.come("2023-11-20T08:00:00Z")
        #expect(try await scene.rung() == expected)
        let closed = try await scene.reminders(of: scene.bo)
        #expect(closed.map(\.id) == [reminder.id])
        #expect(closed.map(\.isOn) == [false])
    }
}
