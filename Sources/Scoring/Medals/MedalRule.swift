import Identifiers
import ScoringAPI
import Values

/// What a kind of medal is given for (2.7-medals).
struct MedalRule: Hashable, Sendable {
    /// Which medal it is: the name of a `Medal.Kind`, or one of a later release.
    let medal: String
    let family: Medal.Family
    /// The rank that earns it; `nil` if no rank does.
    let rank: Int?
    /// How many people must have scored for a result to earn it; `nil` if no result does.
    let threshold: Int?
    /// Whether each contest or goal earns it, and not just the first one.
    let isRepeatable: Bool
    /// Since when it is given. What was done before earns it too, but nobody is told.
    let since: Instant
}

/// A contest in which people earn medals.
struct MedalContest: Hashable, Sendable {
    let challenge: ChallengeID
    let kind: ContestChanged.Kind
    let name: String
}

/// What a person made of a contest, of which its result is written.
struct MedalResult: Hashable, Sendable {
    let user: UserID
    /// `nil` without an entry, and of who was not active when ranks froze.
    let rank: Int?
}

/// A medal that a person earned, unless they have it.
struct EarnedMedal: Hashable, Sendable {
    let id = MedalID()
    let user: UserID
    let medal: String
    /// With the person and the medal, what makes it the only one.
    let cause: String
    /// The contest, or the goal, for which it is given.
    let challenge: ChallengeID
    /// The present name of that.
    let name: String
    let earnedAt: Instant
    /// Whether it was earned before such medals were given. It counts as seen, and nobody is told.
    let isLate: Bool
}

extension [MedalRule] {
    /// How many of the people who scored must be counted; more of them change nothing.
    var scoredMax: Int { compactMap(\.threshold).max() ?? 0 }

    /// What a person's place in the result of a contest earns.
    ///
    /// - Parameters:
    ///   - result: The place. Equal ranks earn the same, and use up those behind.
    ///   - contest: The contest.
    ///   - scored: How many people scored in it, or `scoredMax` if there are more.
    ///   - moment: When the result was final.
    /// - Returns: The medals.
    func earned(
        by result: MedalResult,
        in contest: MedalContest,
        scored: Int,
        at moment: Instant
    ) -> [EarnedMedal] {
        guard let rank = result.rank else { return [] }
        let earned = filter { rule in
            guard let threshold = rule.threshold, scored >= threshold else { return false }
            return switch rule.family {
            case .rank: rule.rank == rank
            case .first:
                rule.medal == Medal.Kind.firstCompetition.rawValue && contest.kind == .competition
            case .goal, .unknown: false
            }
        }
        return earned.map { $0.earned(by: result.user, in: contest, at: moment) }
    }

    /// What reaching the goal of a contest earns: in an open one a medal.
    func earned(by goal: ReachedGoal) -> [EarnedMedal] {
        guard goal.isOfRun, goal.contest.kind == .open else { return [] }
        return filter { $0.family == .goal }.map {
            $0.earned(by: goal.user, in: goal.contest, at: goal.reachedAt)
        }
    }

    /// What reaching a personal goal earns.
    func earned(by goal: GoalReached) -> [EarnedMedal] {
        filter { $0.family == .goal }.map {
            $0.earned(by: goal.user, for: goal.goal, named: goal.name, at: goal.at)
        }
    }
}

/// A contest that a person completed.
struct ReachedGoal: Hashable, Sendable {
    let user: UserID
    let contest: MedalContest
    /// Whether there was a goal, and the contest was not cancelled before it was reached. Without a
    /// goal people say themselves that they are done.
    let isOfRun: Bool
    let reachedAt: Instant
}

/// A contest whose completion by a person was taken back (2.7-void).
struct LostGoal: Hashable, Sendable {
    let contest: ChallengeID
    let user: UserID
}

extension MedalRule {
    fileprivate func earned(
        by user: UserID,
        in contest: MedalContest,
        at moment: Instant
    ) -> EarnedMedal {
        earned(by: user, for: contest.challenge, named: contest.name, at: moment)
    }

    fileprivate func earned(
        by user: UserID,
        for challenge: ChallengeID,
        named name: String,
        at moment: Instant
    ) -> EarnedMedal {
        EarnedMedal(
            user: user,
            medal: medal,
            cause: isRepeatable ? "\(challenge)" : "",
            challenge: challenge,
            name: name,
            earnedAt: moment,
            isLate: moment < since
        )
    }
}
