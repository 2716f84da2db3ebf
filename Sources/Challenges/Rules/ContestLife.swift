import ChallengesAPI
import Values

/// The state of a contest and its times (2.3-states): what its owner and time move.
///
/// Invariant: `closedAt` is set exactly in the states that end it; a contest that was published has
/// `startsAt`.
struct ContestLife: Movable {
    var state = State.draft
    /// `nil` in a draft that begins when it is published.
    var startsAt: Instant?
    /// What occurs then is too late; `nil` if it never ends.
    var endsAt: Instant?
    /// Whether it lasts whole days of its zone.
    var wholeDays = false
    let createdAt: Instant
    var publishedAt: Instant?
    /// When its owner ended it.
    var endedAt: Instant?
    /// Until when what occurred before its end may be logged.
    var settlesAt: Instant?
    var closedAt: Instant?
    /// Until when the notices before its end were given; `nil` if none was due yet.
    var toldUntil: Instant?
    var version: Int64 = 1

    /// The stored state of a contest.
    enum State: String, CaseIterable, Sendable {
        case draft, scheduled, active, settling, completed, cancelled

        /// Whether people may still join and be invited.
        var takesPeople: Bool { self == .scheduled || self == .active }
        /// Whether nothing changes it any more.
        var isOver: Bool { self == .completed || self == .cancelled }
    }
}
