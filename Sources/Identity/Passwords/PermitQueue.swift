import Values

/// Decides which waiting client gets the next permit. Clients wait in lines, one for each site
/// (`ClientNetwork.site`). Permits rotate among sites: the site whose last permit is the oldest is
/// next. So a site with many waiters delays another site by one permit at a time, and a site
/// without a recent permit not at all. Within a line, permits rotate among the site's networks,
/// because a neighbouring network may be a stranger's.
///
/// Independent of tasks and clocks. Invariants: clients wait only while all permits are granted,
/// and no line is empty.
struct PermitQueue {
    /// A client that waits, or is about to.
    struct Waiter: Equatable {
        /// Unique among all waiters.
        let number: UInt64
        let network: ClientNetwork
        /// When the client stops waiting; `nil` for never.
        let deadline: ContinuousClock.Instant?

        var site: String { network.site }
    }

    /// What happens to a waiting client.
    enum Change: Equatable {
        case enters(UInt64)
        /// The client loses its place, and learns when the queue will be empty.
        case refused(UInt64, retryAfterSeconds: Int)
    }

    private let width: Int
    private let waitingMax: Int
    private var inside = 0
    /// The first line is next: first the sites without a recent permit, in the order of
    /// arrival, then the others in the order of their last permits.
    private var lines: [[Waiter]] = []
    /// The sites with a recent permit, the latest last.
    private var served: [String] = []
    private static let servedMax = 64
    /// The average time that a permit is held to hash a password, weighted towards the latest;
    /// `nil` until one was measured.
    private(set) var turnTime: Duration?

    init(width: Int, waitingMax: Int) {
        self.width = width
        self.waitingMax = waitingMax
    }

    /// The number of waiting clients.
    var count: Int { lines.reduce(0) { $0 + $1.count } }

    /// Grants a permit, or adds the client to its site's line. When the queue is full, the
    /// site with the most waiters loses its last one, which may be this one.
    mutating func join(_ waiter: Waiter, at now: ContinuousClock.Instant) -> [Change] {
        if let deadline = waiter.deadline, deadline <= now { return [refusal(of: waiter)] }
        if inside < width { return [enter(waiter)] }
        if let line = lines.firstIndex(where: { $0[0].site == waiter.site }) {
            let place = place(of: waiter, in: lines[line])
            lines[line].insert(waiter, at: place)
        } else {
            insert([waiter])
        }
        let late = removeLate(at: now)
        return late + (count > waitingMax ? [removeOneTooMany(beside: waiter.site)] : [])
    }

    /// Returns a permit and grants it to the next client.
    mutating func leave(at now: ContinuousClock.Instant) -> [Change] {
        inside -= 1
        var changes: [Change] = []
        while inside < width, !lines.isEmpty {
            var line = lines.removeFirst()
            let waiter = line.removeFirst()
            let isLate = waiter.deadline.map { now + (turnTime ?? .zero) > $0 } ?? false
            if !isLate { changes.append(enter(waiter)) }
            if !line.isEmpty { insert(line) }
            if isLate { changes.append(refusal(of: waiter)) }
        }
        return changes + removeLate(at: now)
    }

    /// Removes a client that gave up; does nothing if it is not waiting.
    mutating func remove(_ number: UInt64) {
        for index in lines.indices { lines[index].removeAll { $0.number == number } }
        lines.removeAll(where: \.isEmpty)
    }

    /// Adds the time that a permit was held to the average.
    mutating func note(_ time: Duration) {
        turnTime = turnTime.map { $0 + (time - $0) / 4 } ?? time
    }

    private mutating func enter(_ waiter: Waiter) -> Change {
        inside += 1
        served.removeAll { $0 == waiter.site }
        served.append(waiter.site)
        if served.count > Self.servedMax { served.removeFirst() }
        return .enters(waiter.number)
    }

    /// Returns the position after the waiters of its own network, and before those of other
    /// networks that have more waiters of the same network ahead.
    private func place(of waiter: Waiter, in line: [Waiter]) -> Int {
        let ahead = line.count { $0.network == waiter.network }
        var counts: [ClientNetwork: Int] = [:]
        return line.firstIndex { other in
            defer { counts[other.network, default: 0] += 1 }
            return counts[other.network, default: 0] > ahead
        } ?? line.endIndex
    }

    /// Inserts a line after all lines whose last permit is older, or as old.
    private mutating func insert(_ line: [Waiter]) {
        let lastTurn = lastTurn(of: line)
        let place = lines.firstIndex { self.lastTurn(of: $0) > lastTurn } ?? lines.endIndex
        lines.insert(line, at: place)
    }

    /// The order of the site's last permit, which increases with each permit; -1 without a recent
    /// one.
    private func lastTurn(of line: [Waiter]) -> Int {
        served.lastIndex(of: line[0].site) ?? -1
    }

    /// Removes the last waiter of the longest line. If several lines are the longest, that is the
    /// newcomer's line, unless it has only one waiter, else the line with the latest permit.
    private mutating func removeOneTooMany(beside newcomer: String) -> Change {
        let longest = lines.map(\.count).max() ?? 0
        let line =
            lines.firstIndex { $0.count == longest && longest > 1 && $0[0].site == newcomer }
            ?? lines.lastIndex { $0.count == longest } ?? 0
        let change = refusal(of: lines[line][longest - 1])
        lines[line].removeLast()
        lines.removeAll(where: \.isEmpty)
        return change
    }

    /// Removes the waiters whose permit would end after their deadline.
    private mutating func removeLate(at now: ContinuousClock.Instant) -> [Change] {
        guard let turnTime else { return [] }
        var served = 0
        var late: [Waiter] = []
        for waiter in inOrderOfTurns {
            // One permit's time for the granted ones to end, and one for its own.
            let end = now + turnTime * (served / width + 2)
            if let deadline = waiter.deadline, end > deadline {
                late.append(waiter)
            } else {
                served += 1
            }
        }
        let changes = late.map(refusal)
        for waiter in late { remove(waiter.number) }
        return changes
    }

    private var inOrderOfTurns: [Waiter] {
        (0..<(lines.map(\.count).max() ?? 0)).flatMap { round in
            lines.compactMap { $0.count > round ? $0[round] : nil }
        }
    }

    /// Refuses a waiter, to retry after the time that the whole queue takes: a quarter of a second
    /// for each waiter until a time was measured.
    private func refusal(of waiter: Waiter) -> Change {
        let time = (turnTime ?? .milliseconds(250)) * (count / width + 1)
        return .refused(waiter.number, retryAfterSeconds: time.secondsToWait)
    }
}
