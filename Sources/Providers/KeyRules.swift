import Values

/// How long keys are used, and how often they are fetched.
enum KeyRules {
    /// The bounds of how long keys are kept without asking for them.
    static let kept = Duration.minutes(5)...Duration.days(1)
    /// How long after their fetch they are used at most, also while the provider is down. Later, a
    /// key that the provider has withdrawn meanwhile would still sign users in.
    static let used = kept.upperBound
    /// How long they are kept if the provider does not say.
    static let keptUnsaid = Duration.hours(1)
    /// The time between two fetches, whether they succeed or not.
    static let pause = Duration.minutes(1)
    /// The same while there are no keys to use, as after a failure at the very first start: nobody
    /// can sign in until then.
    static let pauseWithoutKeys = Duration.seconds(5)

    /// Until when an answer's keys are kept.
    static func freshUntil(_ answer: WebAnswer, fetchedAt: Instant) -> Instant {
        let lifetime = answer.lifetime ?? keptUnsaid
        return fetchedAt + min(max(lifetime, kept.lowerBound), kept.upperBound)
    }
}
