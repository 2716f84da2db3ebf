import ChallengesAPI
import Values
import Wire

/// How many contests a user may make in a day (2.14-contests-a-day).
enum ContestsADay {
    /// How long a contest counts, also if it is cancelled or deleted meanwhile.
    static let window = Duration.hours(24)

    /// Throws if the user has made as many as they may.
    ///
    /// - Parameters:
    ///   - last: When the user made the last contest that they may make within the window; `nil` if
    ///     they made fewer.
    ///   - now: The current time.
    /// - Throws: A refusal with the seconds until the next one may be made.
    static func check(last: Instant?, at now: Instant) throws(Refusal) {
        guard let last, now < last + window else { return }
        throw Refusal(
            ChallengesError.contestsADayExhausted,
            retryAfterSeconds: (last + window - now).secondsToWait
        )
    }
}
