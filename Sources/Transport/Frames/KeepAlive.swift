import NIOCore

/// Decides from the time of the other side's silence whether to ping it or to close.
struct KeepAlive {
    /// What to do now.
    enum Action: Equatable {
        /// Check again at this moment.
        case listen(until: NIODeadline)
        /// Ping, and check again at this moment.
        case ping(until: NIODeadline)
        /// The other side is gone.
        case close
    }

    private let pingAfter: TimeAmount
    private let closeAfter: TimeAmount
    private var lastHeard: NIODeadline
    private var isPinged = false

    init(_ timing: TransportTiming, now: NIODeadline) {
        pingAfter = TimeAmount(timing.pingAfter)
        closeAfter = TimeAmount(timing.closeAfter)
        lastHeard = now
    }

    mutating func heard(at now: NIODeadline) {
        lastHeard = now
        isPinged = false
    }

    mutating func action(at now: NIODeadline) -> Action {
        guard now < lastHeard + closeAfter else { return .close }
        guard now >= lastHeard + pingAfter else { return .listen(until: lastHeard + pingAfter) }
        let next = min(now + pingAfter, lastHeard + closeAfter)
        guard !isPinged else { return .listen(until: next) }
        isPinged = true
        return .ping(until: next)
    }
}
