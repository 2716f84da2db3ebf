import Identifiers
import ScoringAPI
import Values

/// A medal that a user has, before the viewer's access is applied.
struct Award: Hashable, Sendable {
    let id: MedalID
    let medal: Medal.Kind
    let family: Medal.Family
    /// The contest or the personal goal for which the medal was earned; `nil` for milestones, the
    /// overall streak and most first times.
    let challenge: ChallengeID?
    let earnedAt: Instant
    let seenAt: Instant?

    /// The medal as the viewer sees it, unless it was earned for a personal goal.
    ///
    /// - Parameters:
    ///   - board: The contest's board, if the medal was earned in a contest.
    ///   - isKnown: Whether the viewer may know of the contest.
    ///   - isMine: Whether the viewer owns the medal. Other viewers see only the day of a streak
    ///     and of a first proof and, if values are hidden, of reaching the goal (2.10-percents).
    /// - Returns: The medal.
    func medalReply(on board: ContestBoard?, isKnown: Bool, isMine: Bool) -> Medal {
        let reachedAt =
            switch family {
            case .goal: board?.toldMoment(earnedAt, isMe: isMine)
            case .streak where !isMine: earnedAt.startOfDay
            // The picture may belong to a goal that nobody else may see.
            case .first where medal == .firstProof && !isMine: earnedAt.startOfDay
            case .rank, .first, .milestone, .streak, .unknown: nil as Instant?
            }
        return Medal(
            id: id,
            medal: medal,
            family: family,
            challenge: isKnown
                ? board.map { Medal.Contest(id: $0.challenge, name: $0.name) } : nil,
            earnedAt: reachedAt ?? earnedAt,
            seenAt: isMine ? seenAt : nil
        )
    }

    /// The medal for a personal goal, or for its streak, as the viewer sees it. The owner's friends
    /// see the goal's name while the goal is for friends and, if the value is hidden, and of a
    /// streak, only the day (2.10-percents).
    ///
    /// - Parameters:
    ///   - goal: The goal.
    ///   - isMine: Whether the viewer owns the medal.
    /// - Returns: The medal.
    func medalReply(for goal: PersonalGoal, isMine: Bool) -> Medal {
        let shownAt = family == .streak ? earnedAt.startOfDay : goal.shownAt
        return Medal(
            id: id,
            medal: medal,
            family: family,
            challenge: nil,
            goal: isMine || goal.isForFriends ? Medal.Goal(id: goal.id, name: goal.name) : nil,
            earnedAt: isMine ? earnedAt : shownAt,
            seenAt: isMine ? seenAt : nil
        )
    }
}

extension Instant {
    /// The first moment of the day in UTC.
    fileprivate var startOfDay: Instant {
        CivilDate.split(microseconds, unitsADay: 86_400_000_000).date.startInUTC
    }
}

extension CivilDate {
    /// The first moment of the day in UTC.
    var startInUTC: Instant { Instant(microseconds: daysSince1970 * 86_400_000_000) }
}
