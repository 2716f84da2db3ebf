import ChallengesCore
import Values

extension ContestLife {
    /// A change of a contest, and what it brings.
    enum Move: Moving, Hashable {
        /// With the times that it has from then on.
        case change(ContestTimes)
        case delete, publish, cancel, handOver, ownerGone
        /// With the moment of its end.
        case end(Instant)
        case time
    }
}

extension ContestLife.Move {
    var word: ContestLife.Word {
        switch self {
        case .change: .change
        case .delete: .delete
        case .publish: .publish
        case .end: .end
        case .cancel: .cancel
        case .handOver: .handOver
        case .ownerGone: .ownerGone
        case .time: .time
        }
    }

    /// The times that it gives the contest.
    var times: ContestTimes? {
        switch self {
        case .change(let times): times
        default: nil
        }
    }

    /// The moment at which it ends the contest.
    var end: Instant? {
        switch self {
        case .end(let moment): moment
        default: nil
        }
    }
}

/// From when until when a contest lasts.
struct ContestTimes: Hashable, Sendable {
    /// `nil` in a draft that begins when it is published.
    var startsAt: Instant?
    /// `nil` if it never ends.
    var endsAt: Instant?
    /// Whether it lasts whole days of its zone.
    var wholeDays: Bool
}

extension ContestLife {
    /// From when until when it lasts.
    var times: ContestTimes {
        get { ContestTimes(startsAt: startsAt, endsAt: endsAt, wholeDays: wholeDays) }
        set {
            startsAt = newValue.startsAt
            endsAt = newValue.endsAt
            wholeDays = newValue.wholeDays
        }
    }
}
