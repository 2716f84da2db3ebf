import IdentityAPI
import Values

/// What a person has chosen, as it is stored (2.8-settings).
struct AccountSettings: Equatable {
    var zones: ZoneHistory
    var locale: String
    var acceptsChallenges: Bool
    var isListed: Bool
    /// The account's.
    var version: Int64

    /// What the person sees.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - pause: The minimum time between two changes of the zone.
    /// - Returns: The settings.
    func settingsReply(at now: Instant, zonePause pause: Duration) -> Settings {
        let newest = zones.newest
        return Settings(
            timeZone: newest.name,
            timeZoneHoldsFrom: newest.since > now ? newest.since : nil,
            timeZoneChangeableFrom: zones.nextChange(at: now, after: pause),
            locale: locale,
            challengesFrom: acceptsChallenges ? .friends : .nobody,
            isListed: isListed,
            version: version
        )
    }
}
