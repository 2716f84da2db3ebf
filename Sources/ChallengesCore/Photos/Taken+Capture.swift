import ChallengesAPI
import Values

extension Taken {
    /// How far the local time of a camera may be from UTC if its time zone is unknown.
    private static let zoneMax = Duration.hours(14)
    /// The resolution of a camera's timestamps.
    private static let clockStep = Duration.seconds(1)

    /// Whether a picture was taken during a challenge (2.12-freshness). This is known only if every
    /// moment that the file allows gives the same answer.
    ///
    /// - Parameters:
    ///   - capturedAt: The timestamp in its file; `nil` if there is none.
    ///   - isZoneKnown: Whether the file has the time zone of the clock. If not, `capturedAt` is
    ///     local time read as UTC.
    ///   - challenge: The time from the start to the end of the challenge; `nil` for a picture
    ///     without a challenge.
    init(capturedAt: Instant?, isZoneKnown: Bool, during challenge: Range<Instant>?) {
        guard let capturedAt, let challenge else {
            self = .unknown
            return
        }
        let zone: Duration = isZoneKnown ? .zero : Self.zoneMax
        let earliest = capturedAt - zone
        // The upper bound is excluded.
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
