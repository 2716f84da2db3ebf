import Values

extension Backoff {
    /// The pauses of an event that was not accepted.
    static let delivery = Backoff(from: .milliseconds(50), to: .seconds(1))
    /// The pauses of a timer whose handler failed.
    static let timer = Backoff(from: .milliseconds(250), to: .seconds(60))
}
