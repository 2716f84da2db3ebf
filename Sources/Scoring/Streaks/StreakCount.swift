import Values

/// How long a streak is (2.7-streaks), computed from its days, or of a goal from its periods, in
/// their order.
///
/// Invariant: a streak of length 0 holds no freeze.
struct StreakCount: Hashable, Sendable {
    fileprivate(set) var current = 0
    fileprivate(set) var best = 0
    /// How many days that are missed will not break it.
    fileprivate(set) var freezes = 0
    /// The last day that counted.
    fileprivate(set) var lastDay: CivilDate?
    /// The days that were missed, and used a freeze; ascending.
    fileprivate(set) var frozen: [CivilDate] = []

    /// For how many that count in a row a freeze is earned.
    static let freezeEvery = 7
    static let freezesMax = 2
}

/// What a day, or a period that begins on it, does to a streak.
struct StreakDay: Hashable, Sendable {
    let day: CivilDate
    let what: What

    /// The stored word for it.
    enum What: String, CaseIterable, Sendable {
        /// It adds.
        case counted
        /// It neither adds nor breaks.
        case rested
        /// It breaks, unless there is a freeze.
        case missed
        /// Nothing, as it is not over.
        case open
    }
}

extension StreakCount {
    /// Counts days from the first one on.
    ///
    /// - Parameter days: Ascending.
    init(_ days: some Sequence<StreakDay>) {
        for day in days { add(day) }
    }

    /// Counts the next day.
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
