import Identifiers
import ScoringAPI
import Values

/// A medal that a person has, before it is known who reads of it.
struct Award: Hashable, Sendable {
    let id: MedalID
    let medal: Medal.Kind
    let family: Medal.Family
    /// The contest, or the personal goal, for which it was earned.
    let challenge: ChallengeID?
    let earnedAt: Instant
    let seenAt: Instant?

    /// The medal as it is shown, unless it was earned for a personal goal.
    ///
    /// - Parameters:
    ///   - board: The contest's board, if it was earned in a contest.
    ///   - isKnown: Whether the reader may know of the contest.
    ///   - isMine: Whether the reader has the medal. Where values are hidden, others see on which day
    ///     the goal was reached (2.10-percents).
    /// - Returns: The medal.
    func medalReply(on board: ContestBoard?, isKnown: Bool, isMine: Bool) -> Medal {
        let reachedAt = family == .goal ? board?.toldMoment(earnedAt, isMe: isMine) : nil
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

    /// The medal for a personal goal as it is shown: its owner's friends see the goal's name while
    /// the goal is for them, and where the value is hidden the day alone (2.10-percents).
    ///
    /// - Parameters:
    ///   - goal: The goal.
    ///   - isMine: Whether the reader has the medal.
    /// - Returns: The medal.
    func medalReply(for goal: PersonalGoal, isMine: Bool) -> Medal {
        Medal(
            id: id,
            medal: medal,
            family: family,
            challenge: nil,
            goal: isMine || goal.isForFriends ? Medal.Goal(id: goal.id, name: goal.name) : nil,
            earnedAt: isMine ? earnedAt : goal.shownAt,
            seenAt: isMine ? seenAt : nil
        )
    }
}
