package import ChallengesAPI
import ChallengesCore
import FoundationEssentials
package import Identifiers
import IdentityAPI
import People
import Postgres
package import Values
import Wire

// Builds replies from the tables that hold data of a goal.
extension Reader {
    /// A goal for a viewer who may see it.
    package func goalReply(
        _ goal: GoalRecord,
        to viewer: UserID,
        at now: Instant,
        under rules: GoalRules
    ) async throws -> Goal {
        guard let reply = try await goalReplies([goal], to: viewer, at: now, under: rules).first
        else { throw ChallengesError.goalNotFound }
        return reply
    }

    /// Goals for a viewer who may see each of them, in the given order.
    package func goalReplies(
        _ goals: [GoalRecord],
        to viewer: UserID,
        at now: Instant,
        under rules: GoalRules
    ) async throws -> [Goal] {
        guard !goals.isEmpty else { return [] }
        async let people = self.peopleShown(goals.map(\.owner), to: viewer)
        async let photos = firstPhotos(ofGoals: goals.map(\.id), shownTo: viewer)
        let known = try await (people, photos)
        return goals.map { goal in
            goal.current(at: now, under: rules).goalReply(
                of: known.0[goal.owner] ?? .hidden,
                photos: (known.1[goal.id] ?? []).map(\.shown),
                isMine: goal.owner == viewer,
                at: now,
                under: rules
            )
        }
    }
}

extension GoalRecord {
    /// The goal for a viewer. If a device measures it, viewers other than the owner see only
    /// progress and states (2.4-friends).
    fileprivate func goalReply(
        of owner: Person,
        photos: [Photo],
        isMine: Bool,
        at now: Instant,
        under rules: GoalRules
    ) -> Goal {
        let showsValues = isMine || metric == nil
        let snapshot = challenge.snapshot
        return Goal(
            id: id,
            owner: owner,
            name: challenge.name,
            description: challenge.description,
            definition: snapshot.definition,
            unit: snapshot.unit,
            target: life.target,
            nextTarget: life.nextTarget,
            wholeNumbers: snapshot.wholeNumbers,
            metric: metric,
            recurrence: life.periods.recurrence,
            windowDays: windowDays,
            lastDay: life.periods.lastDay,
            restWeekdays: life.periods.restWeekdays.sorted(),
            state: Goal.State(rawValue: life.state.rawValue) ?? .unknown,
            value: showsValues ? value : nil,
            progress: progress,
            period: life.period?.periodReply(showsValues: showsValues, under: rules),
            visibility: challenge.visibility,
            photos: photos,
            metAt: showsValues ? life.metAt : nil,
            isFlagged: life.isFlagged,
            actions: isMine ? actions(at: now, under: rules) : [],
            createdAt: createdAt,
            version: life.version
        )
    }

    /// The current value; `nil` without a target, and for a recurring goal that is over.
    var value: Amount? {
        guard life.target != nil else { return nil }
        return life.isOnce ? life.value : life.period?.value
    }

    /// The value in percent of the target, rounded down, at most 100.
    var progress: Int? {
        guard let value, let target = life.target else { return nil }
        guard value < target else { return 100 }
        let (percents, _) = target.millionths.dividingFullWidth(
            value.millionths.multipliedFullWidth(by: 100)
        )
        return Int(percents)
    }

    private func actions(at now: Instant, under rules: GoalRules) -> [Goal.Action] {
        let words = life.words(for: .owner, at: now, under: rules)
        let moves = words.map { Goal.Action(rawValue: $0.rawValue) ?? .unknown }
        return life.state.isOver || life.target == nil ? moves : moves + [.log]
    }
}

extension Period {
    /// The period for a viewer.
    func periodReply(showsValues: Bool, under rules: GoalRules) -> GoalPeriod {
        GoalPeriod(
            startsOn: days.first,
            endsOn: days.last,
            state: GoalPeriod.State(rawValue: state.rawValue) ?? .unknown,
            value: showsValues && target != nil ? value : nil,
            target: target,
            metAt: showsValues ? metAt : nil,
            closesAt: closesAt(rules)
        )
    }
}
