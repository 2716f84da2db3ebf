import ChallengesAPI
import Values

extension Taken {
    /// Where the zone of a camera's clock is unknown, its local time may be this far from UTC.
    private static let zoneMax = Duration.hours(14)
    /// Cameras note whole seconds.
    private static let clockStep = Duration.seconds(1)

    /// Whether a picture was taken during a challenge (2.12-freshness): only if all moments that
    /// its file allows agree.
    ///
    /// - Parameters:
    ///   - capturedAt: When it was taken, as its file says; `nil` if it does not.
    ///   - isZoneKnown: Whether the file names the zone of its clock. If not, `capturedAt` is local
    ///     time read as UTC.
    ///   - challenge: From when until when the challenge lasted; `nil` for a picture of no
    ///     challenge.
    init(capturedAt: Instant?, isZoneKnown: Bool, during challenge: Range<Instant>?) {
        guard let capturedAt, let challenge else {
            self = .unknown
            return
        }
        let zone: Duration = isZoneKnown ? .zero : Self.zoneMax
        let earliest = capturedAt - zone
        // The moment itself is excluded.
        let latest = capturedAt + Self.clockStep + zone
        if challenge.lowerBound <= earliest, latest <= challenge.upperBound {
            self = .during
        } else if latest <= challenge.lowerBound || challenge.upperBound <= earliest {
            self = .outside
        } else {
            self = .unknown
        }
    }
}

extension AssignmentLife {
    /// How long the challenge has lasted by now, for whoever submits it. A camera's clock may be
    /// ahead or behind (2.9-clocks).
    func lasted(until now: Instant, under rules: Rules) -> Range<Instant> {
        sentAt - rules.clockTolerance..<max(sentAt, now) + rules.clockTolerance
    }
}

extension ContestRecord {
    /// From when until when it lasts; `nil` before it is known when it begins. A camera's clock may
    /// be behind at the start (2.9-clocks).
    func span(under rules: Rules) -> Range<Instant>? {
        guard let startsAt = life.startsAt else { return nil }
        let begin = startsAt - rules.clockTolerance
        return begin..<max(begin, life.endsAt ?? .never)
    }

    /// The same for a person where days are what counts: their first one begins, and their last one
    /// ends, by their own clocks (2.9-local-day).
    func span(for days: LocalDays, under rules: Rules) -> Range<Instant>? {
        guard let own = ownDays else { return span(under: rules) }
        func begin(of day: Int64) -> Instant {
            days.end(of: CivilDate(daysSince1970: day - 1))
        }
        let first = begin(of: own.lowerBound) - rules.clockTolerance
        return first..<max(first, life.endsAt == nil ? .never : begin(of: own.upperBound))
    }
}
