import NIOCore
import Wire

/// Decides from the outcomes of its recent calls whether an endpoint gets calls like the others.
/// Does no I/O.
///
/// After `failuresMax` consecutive failures the endpoint is ejected for a while. Then a single call
/// probes whether it answers again; as long as it does not, the pause doubles.
struct EndpointHealth {
    /// The number of consecutive failures that eject an endpoint.
    static let failuresMax = 5

    private let first: Duration
    private let longest: Duration
    private var failures = 0
    private var ejections = 0
    private var ejectedUntil: NIODeadline?
    /// Whether a probe call is in flight.
    private var isProbed = false

    init(_ timing: TransportTiming) {
        first = timing.ejection
        longest = timing.longestEjection
    }

    /// Whether no recent call failed.
    var isGood: Bool { failures == 0 && ejectedUntil == nil }

    func mayBeAsked(at now: NIODeadline) -> Bool {
        ejectedUntil.map { now >= $0 } ?? true
    }

    /// Records that a call is sent there. If it is the probe, no second call follows it.
    mutating func asked(at now: NIODeadline) {
        guard let ejectedUntil, now >= ejectedUntil else { return }
        isProbed = true
        self.ejectedUntil = now + pause
    }

    /// Records that a call was answered.
    mutating func answered() {
        failures = 0
        ejections = 0
        ejectedUntil = nil
        isProbed = false
    }

    /// Records that a call was not answered as it should be.
    mutating func failed(at now: NIODeadline) {
        failures += 1
        let isDue = ejectedUntil == nil ? failures >= Self.failuresMax : isProbed
        guard isDue else { return }
        ejectedUntil = now + pause
        ejections += 1
        isProbed = false
    }

    /// The ejection's length, with random jitter so that not all callers return at once.
    private var pause: TimeAmount {
        let doubled = (0..<min(ejections, 16)).reduce(first) { pause, _ in min(pause * 2, longest) }
        return TimeAmount(doubled * Double.random(in: 0.5...1))
    }
}

extension CallOutcome {
    /// Whether the endpoint answered as it should; `nil` if the outcome says nothing about it.
    var isAnswered: Bool? {
        switch self {
        case .reply: true
        case .fault(let fault, let isBegun):
            switch fault.kind {
            case .unavailable: isBegun ? false : nil
            case .expired: false
            default: true
            }
        case .expired: false
        case .notSent, .lost, .cancelled: nil
        }
    }
}
