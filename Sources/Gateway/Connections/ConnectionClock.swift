import NIOCore

/// Whom a connection waits for, and until when.
///
/// Only time in which the gateway is ready to read, or has bytes that the client does not take, is
/// charged to the client: time that the gateway itself needs is not. Pure: the doorkeeper feeds it,
/// and asks when to look again.
struct ConnectionClock {
    /// What has not come in time.
    enum Overdue: Hashable {
        /// The next request.
        case request
        /// The rest of a request's head.
        case head
        /// The rest of a request's body.
        case body
        /// The client, to take a response.
        case response
        /// The client, to close its side.
        case farewell
    }

    /// A moment at which the connection has waited long enough.
    struct Deadline: Hashable {
        let wait: Overdue
        let at: NIODeadline
    }

    /// What the client sends at the moment.
    private enum Phase {
        /// Nothing, or not a whole byte of the next head. Becomes `head` or `body`.
        case between
        /// A head that has begun. Becomes `body`.
        case head
        /// A body, of no bytes perhaps. Becomes `between`.
        case body
    }

    /// Time that was waited before, and since when there is waiting again.
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

        /// Some of the waiting was for something that may take so much time; what it took less is
        /// not saved up.
        mutating func forgive(_ time: TimeAmount, _ now: NIODeadline) {
            guard let since else { return }
            spent = max(.zero, spent + (now - since) - time)
            self.since = now
        }

        /// Begins anew; who was waited for is still waited for.
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
    /// When it was last counted what the client has taken.
    private var countedAt = NIODeadline.distantPast
    private var farewell: NIODeadline?
    private var isDraining = false
    private var ignoresReads = false
    private var cameSinceLastLook = false
    private var bodyBytes = 0
    private var untakenWrites = 0

    /// How many requests have come whose responses have not ended.
    private(set) var unanswered = 0

    init(limits: HTTPLimits) {
        self.limits = limits
    }

    /// Whether a request has begun whose end has not come.
    var isInBody: Bool { phase == .body }

    /// The gateway is ready for more.
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

    mutating func endCame(_ now: NIODeadline) {
        came(now)
        enter(.between, now)
    }

    /// All that was there was read. Bytes that made no part of a request are the beginning of one.
    mutating func readEnded(_ now: NIODeadline) {
        let isPiece = !cameSinceLastLook
        came(now)
        cameSinceLastLook = false
        if isPiece, phase == .between { enter(.head, now) }
    }

    mutating func responseEnded(_ now: NIODeadline) {
        unanswered -= 1
        if unanswered == 0, phase == .between { reading.renew(now) }
    }

    /// Bytes of a response were handed to the connection.
    mutating func writeBegan(_ now: NIODeadline) {
        if untakenWrites == 0 { takenAt = now }
        untakenWrites += 1
        writing.begin(now)
    }

    /// The system has taken the bytes of one write.
    mutating func writeEnded(_ now: NIODeadline) {
        untakenWrites -= 1
        // Whoever has taken everything owes nothing.
        if untakenWrites == 0 { writing = Patience() }
    }

    /// The client has taken so many bytes, now or since they were last counted.
    mutating func taken(_ count: Int, _ now: NIODeadline) {
        guard count > 0 else { return }
        takenAt = now
        writing.forgive(time(for: count), now)
    }

    /// When to count what the client has taken, at the latest after some time; `nil` where nothing
    /// waits for it.
    func nextCount(within pause: TimeAmount) -> NIODeadline? {
        guard untakenWrites > 0, farewell == nil else { return nil }
        return max(countedAt, takenAt) + min(pause, .nanoseconds(limits.stall.nanoseconds / 10))
    }

    /// What the client has taken was counted.
    mutating func counted(_ now: NIODeadline) {
        countedAt = now
    }

    /// The gateway stops: a connection that is not in use ends soon.
    mutating func drain(_ now: NIODeadline) {
        isDraining = true
        if phase == .between { reading.renew(now) }
    }

    /// What the client sends counts no longer.
    mutating func ignoreReads() {
        ignoresReads = true
    }

    /// The client was told that the connection ends; nothing else of it counts.
    mutating func sayFarewell(_ now: NIODeadline) {
        guard farewell == nil else { return }
        farewell = now
    }

    /// When to look again, and what will then not have come in time.
    var deadline: Deadline? {
        if let farewell { return Deadline(wait: .farewell, at: farewell + limits.farewell) }
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
