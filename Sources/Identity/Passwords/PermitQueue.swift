import Values

/// Clients that wait for a turn: in lines, one for each customer (`ClientNetwork.customer`). Turns go
/// round the customers, and the one whose last turn is longest ago is next: so a customer with many
/// waiters delays another by one turn at a time, and a customer that had none lately by none. Within
/// a line they go round its networks, for a neighbour may be a stranger.
///
/// Knows no tasks and no clock. Invariant: a client waits only while those inside fill the width,
/// and no line is empty.
struct PermitQueue {
    /// A client that waits, or is about to.
    struct Waiter: Equatable {
        /// Names it among all who ever came.
        let number: UInt64
        let network: ClientNetwork
        /// When its caller stops waiting; `nil` for never.
        let deadline: ContinuousClock.Instant?

        var customer: String { network.customer }
    }

    /// What becomes of a client that waited.
    enum Change: Equatable {
        case enters(UInt64)
        /// It loses its place, and is told when the queue will have been worked off.
        case refused(UInt64, retryAfterSeconds: Int)
    }

    private let width: Int
    private let waitingMax: Int
    private var inside = 0
    /// The next turn is the first line's: those without a turn lately, as they came, then the
    /// others, by their last turns.
    private var lines: [[Waiter]] = []
    /// The customers that had a turn lately, the latest last.
    private var served: [String] = []
    private static let servedMax = 64
    /// What a turn takes on average in which a password is hashed, the latest counting most; `nil`
    /// until one was measured.
    private(set) var turnTime: Duration?

    init(width: Int, waitingMax: Int) {
        self.width = width
        self.waitingMax = waitingMax
    }

    /// How many wait.
    var count: Int { lines.reduce(0) { $0 + $1.count } }

    /// Lets a client in, or has it wait behind the others of its customer. Where the queue is full
    /// the customer with the most waiters loses its last, which may be this one.
    mutating func join(_ waiter: Waiter, at now: ContinuousClock.Instant) -> [Change] {
        if let deadline = waiter.deadline, deadline <= now { return [refusal(of: waiter)] }
        if inside < width { return [enter(waiter)] }
        if let line = lines.firstIndex(where: { $0[0].customer == waiter.customer }) {
            let place = place(of: waiter, in: lines[line])
            lines[line].insert(waiter, at: place)
        } else {
            insert([waiter])
        }
        let late = removeLate(at: now)
        return late + (count > waitingMax ? [removeOneTooMany(beside: waiter.customer)] : [])
    }

    /// Hands on the place of a client that has had its turn.
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

    /// Forgets a client that gave up; nothing where it does not wait.
    mutating func remove(_ number: UInt64) {
        for index in lines.indices { lines[index].removeAll { $0.number == number } }
        lines.removeAll(where: \.isEmpty)
    }

    /// Takes the time of a turn into the average.
    mutating func note(_ time: Duration) {
        turnTime = turnTime.map { $0 + (time - $0) / 4 } ?? time
    }

    private mutating func enter(_ waiter: Waiter) -> Change {
        inside += 1
        served.removeAll { $0 == waiter.customer }
        served.append(waiter.customer)
        if served.count > Self.servedMax { served.removeFirst() }
        return .enters(waiter.number)
    }

    /// Behind those of its own network, and before those of others that have more of theirs ahead.
    private func place(of waiter: Waiter, in line: [Waiter]) -> Int {
        let ahead = line.count { $0.network == waiter.network }
        var counts: [ClientNetwork: Int] = [:]
        return line.firstIndex { other in
            defer { counts[other.network, default: 0] += 1 }
            return counts[other.network, default: 0] > ahead
        } ?? line.endIndex
    }

    /// Puts a line behind all whose last turn is longer ago, or as long.
    private mutating func insert(_ line: [Waiter]) {
        let lastTurn = lastTurn(of: line)
        let place = lines.firstIndex { self.lastTurn(of: $0) > lastTurn } ?? lines.endIndex
        lines.insert(line, at: place)
    }

    /// Grows with each turn; -1 where the customer had none lately.
    private func lastTurn(of line: [Waiter]) -> Int {
        served.lastIndex(of: line[0].customer) ?? -1
    }

    /// Removes the last waiter of the longest line; of several, of the newcomer's own, unless it is
    /// its only one, or of the one that had its turn last.
    private mutating func removeOneTooMany(beside newcomer: String) -> Change {
        let longest = lines.map(\.count).max() ?? 0
        let line =
            lines.firstIndex { $0.count == longest && longest > 1 && $0[0].customer == newcomer }
            ?? lines.lastIndex { $0.count == longest } ?? 0
        let change = refusal(of: lines[line][longest - 1])
        lines[line].removeLast()
        lines.removeAll(where: \.isEmpty)
        return change
    }

    /// Removes those whose turn would end after their deadline.
    private mutating func removeLate(at now: ContinuousClock.Instant) -> [Change] {
        guard let turnTime else { return [] }
        var served = 0
        var late: [Waiter] = []
        for waiter in inOrderOfTurns {
            // One turn for those inside to end, and its own.
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

    /// The time that everybody who waits takes, a quarter of a second each while none is known.
    private func refusal(of waiter: Waiter) -> Change {
        let time = (turnTime ?? .milliseconds(250)) * (count / width + 1)
        return .refused(waiter.number, retryAfterSeconds: time.secondsToWait)
    }
}
