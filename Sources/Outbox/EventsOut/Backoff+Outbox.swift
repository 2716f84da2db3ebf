import Values

extension Backoff {
    /// Of an event that was not taken.
    static let delivery = Backoff(from: .milliseconds(50), to: .seconds(1))
    /// Of a timer whose handler failed.
    static let timer = Backoff(from: .milliseconds(250), to: .seconds(60))
}
