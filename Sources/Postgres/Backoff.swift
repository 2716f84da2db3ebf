/// Pauses that double up to a limit, and vary, so that many do not come back at once.
struct Backoff {
    private let first: Duration
    private let limit: Duration
    private var next: Duration?

    init(from first: Duration, to limit: Duration) {
        self.first = first
        self.limit = limit
    }

    /// How long to wait now; `nil` before the first failure.
    var pause: Duration? {
        next.map { $0 * Double.random(in: 0.5...1) }
    }

    mutating func grow() {
        next = next.map { min($0 * 2, limit) } ?? first
    }

    mutating func reset() {
        next = nil
    }
}
