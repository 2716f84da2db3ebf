import Values

/// The length of a streak and its freezes (2.7-streaks). Computed from the streak's days, or from
/// a goal's periods, in order.
///
/// Invariant: a streak of length 0 holds no freeze.
struct StreakCount: Hashable, Sendable {
    fileprivate(set) var current = 0
    fileprivate(set) var best = 0
    /// The number of freezes held: each lets one missed day pass without breaking the streak.
    fileprivate(set) var freezes = 0
    /// The last day that counted.
    fileprivate(set) var lastDay: CivilDate?
    /// The missed days that used a freeze, ascending.
    fileprivate(set) var frozen: [CivilDate] = []

    /// The streak earns a freeze each time its length reaches a multiple of this number.
    static let freezeEvery = 7
    static let freezesMax = 2
}

/// A day, or a period that begins on it, with its effect on a streak.
struct StreakDay: Hashable, Sendable {
    let day: CivilDate
    let what: What

    /// The effect of a day on a streak. The raw value is stored.
    enum What: String, CaseIterable, Sendable {
        /// Extends the streak.
        case counted
        /// Neither extends nor breaks the streak.
        case rested
        /// Uses a freeze, or breaks the streak if it holds none.
        case missed
        /// No effect yet: the day or period has not ended.
        case open
    }
}

extension StreakCount {
    /// Computes a streak from all of its days.
    ///
    /// - Parameter days: The days, ascending.
    init(_ days: some Sequence<StreakDay>) {
        for day in days { add(day) }
    }

    /// Applies the next day to the streak.
    mutating func add(_ next: StreakDay) {
        switch next.what {
        case .counted:
            current += 1
            best = max(best, current)
            lastDay = next.day
            if current.isMultiple(of: Self.freezeEvery) {
                freezes = min(Self.freezesMax, freezes + 1)
            }
        case .missed where freezes > 0:
            freezes -= 1
            frozen.append(next.day)
        case .missed: current = 0
        case .rested, .open: break
        }
    }
}
