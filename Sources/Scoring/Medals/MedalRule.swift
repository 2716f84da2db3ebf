import Identifiers
import ScoringAPI
import Values

/// The rule of a kind of medal: what it is awarded for (2.7-medals).
struct MedalRule: Hashable, Sendable {
    /// The kind of medal: the name of a `Medal.Kind`, or one of a later release.
    let medal: String
    let family: Medal.Family
    /// The rank that earns the medal; `nil` if no rank does.
    let rank: Int?
    /// The number of people who must have scored for a result to earn the medal; `nil` if no result
    /// does.
    let threshold: Int?
    /// Whether every contest or goal earns the medal, rather than only the first.
    let isRepeatable: Bool
    /// Since when the medal is awarded. Earlier achievements earn it too, but without a notice.
    let since: Instant
}

/// A contest in which users earn medals.
struct MedalContest: Hashable, Sendable {
    let challenge: ChallengeID
    let kind: ContestChanged.Kind
    let name: String
}

/// A user's written result in a contest.
struct MedalResult: Hashable, Sendable {
    let user: UserID
    /// `nil` without an entry, and for users who were inactive when ranks were frozen.
    let rank: Int?
}

/// A medal that a user has earned, and may already have.
struct EarnedMedal: Hashable, Sendable {
    let id = MedalID()
    let user: UserID
    let medal: String
    /// Identifies the medal, together with the user and the kind.
    let cause: String
    /// The contest or the goal for which the medal is awarded.
    let challenge: ChallengeID
    /// The current name of the contest or the goal.
    let name: String
    let earnedAt: Instant
    /// Whether it was earned before this kind of medal was awarded. It then counts as seen, and the
    /// user is not notified.
    let isLate: Bool
}

extension [MedalRule] {
    /// The number up to which the people who scored must be counted; more make no difference.
    var scoredMax: Int { compactMap(\.threshold).max() ?? 0 }

    /// The medals that a user's rank in a contest's result earns.
    ///
    /// - Parameters:
    ///   - result: The user and the rank. Equal ranks earn the same medal, and use up the ranks
    ///     after them.
    ///   - contest: The contest.
    ///   - scored: The number of people who scored in the contest, at most `scoredMax`.
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

    /// The medals that reaching the goal of a contest earns; none unless the contest is open.
    func earned(by goal: ReachedGoal) -> [EarnedMedal] {
        guard goal.isOfRun, goal.contest.kind == .open else { return [] }
        return filter { $0.family == .goal }.map {
            $0.earned(by: goal.user, in: goal.contest, at: goal.reachedAt)
        }
    }

    /// The medals that reaching a personal goal earns.
    func earned(by goal: GoalReached) -> [EarnedMedal] {
        filter { $0.family == .goal }.map {
            $0.earned(by: goal.user, for: goal.goal, named: goal.name, at: goal.at)
        }
    }
}

/// A contest that a user completed.
struct ReachedGoal: Hashable, Sendable {
    let user: UserID
    let contest: MedalContest
    /// Whether the contest has a goal, and was not cancelled before the goal was reached. Without a
    /// goal, participants themselves declare that they are done.
    let isOfRun: Bool
    let reachedAt: Instant
}

/// A user's completion of a contest that was revoked (2.7-void).
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
