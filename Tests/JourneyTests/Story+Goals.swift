import ChallengesAPI
import Identifiers
import RPC
import ScoringAPI
import Testing
import Values
import Wire

// What people do for goals of their own.
extension Story {
    func pursue(_ ana: CallContext) async throws {
        let create = CreateGoal(
            id: ChallengeID(),
            name: "Drink water",
            unit: "glasses",
            target: Amount("8"),
            recurrence: .daily
        )
        let water = try await write(.challenges, create, ana).id
        try await log(ana, for: water)
        try await read(.challenges, ListGoals(), ana)
        try await read(.challenges, ListGoalsToday(), ana)
        try await read(.challenges, GetGoal(goal: water), ana)
        try await read(.challenges, ListPeriods(goal: water), ana)
        try await remind(ana, of: water)
        try await write(.challenges, ChangeGoal(goal: water, description: "Or tea."), ana)
        try await write(.challenges, PauseGoal(goal: water), ana)
        try await write(.challenges, ResumeGoal(goal: water), ana)
        try await write(.challenges, AbandonGoal(goal: water), ana)
        let meditate = CreateGoal(id: ChallengeID(), name: "Meditate")
        let marked = try await write(.challenges, meditate, ana).id
        try await write(.challenges, CompleteGoal(goal: marked), ana)
        try await write(.challenges, DeleteGoal(goal: marked), ana)
        let reached = GoalReached(
            goal: marked,
            user: try ana.signedIn,
            name: "Meditate",
            isForFriends: false,
            at: .now(),
            shownAt: .now(),
            version: 1
        )
        try await write(.scoring, reached, `operator`)
        try await keepUp(ana)
    }

    private func keepUp(_ ana: CallContext) async throws {
        let (goal, user) = (ChallengeID(), try ana.signedIn)
        let day = CivilDate(daysSince1970: 20_000)
        let closed = PeriodClosed(
            goal: goal,
            user: user,
            startsOn: day,
            endsOn: day,
            outcome: .met,
            version: 1
        )
        try await write(.scoring, closed, `operator`)
        let counted = DayCounted(user: user, day: day, counts: true, version: 1)
        try await write(.scoring, counted, `operator`)
        let sent = ChallengeSent(
            challenge: ChallengeID(),
            sender: user,
            recipients: 1,
            at: .now()
        )
        try await write(.scoring, sent, `operator`)
        try await read(.scoring, ListMedalProgress(), ana)
        try await read(.scoring, ListStreaks(), ana)
        try await write(.scoring, PlanStreak(restWeekdays: [7]), ana)
        try await write(.scoring, GoalDeleted(goal: goal, user: user), `operator`)
    }

    private func remind(_ ana: CallContext, of water: ChallengeID) async throws {
        let set = SetReminder(
            id: ReminderID(),
            of: .goal,
            subject: SubjectID(water.uuid),
            minuteOfDay: 480,
            weekdays: [1]
        )
        let reminder = try await write(.challenges, set, ana).id
        try await read(.challenges, ListReminders(), ana)
        try await write(.challenges, ChangeReminder(reminder: reminder, weekdays: [2]), ana)
        try await write(.challenges, RemoveReminder(reminder: reminder), ana)
    }

    private func log(_ ana: CallContext, for water: ChallengeID) async throws {
        let two = try #require(Amount("2"))
        let add = AddGoalEntry(id: EntryID(), goal: water, amount: two)
        let entry = try await write(.challenges, add, ana).id
        let change = ChangeGoalEntry(goal: water, entry: entry, amount: Amount("3"))
        try await write(.challenges, change, ana)
        try await read(.challenges, ListGoalEntries(goal: water), ana)
        try await write(.challenges, RemoveGoalEntry(goal: water, entry: entry), ana)
    }
}
