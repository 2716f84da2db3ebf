import IdentityAPI
import Values

/// A user's settings, as they are stored (2.8-settings).
struct AccountSettings: Equatable {
    var zones: ZoneHistory
    var locale: String
    var acceptsChallenges: Bool
    var isListed: Bool
    var defaultVisibility: CompetitionVisibility
    /// The account's version.
    var version: Int64

    /// The settings as the user sees them.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - pause: The minimum time between two changes of the time zone.
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
            defaultVisibility: defaultVisibility,
            version: version
        )
    }
}
