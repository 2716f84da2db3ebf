import NIOCore
import Wire

/// Whether an endpoint is asked like the others, by what became of its latest calls. Does no I/O.
///
/// After several failures in a row it is ejected for a while. Then a single call finds out whether
/// it answers again; while it does not, the while doubles.
struct EndpointHealth {
    /// So many failures in a row eject an endpoint.
    static let failuresMax = 5

    private let first: Duration
    private let longest: Duration
    private var failures = 0
    private var ejections = 0
    private var ejectedUntil: NIODeadline?
    /// Whether a call finds out at present whether it answers again.
    private var isProbed = false

    init(_ timing: TransportTiming) {
        first = timing.ejection
        longest = timing.longestEjection
    }

    /// Whether nothing but answers came lately.
    var isGood: Bool { failures == 0 && ejectedUntil == nil }

    func mayBeAsked(at now: NIODeadline) -> Bool {
        ejectedUntil.map { now >= $0 } ?? true
    }

    /// A call is sent there. If that is the one which finds out, no second goes with it.
    mutating func asked(at now: NIODeadline) {
        guard let ejectedUntil, now >= ejectedUntil else { return }
        isProbed = true
        self.ejectedUntil = now + pause
    }

    /// A call was answered.
    mutating func answered() {
        failures = 0
        ejections = 0
        ejectedUntil = nil
        isProbed = false
    }

    /// A call was not answered as it should.
    mutating func failed(at now: NIODeadline) {
        failures += 1
        let isDue = ejectedUntil == nil ? failures >= Self.failuresMax : isProbed
        guard isDue else { return }
        ejectedUntil = now + pause
        ejections += 1
        isProbed = false
    }

    /// Cut by chance, so that not all callers come back at once.
    private var pause: TimeAmount {
        let doubled = (0..<min(ejections, 16)).reduce(first) { pause, _ in min(pause * 2, longest) }
        return TimeAmount(doubled * Double.random(in: 0.5...1))
    }
}

extension CallOutcome {
    /// Whether the endpoint answered as it should; `nil` where the outcome says nothing about it.
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
