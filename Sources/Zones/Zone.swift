public import Values

/// A time zone: how far its clocks are from UTC at each moment, past and future (2.9-zones).
public struct Zone: Hashable, Sendable {
    /// When the offset changes, in seconds since 1970, ascending.
    let transitions: [Int64]
    /// How many seconds the clocks are ahead of UTC: before the first transition, then after each.
    ///
    /// Invariant: one more than there are transitions, each less than `offsetMax` from 0.
    let offsets: [Int64]
    /// What holds from the last transition on; `nil` if its offset stays.
    let rule: ZoneRule?

    /// More than any offset, in seconds: 26 hours.
    static let offsetMax: Int64 = 93_600

    /// Coordinated Universal Time.
    public static let utc = Zone(transitions: [], offsets: [0], rule: nil)

    /// An offset, and how long it holds.
    struct Span: Equatable {
        /// How many seconds the clocks are ahead of UTC.
        let offset: Int64
        /// The second at which the next span begins; `nil` if there is none.
        let end: Int64?
    }

    /// The date and the time of day that the zone's clocks show at a moment.
    public func local(at instant: Instant) -> (day: CivilDate, secondOfDay: Int64) {
        let second = instant.second
        let shown = CivilDate.split(second + span(at: second).offset, unitsADay: 86_400)
        return (shown.date, shown.inDay)
    }

    /// The date that the zone's clocks show at a moment.
    public func day(of instant: Instant) -> CivilDate {
        local(at: instant).day
    }

    /// The moment at which the zone's clocks show a time of a day (2.9-local-times).
    ///
    /// For a time that they show twice it is the first one; for one that they skip, the moment of
    /// the change, from which on they show a later time.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - secondOfDay: 0 to 86,399.
    /// - Returns: The moment, clamped to the range of instants.
    public func instant(of day: CivilDate, secondOfDay: Int64) -> Instant {
        Instant(second: second(showing: day.daysSince1970 * 86_400 + secondOfDay))
    }

    /// The moment at which a local day begins, midnight or the first later time that there is. A
    /// day that the zone left out begins with the one after it.
    public func start(of day: CivilDate) -> Instant {
        instant(of: day, secondOfDay: 0)
    }

    /// The moment at which the local day of a moment began.
    public func startOfDay(at instant: Instant) -> Instant {
        start(of: day(of: instant))
    }

    /// The first begin of a local day after a moment; clamped to the range of instants.
    public func nextMidnight(after instant: Instant) -> Instant {
        let second = instant.second
        var day = day(of: instant).daysSince1970
        var midnight: Int64
        // Where clocks were set back across midnight, the next day has begun before.
        repeat {
            day += 1
            midnight = self.second(showing: day * 86_400)
        } while midnight <= second
        return Instant(second: midnight)
    }

    /// The offset at a second since 1970, and how long it holds.
    func span(at second: Int64) -> Span {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle + 1 } else { high = middle }
        }
        if low == transitions.count, let rule { return rule.span(at: second) }
        return Span(offset: offsets[low], end: low < transitions.count ? transitions[low] : nil)
    }

    /// The first second at which the clocks show a local time, in seconds since 1970 as if it were
    /// UTC, or a later one.
    private func second(showing local: Int64) -> Int64 {
        // Until then they show less, whatever the offset.
        var start = local - Self.offsetMax
        while true {
            let span = span(at: start)
            let candidate = max(start, local - span.offset)
            guard let end = span.end, end <= candidate else { return candidate }
            start = end
        }
    }
}

extension Instant {
    /// Whole seconds since 1970, rounded down.
    fileprivate var second: Int64 {
        let (second, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return rest < 0 ? second - 1 : second
    }

    fileprivate init(second: Int64) {
        let (microseconds, overflow) = second.multipliedReportingOverflow(by: 1_000_000)
        self.init(microseconds: overflow ? (second < 0 ? .min : .max) : microseconds)
    }
}
