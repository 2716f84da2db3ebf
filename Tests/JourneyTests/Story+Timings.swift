import ChallengesAPI
import Identifiers
import Postgres
import RPC
import Testing
import Values
import Wire

// How long people are at what they do.
extension Story {
    func time(_ ana: CallContext, in database: Database) async throws {
        let create = CreateGoal(
            id: ChallengeID(),
            name: "Meditate",
            unit: "minutes",
            target: Amount("10"),
            recurrence: .daily
        )
        let goal = try await write(.challenges, create, ana).id
        let start = StartTiming(id: TimingID(), of: .goal, subject: goal.uuid)
        let id = try await write(.challenges, start, ana).id
        let pause = PauseTiming(timing: id, elapsedMilliseconds: 1_000)
        try await write(.challenges, pause, ana)
        try await write(.challenges, ResumeTiming(timing: id), ana)
        let finish = FinishTiming(timing: id, elapsedMilliseconds: 2_000, mediaIDs: [MediaID()])
        try await write(.challenges, finish, ana)
        try await read(.challenges, GetTiming(timing: id), ana)
        try await read(.challenges, ListTimings(list: .history), ana)
        let second = StartTiming(id: TimingID(), of: .goal, subject: goal.uuid)
        let mistake = try await write(.challenges, second, ana).id
        try await write(.challenges, DiscardTiming(timing: mistake), ana)
        let third = StartTiming(id: TimingID(), of: .goal, subject: goal.uuid)
        let forgotten = try await write(.challenges, third, ana).id
        try await database.run(
            """
            UPDATE timings SET starts = ARRAY[now() - interval '2 days']
            WHERE id = \(forgotten)
            """
        )
        let confirm = ConfirmTiming(timing: forgotten, elapsedMilliseconds: 60_000)
        try await write(.challenges, confirm, ana)
    }
}
