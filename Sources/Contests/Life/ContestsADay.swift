import ChallengesAPI
import Values
import Wire

/// The number of contests that a user may create in 24 hours (2.14-contests-a-day).
enum ContestsADay {
    /// How long a contest counts, even if it is cancelled or deleted.
    static let window = Duration.hours(24)

    /// Throws if the user has created the maximum.
    ///
    /// - Parameters:
    ///   - last: When the user made the oldest of their newest `contestsDay` contests; `nil` if
    ///     they made fewer within the window.
    ///   - now: The current time.
    /// - Throws: A refusal with the seconds until the next contest may be created.
    static func check(last: Instant?, at now: Instant) throws(Refusal) {
        guard let last, now < last + window else { return }
        throw Refusal(
            ChallengesError.contestsADayExhausted,
            retryAfterSeconds: (last + window - now).secondsToWait
        )
    }
}
