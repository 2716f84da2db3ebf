import IdentityAPI
import Identifiers

/// What the gateway has heard of ended sessions, and whether it has heard all.
///
/// Notices carry numbers that rise by one, and identity says twice a second which is the newest, so
/// both silence and a gap show. Pure: the loop feeds it, `Sessions` asks it.
///
/// Invariant: while `isCaughtUp`, every session that ended in the life of an access token and
/// before the last item is in `ended`.
struct RevocationLog {
    /// How long the stream may be silent before it no longer counts.
    static let silenceMax = Duration.seconds(2)
    /// How long an ended session is remembered at least: longer than an access token lives.
    static let memory = Duration.seconds(16 * 60)

    /// The number of the last notice in an unbroken row; 0 before the first, which asks for all
    /// that identity keeps.
    private(set) var last: Int64 = 0
    /// The newest number when the stream began or last told; the row must reach it.
    private var newest: Int64 = 0
    private var phase = Phase.closed {
        didSet { if phase == .following { hasCaughtUp = true } }
    }
    /// Whether all was known once.
    private(set) var hasCaughtUp = false
    private var lastItem: ContinuousClock.Instant?
    private var ended: Set<SessionID> = []
    private var endedEarlier: Set<SessionID> = []
    private var turnedAt: ContinuousClock.Instant?

    /// How far the present stream has come.
    private enum Phase: Equatable {
        /// No stream; becomes `opened`.
        case closed
        /// A stream without an item; becomes `catchingUp` or `following` with its first heartbeat.
        case opened
        /// What was missed is on its way; becomes `following`. The first notice may skip what
        /// identity no longer keeps, those after it may not.
        case catchingUp(hasBegun: Bool)
        /// All is known. Becomes `behind` when the newest number runs ahead.
        case following
        /// A heartbeat told of a notice that has not come; becomes `following`, or the stream ends.
        case behind
    }

    /// What the loop does next.
    enum Step: Equatable {
        /// Reads on.
        case read
        /// Opens the stream anew after `last`: something is missing.
        case reopen
    }

    /// Begins a stream that asks for what comes after `last`.
    mutating func opened() {
        phase = .opened
    }

    /// The stream is gone.
    mutating func closed() {
        phase = .closed
    }

    /// Takes one item.
    mutating func received(_ notice: RevocationNotice, at now: ContinuousClock.Instant) -> Step {
        lastItem = now
        turn(now)
        guard let session = notice.session else { return heartbeat(notice.number) }
        ended.insert(session)
        return row(notice.number)
    }

    /// Remembers a session that ended here, before identity tells.
    mutating func end(_ session: SessionID, at now: ContinuousClock.Instant) {
        turn(now)
        ended.insert(session)
    }

    /// Whether the session is known to have ended.
    func hasEnded(_ session: SessionID) -> Bool {
        ended.contains(session) || endedEarlier.contains(session)
    }

    /// Whether a session that is not known to have ended has indeed not.
    func isCaughtUp(at now: ContinuousClock.Instant) -> Bool {
        guard phase == .following, let lastItem else { return false }
        return now - lastItem < Self.silenceMax
    }

    /// Whether the stream has given no sign of life for so long that another one is better.
    func isSilent(at now: ContinuousClock.Instant, since opening: ContinuousClock.Instant) -> Bool {
        now - max(opening, lastItem ?? opening) >= Self.silenceMax
    }

    /// A heartbeat that names an older number than the row has reached is a sign of life and no
    /// more; only a stream's first one shows that the log itself is younger.
    private mutating func heartbeat(_ number: Int64) -> Step {
        switch phase {
        case .closed, .opened:
            if number < last {
                // Identity's log began anew, from a restored database: so does this one.
                last = 0
                phase = .closed
                return .reopen
            }
            newest = number
            phase = number == last ? .following : .catchingUp(hasBegun: false)
        case .catchingUp(hasBegun: false):
            // What identity keeps comes before its second heartbeat: nothing of it was left, and
            // what is not kept is older than any token.
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

    /// The next number of the row. The first of a stream may skip what is no longer kept.
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
