import ChallengesCore
import Values

extension ContestLife {
    /// A move of a contest, with its values.
    enum Move: Moving, Hashable {
        /// Changes the contest; its new times.
        case change(ContestTimes)
        case delete, publish, cancel, handOver, ownerGone
        /// Ends the contest; the moment of the end, and the last day if it lasts whole days.
        case end(Instant, on: CivilDate? = nil)
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

    /// The new times, for `change`.
    var times: ContestTimes? {
        switch self {
        case .change(let times): times
        default: nil
        }
    }

    /// The moment of the end, for `end`.
    var end: Instant? {
        switch self {
        case .end(let moment, _): moment
        default: nil
        }
    }

    /// The last day, for `end` of a contest that lasts whole days.
    var lastDay: CivilDate? {
        switch self {
        case .end(_, let day): day
        default: nil
        }
    }
}

/// The start and end of a contest.
struct ContestTimes: Hashable, Sendable {
    /// `nil` in a draft that begins when it is published.
    var startsAt: Instant?
    /// `nil` if it never ends.
    var endsAt: Instant?
    /// Whether the contest lasts whole days in its time zone.
    var wholeDays: Bool
    /// The first day; `nil` if the contest starts at a moment.
    var startsOn: CivilDate?
    /// The last day; `nil` if the contest ends at a moment, or never.
    var endsOn: CivilDate?
    /// The release of the time zones by which the moments were derived from the days.
    var zoneRelease: String?
}

extension ContestLife {
    /// The start and end of the contest.
    var times: ContestTimes {
        get {
            ContestTimes(
                startsAt: startsAt,
                endsAt: endsAt,
                wholeDays: wholeDays,
                startsOn: startsOn,
                endsOn: endsOn,
                zoneRelease: zoneRelease
            )
        }
        set {
            startsAt = newValue.startsAt
            endsAt = newValue.endsAt
            wholeDays = newValue.wholeDays
            startsOn = newValue.startsOn
            endsOn = newValue.endsOn
            zoneRelease = newValue.zoneRelease
        }
    }
}
