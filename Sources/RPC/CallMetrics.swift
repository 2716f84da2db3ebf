import Metrics

/// The metrics of one call.
struct CallMetrics: Sendable {
    /// The code of a call that succeeded.
    static let success = "ok"

    let name: String
    private let duration: Timer
    private let inFlight: Meter
    private let succeeded: Counter

    init(_ name: String) {
        self.name = name
        let labels = [("call", name)]
        duration = Timer(label: "gauntlet_call_duration_seconds", dimensions: labels)
        inFlight = Meter(label: "gauntlet_calls_in_flight", dimensions: labels)
        succeeded = Self.counter(name, Self.success)
    }

    func began() {
        inFlight.increment()
    }

    /// - Parameters:
    ///   - code: The fault's code; `nil` for success.
    ///   - duration: The call's duration.
    func ended(_ code: String?, after duration: Duration) {
        inFlight.decrement()
        self.duration.record(duration: duration)
        if let code {
            Self.counter(name, code).increment()
        } else {
            succeeded.increment()
        }
    }

    private static func counter(_ name: String, _ code: String) -> Counter {
        Counter(label: "gauntlet_calls_total", dimensions: [("call", name), ("code", code)])
    }
}
