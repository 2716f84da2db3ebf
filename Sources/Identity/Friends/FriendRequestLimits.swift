import IdentityAPI
import Values
import Wire

/// How many friend requests a person may send (2.8-requests).
enum FriendRequestLimits {
    /// Requests that look open to their asker.
    static let openMax = 50
    /// Requests in 24 hours.
    static let dailyMax = 30

    /// Throws if one more request would exceed a limit.
    ///
    /// - Parameters:
    ///   - open: How many requests look open.
    ///   - sent: When the newest requests of the last 24 hours were sent, newest first.
    ///   - now: The current time.
    /// - Throws: A refusal with the limit that was reached and the seconds to wait.
    static func check(open: Int, sent: [Instant], at now: Instant) throws(Refusal) {
        if sent.count >= dailyMax {
            throw Refusal(
                IdentityError.requestsADayExhausted,
                retryAfterSeconds: (sent[dailyMax - 1] + .days(1) - now).secondsToWait
            )
        }
        // Only an answer makes room, and its time is unknown.
        if open >= openMax {
            throw Refusal(
                IdentityError.requestsOpenExhausted,
                retryAfterSeconds: Duration.hours(1).secondsToWait
            )
        }
    }
}
