import FoundationEssentials
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
    /// What must be reached: of a rank or a first competition the number of people who scored, of
    /// a milestone the count, of a streak its days; `nil` if nothing needs to be counted.
    let threshold: Int?
    /// What a milestone counts; `nil` for other medals.
    let counter: Counter?
    /// Whether users do not learn what the medal is for before they earn it.
    let isHidden: Bool
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
    /// Random, so that it does not tell others when the medal was earned (2.10-percents).
    let id = MedalID(UUID())
    let user: UserID
    let medal: String
    let family: Medal.Family
    /// Identifies the medal, together with the user and the kind.
    let cause: String
    /// The contest or the goal for which the medal is awarded; `nil` if it is for neither.
    let challenge: ChallengeID?
    /// The current name of the contest or the goal.
    let name: String?
    let earnedAt: Instant
    /// Whether it was earned before this kind of medal was awarded. It then counts as seen, and the
    /// user is not notified.
    var isLate: Bool
}

extension [MedalRule] {
    /// The number up to which the people who scored must be counted; more make no difference.
    var scoredMax: Int {
        filter { $0.family == .rank || $0.family == .first }.compactMap(\.threshold).max() ?? 0
    }

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
            case .goal, .milestone, .streak, .unknown: false
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

    /// The medal that a user earns at a moment, in a contest or for a goal, if there is one.
    func earned(
        by user: UserID,
        for challenge: ChallengeID? = nil,
        named name: String? = nil,
        at moment: Instant
    ) -> EarnedMedal {
        EarnedMedal(
            user: user,
            medal: medal,
            family: family,
            cause: cause(for: challenge),
            challenge: challenge,
            name: name,
            earnedAt: moment,
            isLate: moment < since
        )
    }

    /// What identifies the medal of a user, together with the kind.
    fileprivate func cause(for challenge: ChallengeID?) -> String {
        isRepeatable ? challenge.map { "\($0)" } ?? "" : ""
    }

    /// A medal of a user that is lost.
    func lost(by user: UserID, for challenge: ChallengeID? = nil) -> LostMedal {
        LostMedal(user: user, medal: medal, cause: cause(for: challenge))
    }
}

/// A medal that its user may have, and whose condition a void or a removal took back (2.7-void).
struct LostMedal: Hashable, Sendable {
    let user: UserID
    let medal: String
    let cause: String
}

extension [MedalRule] {
    /// The rules of milestones of a counter.
    func milestones(of counter: Counter) -> [MedalRule] {
        filter { $0.family == .milestone && $0.counter == counter }
    }

    /// The rules of streaks longer than one length, up to another.
    func streaks(longerThan length: Int, upTo longest: Int) -> [MedalRule] {
        filter { rule in
            guard rule.family == .streak, let threshold = rule.threshold else { return false }
            return threshold > length && threshold <= longest
        }
    }

    /// The rule of a kind of medal; `nil` if there is none.
    func rule(of kind: Medal.Kind) -> MedalRule? { first { $0.medal == kind.rawValue } }
}
