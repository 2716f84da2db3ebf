import IdentityAPI
import Identifiers

/// Tracks which sessions have ended, and whether the gateway has received all revocations.
///
/// Notices are numbered consecutively, and identity sends the newest number twice a second, so both
/// silence and a gap are noticed. Pure: `RevocationLoop` feeds it, `Sessions` queries it.
///
/// Invariant: while `isCaughtUp`, every session that ended within the lifetime of an access token
/// and before the last item is in `ended`.
struct RevocationLog {
    /// How long the stream may be silent before it counts as lost.
    static let silenceMax = Duration.seconds(2)
    /// The minimum time for which an ended session is remembered: longer than an access token
    /// lives.
    static let memory = Duration.seconds(16 * 60)

    /// The number of the last notice received without a gap; 0 before the first, which requests all
    /// that identity keeps.
    private(set) var last: Int64 = 0
    /// The newest number as of the stream's start or its last heartbeat; `last` must reach it.
    private var newest: Int64 = 0
    private var phase = Phase.closed {
        didSet { if phase == .following { hasCaughtUp = true } }
    }
    /// Whether it has ever caught up.
    private(set) var hasCaughtUp = false
    private var lastItem: ContinuousClock.Instant?
    private var ended: Set<SessionID> = []
    private var endedEarlier: Set<SessionID> = []
    private var turnedAt: ContinuousClock.Instant?

    /// How far the current stream has come.
    private enum Phase: Equatable {
        /// No stream. Becomes `opened`.
        case closed
        /// A stream without any item yet. Becomes `catchingUp` or `following` with its first
        /// heartbeat.
        case opened
        /// Missed notices are arriving. Becomes `following`. The first notice may skip what
        /// identity no longer keeps, those after it may not.
        case catchingUp(hasBegun: Bool)
        /// Caught up. Becomes `behind` when a heartbeat names a newer number.
        case following
        /// A heartbeat named a notice that has not arrived. Becomes `following`, or the stream
        /// ends.
        case behind
    }

    /// What the loop does next.
    enum Step: Equatable {
        /// Reads the next item.
        case read
        /// Reopens the stream after `last`: something is missing.
        case reopen
    }

    /// A stream was opened that requests what follows `last`.
    mutating func opened() {
        phase = .opened
    }

    /// The stream has ended.
    mutating func closed() {
        phase = .closed
    }

    /// Processes one item.
    mutating func received(_ notice: RevocationNotice, at now: ContinuousClock.Instant) -> Step {
        lastItem = now
        turn(now)
        guard let session = notice.session else { return heartbeat(notice.number) }
        ended.insert(session)
        return row(notice.number)
    }

    /// Records a session that ended at this gateway, before identity reports it.
    mutating func end(_ session: SessionID, at now: ContinuousClock.Instant) {
        turn(now)
        ended.insert(session)
    }

    /// Whether the session is known to have ended.
    func hasEnded(_ session: SessionID) -> Bool {
        ended.contains(session) || endedEarlier.contains(session)
    }

    /// Whether every session not known to have ended is indeed active.
    func isCaughtUp(at now: ContinuousClock.Instant) -> Bool {
        guard phase == .following, let lastItem else { return false }
        return now - lastItem < Self.silenceMax
    }

    /// Whether the stream has been silent for so long that it should be replaced.
    func isSilent(at now: ContinuousClock.Instant, since opening: ContinuousClock.Instant) -> Bool {
        now - max(opening, lastItem ?? opening) >= Self.silenceMax
    }

    /// Processes a heartbeat. A number older than `last` is a mere sign of life, except in a
    /// stream's first heartbeat: there it shows that identity's log was restored.
    private mutating func heartbeat(_ number: Int64) -> Step {
        switch phase {
        case .closed, .opened:
            if number < last {
                // Identity's log restarted, from a restored database; so does this one.
                last = 0
                phase = .closed
                return .reopen
            }
            newest = number
            phase = number == last ? .following : .catchingUp(hasBegun: false)
        case .catchingUp(hasBegun: false):
            // Identity sends what it keeps before its second heartbeat: there was nothing left to
            // send, and what it no longer keeps is older than any token.
            last = newest
            follow(upTo: number)
        case .catchingUp(hasBegun: true):
            guard number <= last else { return .reopen }
        case .following:
            follow(upTo: number)
        case .behind:
            guard number <= last else { return .reopen }
            phase = .following
        }
        return .read
    }

    private mutating func follow(upTo number: Int64) {
        newest = max(newest, number)
        phase = newest == last ? .following : .behind
    }

    /// Processes a notice's number. The first of a stream may skip what is no longer kept.
    private mutating func row(_ number: Int64) -> Step {
        switch phase {
        case .closed, .opened:
            return .reopen
        case .catchingUp(let hasBegun):
            guard number > last else { return .read }
            guard !hasBegun || number == last + 1 else { return .reopen }
            phase = .catchingUp(hasBegun: true)
        case .following, .behind:
            guard number > last else { return .read }
            guard number == last + 1 else {
                phase = .behind
                return .reopen
            }
        }
        last = number
        newest = max(newest, number)
        if last == newest { phase = .following }
        return .read
    }

    private mutating func turn(_ now: ContinuousClock.Instant) {
        guard let turnedAt, now - turnedAt < Self.memory else {
            endedEarlier = turnedAt == nil ? [] : ended
            ended = []
            turnedAt = now
            return
        }
    }
}
