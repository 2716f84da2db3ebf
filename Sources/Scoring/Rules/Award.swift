import Identifiers
import ScoringAPI
import Values

/// A medal that a person has, before it is known who reads of it.
struct Award: Hashable, Sendable {
    let id: MedalID
    let medal: Medal.Kind
    let family: Medal.Family
    /// The contest in which it was earned.
    let contest: ChallengeID?
    let earnedAt: Instant
    let seenAt: Instant?

    /// The medal as it is shown.
    ///
    /// - Parameters:
    ///   - contest: The contest, if the reader may see it.
    ///   - isMine: Whether the reader has the medal.
    /// - Returns: The medal.
    func shown(in contest: Medal.Contest?, isMine: Bool) -> Medal {
        Medal(
            id: id,
            medal: medal,
            family: family,
            challenge: contest,
            earnedAt: earnedAt,
            seenAt: isMine ? seenAt : nil
        )
    }
}
