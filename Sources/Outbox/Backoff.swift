/// How long to wait before trying again.
struct Backoff: Sendable {
    /// After the first failure; twice as long after each further one.
    let first: Duration
    /// The longest wait.
    let limit: Duration

    /// Of an event that was not taken.
    static let delivery = Backoff(first: .milliseconds(50), limit: .seconds(1))
    /// Of a timer whose handler failed.
    static let timer = Backoff(first: .milliseconds(250), limit: .seconds(60))

    /// The wait after that many failures, from 1.
    func delay(after failures: Int) -> Duration {
        var delay = first
        var left = failures - 1
        while left > 0, delay < limit {
            delay = delay * 2
            left -= 1
        }
        return min(delay, limit)
    }
}
