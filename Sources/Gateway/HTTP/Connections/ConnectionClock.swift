import NIOCore

/// Measures how long a connection waits for its client, and when that is too long.
///
/// Charges the client only for time in which the gateway is ready to read, or has bytes that the
/// client does not take; the gateway's own time is not charged. Pure: `HTTPConnectionHandler` feeds
/// it events and asks when to check again.
struct ConnectionClock {
    /// What the client is late with.
    enum Overdue: Hashable {
        /// The next request.
        case request
        /// The rest of a request's head.
        case head
        /// The rest of a request's body.
        case body
        /// The rest of a small body whose response is ready.
        case rest
        /// Taking a response.
        case response
        /// Closing its side.
        case farewell
    }

    /// When the connection will have waited long enough, and for what.
    struct Deadline: Hashable {
        let wait: Overdue
        let at: NIODeadline
    }

    /// What the client is sending.
    private enum Phase {
        /// Nothing, or not a whole byte of the next head. Becomes `head` or `body`.
        case between
        /// A head has begun. Becomes `body`.
        case head
        /// A body, possibly empty. Becomes `between`.
        case body
    }

    /// The time spent waiting so far, and since when the current wait runs.
    private struct Patience {
        var spent = TimeAmount.zero
        var since: NIODeadline?

        mutating func begin(_ now: NIODeadline) {
            if since == nil { since = now }
        }

        mutating func pause(_ now: NIODeadline) {
            guard let since else { return }
            spent = spent + (now - since)
            self.since = nil
        }

        /// Deducts time to which the client was entitled. Time that it did not need is not saved
        /// up.
        mutating func forgive(_ time: TimeAmount, _ now: NIODeadline) {
            guard let since else { return }
            spent = max(.zero, spent + (now - since) - time)
            self.since = now
        }

        /// Resets the time spent; a wait that is running restarts now.
        mutating func renew(_ now: NIODeadline) {
            spent = .zero
            if since != nil { since = now }
        }

        func end(after allowed: TimeAmount) -> NIODeadline? {
            since.map { $0 + (allowed - spent) }
        }
    }

    private let limits: HTTPLimits
    private var phase = Phase.between
    private var reading = Patience()
    private var writing = Patience()
    /// When the client last took a byte, or bytes began to wait for it.
    private var takenAt = NIODeadline.distantPast
    /// When the bytes taken by the client were last counted.
    private var countedAt = NIODeadline.distantPast
    private var farewell: NIODeadline?
    /// Since when a response is held for the rest of its request's body.
    private var heldAt: NIODeadline?
    private var isDraining = false
    private var ignoresReads = false
    private var cameSinceLastLook = false
    private var bodyBytes = 0
    private var untakenWrites = 0

    /// The number of requests whose responses have not ended.
    private(set) var unanswered = 0

    init(limits: HTTPLimits) {
        self.limits = limits
    }

    /// Whether a request's head has arrived, but not its end.
    var isInBody: Bool { phase == .body }

    /// Whether no request has begun that is not answered.
    var isIdle: Bool { unanswered <= 0 && phase == .between }

    /// The gateway is ready to read more.
    mutating func awaitsBytes(_ now: NIODeadline) {
        reading.begin(now)
    }

    mutating func headCame(_ now: NIODeadline) {
        came(now)
        enter(.body, now)
        bodyBytes = 0
        unanswered += 1
    }

    mutating func bodyCame(_ count: Int, _ now: NIODeadline) {
        came(now)
        bodyBytes += count
    }

    /// The client was told to send the body that it has announced: its time begins.
    mutating func bodyAsked(_ now: NIODeadline) {
        if phase == .body { reading.renew(now) }
    }

    mutating func endCame(_ now: NIODeadline) {
        came(now)
        enter(.between, now)
    }

    /// All available bytes were read. If they completed no part of a request, a head has begun.
    mutating func readEnded(_ now: NIODeadline) {
        let isPiece = !cameSinceLastLook
        came(now)
        cameSinceLastLook = false
        if isPiece, phase == .between { enter(.head, now) }
    }

    /// A response is held for the rest of its request's body.
    mutating func hold(_ now: NIODeadline) {
        if heldAt == nil { heldAt = now }
    }

    /// The response is held no longer.
    mutating func release() {
        heldAt = nil
    }

    mutating func responseEnded(_ now: NIODeadline) {
        unanswered -= 1
        if unanswered == 0, phase == .between { reading.renew(now) }
    }

    /// Bytes of a response were written to the connection.
    mutating func writeBegan(_ now: NIODeadline) {
        if untakenWrites == 0 { takenAt = now }
        untakenWrites += 1
        writing.begin(now)
    }

    /// The system has taken the bytes of one write.
    mutating func writeEnded(_ now: NIODeadline) {
        untakenWrites -= 1
        // A client that has taken everything owes nothing.
        if untakenWrites == 0 { writing = Patience() }
    }

    /// The client has taken `count` bytes since they were last counted.
    mutating func taken(_ count: Int, _ now: NIODeadline) {
        guard count > 0 else { return }
        takenAt = now
        writing.forgive(time(for: count), now)
    }

    /// Returns when to count next what the client has taken, at most `pause` after the last count
    /// or the last byte taken; `nil` if no bytes wait for it.
    func nextCount(within pause: TimeAmount) -> NIODeadline? {
        guard untakenWrites > 0, farewell == nil else { return nil }
        return max(countedAt, takenAt) + min(pause, .nanoseconds(limits.stall.nanoseconds / 10))
    }

    /// The bytes taken by the client were counted.
    mutating func counted(_ now: NIODeadline) {
        countedAt = now
    }

    /// The gateway is stopping, and no connection is busy: an idle one ends soon.
    mutating func drain(_ now: NIODeadline) {
        isDraining = true
        if phase == .between { reading.renew(now) }
    }

    /// From now on, what the client sends no longer counts.
    mutating func ignoreReads() {
        ignoresReads = true
    }

    /// The client was told that the connection ends; from now on only its closing counts.
    mutating func sayFarewell(_ now: NIODeadline) {
        guard farewell == nil else { return }
        farewell = now
    }

    /// When to check again, and what will be late then.
    var deadline: Deadline? {
        if let farewell { return Deadline(wait: .farewell, at: farewell + limits.farewell) }
        if let heldAt {
            let rest = Deadline(wait: .rest, at: heldAt + limits.rest)
            guard let read = readDeadline, read.at < rest.at else { return rest }
            return read
        }
        guard let read = readDeadline else { return writeDeadline }
        guard let write = writeDeadline, write.at < read.at else { return read }
        return write
    }

    private var readDeadline: Deadline? {
        guard !ignoresReads else { return nil }
        switch phase {
        case .between:
            guard unanswered == 0 else { return nil }
            let end = reading.end(after: isDraining ? limits.drain : limits.idle)
            return end.map { Deadline(wait: .request, at: $0) }
        case .head:
            return reading.end(after: limits.head).map { Deadline(wait: .head, at: $0) }
        case .body:
            let end = reading.end(after: limits.body + time(for: bodyBytes))
            return end.map { Deadline(wait: .body, at: $0) }
        }
    }

    private var writeDeadline: Deadline? {
        writing.end(after: limits.response).map { end in
            Deadline(wait: .response, at: min(end, takenAt + limits.stall))
        }
    }

    private func time(for bytes: Int) -> TimeAmount {
        .milliseconds(Int64(bytes) * 1_000 / Int64(limits.bytesPerSecondMin))
    }

    private mutating func came(_ now: NIODeadline) {
        reading.pause(now)
        cameSinceLastLook = true
    }

    private mutating func enter(_ next: Phase, _ now: NIODeadline) {
        phase = next
        reading.renew(now)
    }
}
