import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Goals {
    func listGoalsToday(
        _ call: ListGoalsToday,
        in context: CallContext
    ) async throws -> Page<GoalToday> {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let place = try Self.todayCursor.keys(
            of: call.cursor,
            orThrow: ChallengesError.cursorInvalid
        ).map { ($0.0.asListed, $0.1) }
        let page = DueGoalsPage(
            owner: asker,
            now: now(),
            rules: rules,
            after: place,
            limit: limit.fetched
        )
        // Goals with late timers come in addition to the page's; all are sorted by their current
        // ends.
        let fetched = try await database.openGoals([page]).joined()
            .sorted { $0.place < $1.place }.prefix(limit.fetched)
        let (goals, nextCursor) = limit.cut(Array(fetched), size: \.size) { goal in
            Self.todayCursor.text(goal.place.0.asCursor, goal.id)
        }
        // Paused goals are not shown.
        let items = goals.filter { $0.life.state == .active }.map { $0.todayReply(under: rules) }
        return Page(items: items, nextCursor: nextCursor)
    }

    /// Sorted by the end of the goal or its period.
    private static let todayCursor = PageCursor<Instant, ChallengeID>("goals.today")
}

extension GoalRecord {
    /// The goal with the transitions applied that are due at a moment, even if its timer is late.
    /// The version is the stored one, with which a call's `ifVersion` is compared.
    func current(at now: Instant, under rules: GoalRules) -> GoalRecord {
        var goal = self
        while goal.life.pass(to: now, under: rules) != nil {}
        goal.life.version = life.version
        return goal
    }

    /// The position in the list: the end of the period or the goal, and the id.
    fileprivate var place: (Instant, ChallengeID) { (life.endsAt ?? .never, id) }

    fileprivate func todayReply(under rules: GoalRules) -> GoalToday {
        GoalToday(
            goal: id,
            name: challenge.name,
            unit: challenge.snapshot.unit,
            metric: metric,
            period: life.period?.periodReply(showsValues: true, under: rules),
            value: value,
            target: life.target,
            progress: progress,
            left: left
        )
    }

    /// The amount left to the target; 0 once it is reached.
    private var left: Amount? {
        guard let value, let target = life.target else { return nil }
        return Amount(millionths: max(0, target.millionths - value.millionths))
    }
}
