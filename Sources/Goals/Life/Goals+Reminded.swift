import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Values

extension Goals {
    /// The state of a goal for its owner's reminder (2.13-reminders); `nil` for other subjects.
    func reminded(
        of subject: ReminderSubject,
        on day: CivilDate,
        at now: Instant,
        in reader: some Reader
    ) async throws -> RemindedChallenge? {
        guard subject.kind == .goal,
            let goal = try await reader.goal(ChallengeID(subject.id.uuid)),
            goal.owner == subject.user
        else { return nil }
        let current = goal.current(at: now, under: rules)
        return RemindedChallenge(
            id: goal.id,
            name: goal.challenge.name,
            state: try await state(of: current, on: day, in: reader)
        )
    }

    /// A goal that is active and not met needs a reminder: if it is daily, until its day is met;
    /// otherwise only if nothing was logged on the day.
    private func state(
        of goal: GoalRecord,
        on day: CivilDate,
        in reader: some Reader
    ) async throws -> RemindedChallenge.State {
        let life = goal.life
        if life.state.isOver { return .closed }
        if life.state == .paused { return .idle }
        if let period = life.period, period.state == .met || life.periods.rests(period) {
            return .idle
        }
        if life.periods.recurrence == .daily { return .toDo }
        let logged = try await reader.goalEntryCounts(of: goal.id, on: day)
        return logged.day > 0 ? .idle : .toDo
    }
}
