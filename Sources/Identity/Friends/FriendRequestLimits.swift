import IdentityAPI
import Values
import Wire

/// The limits on sending friend requests (2.8-requests).
enum FriendRequestLimits {
    /// The maximum number of requests that look open to their sender.
    static let openMax = 50
    /// The maximum number of requests in 24 hours.
    static let dailyMax = 30

    /// Throws if one more request would exceed a limit.
    ///
    /// - Parameters:
    ///   - open: The number of requests that look open.
    ///   - sent: When the newest requests of the last 24 hours were sent, newest first.
    ///   - now: The current time.
    /// - Throws: The refusal for the limit that is reached, with the seconds to wait.
    static func check(open: Int, sent: [Instant], at now: Instant) throws(Refusal) {
        if sent.count >= dailyMax {
            throw Refusal(
                IdentityError.requestsADayExhausted,
                retryAfterSeconds: (sent[dailyMax - 1] + .days(1) - now).secondsToWait
            )
        }
        // Only an answer makes room, and it may come at any time.
        if open >= openMax {
            throw Refusal(
                IdentityError.requestsOpenExhausted,
                retryAfterSeconds: Duration.hours(1).secondsToWait
            )
        }
    }
}
