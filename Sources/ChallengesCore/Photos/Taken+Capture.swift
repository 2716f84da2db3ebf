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
