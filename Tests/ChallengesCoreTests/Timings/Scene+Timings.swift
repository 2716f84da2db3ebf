import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

extension Scene {
    /// Ana makes a goal of ten minutes, reached once unless the call is changed.
    func setMinutes(_ change: (inout CreateGoal) -> Void = { _ in }) async throws -> ChallengeID {
        var call = CreateGoal(name: "Meditate", unit: "minutes", target: .of("10"))
        change(&call)
        return try await ask(call, as: ana).id
    }

    /// Ana makes a goal that is marked each day.
    func setMark(_ recurrence: Goal.Recurrence = .daily) async throws -> ChallengeID {
        try await ask(CreateGoal(name: "Phone off", recurrence: recurrence), as: ana).id
    }

    /// Ana times a goal, unless another person is named.
    @discardableResult
    func time(
        goal: ChallengeID,
        as user: UserID? = nil,
        _ change: (inout StartTiming) -> Void = { _ in }
    ) async throws -> Timing {
        try await time(.goal, goal.uuid, as: user ?? ana, change)
    }

    /// A person times something.
    @discardableResult
    func time(
        _ of: Timing.Subject,
        _ subject: UUID,
        as user: UserID,
        key: String? = nil,
        _ change: (inout StartTiming) -> Void = { _ in }
    ) async throws -> Timing {
        var call = StartTiming(of: of, subject: subject)
        change(&call)
        return try await ask(call, as: user, key: key)
    }

    /// A timing as its person sees it, Ana unless another is named.
    func timing(_ id: TimingID, as user: UserID? = nil) async throws -> Timing {
        try await ask(GetTiming(timing: id), as: user ?? ana)
    }

    /// A timing is finished after some seconds, which are what is told unless another time is.
    @discardableResult
    func finish(
        _ timing: Timing,
        after seconds: Int = 0,
        telling milliseconds: Int? = nil,
        as user: UserID? = nil,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil
    ) async throws -> Timing {
        clock.advance(by: .seconds(seconds))
        let call = FinishTiming(
            timing: timing.id,
            elapsedMilliseconds: milliseconds ?? seconds * 1_000,
            note: note,
            mediaIDs: mediaIDs
        )
        return try await ask(call, as: user ?? ana)
    }

    /// What Ana logged for a goal, the newest first.
    func goalEntries(of goal: ChallengeID) async throws -> [GoalEntry] {
        try await ask(ListGoalEntries(goal: goal), as: ana).items
    }

    func goal(_ id: ChallengeID) async throws -> Goal {
        try await ask(GetGoal(goal: id), as: ana)
    }

    /// How many timings are stored, and how many of their timers.
    func timingRows() async throws -> [Int] {
        try await database.one(
            """
            SELECT (SELECT count(*) FROM timings),
                (SELECT count(*) FROM timers WHERE timer = 'challenges.timing')
            """
        ) { row in
            try [row.next(), row.next()]
        }
    }
}

extension Fault {
    /// The timing that came with a refusal.
    var timing: Timing? {
        current.flatMap { try? WireDecoder().decode(Timing.self, from: $0) }
    }
}
