/// Who holds one thing, and who waits for it: first come, first served. Whoever waits to hold it
/// alone is not overtaken by those who would hold it together.
///
/// Invariant: the first of those who wait could not hold it now.
struct TurnQueue<Ticket: Equatable> {
    private struct Waiting {
        let ticket: Ticket
        let hold: Turn.Hold
    }

    private(set) var holders = 0
    private var isAlone = false
    private var waiting = Queue<Waiting>()

    /// Whether nobody holds it or waits.
    var isUnused: Bool { holders == 0 && waiting.isEmpty }
    var waitingCount: Int { waiting.count }

    /// Holds it, if that is possible at once.
    mutating func tryEnter(_ hold: Turn.Hold) -> Bool {
        guard waiting.isEmpty, admits(hold) else { return false }
        grant(hold)
        return true
    }

    /// Holds it, or waits.
    ///
    /// - Returns: Whether it is held now.
    mutating func enter(_ ticket: Ticket, _ hold: Turn.Hold) -> Bool {
        if tryEnter(hold) { return true }
        waiting.append(Waiting(ticket: ticket, hold: hold))
        return false
    }

    /// Ends one hold.
    ///
    /// - Returns: Who holds it from now on.
    mutating func leave() -> [Ticket] {
        precondition(holders > 0)
        holders -= 1
        if holders == 0 { isAlone = false }
        return admitWaiting()
    }

    /// Stops waiting.
    ///
    /// - Returns: Who holds it from now on, because they were behind; `nil` if the ticket did not
    ///   wait.
    mutating func withdraw(_ ticket: Ticket) -> [Ticket]? {
        let all = waiting.removeAll()
        for other in all where other.ticket != ticket { waiting.append(other) }
        return waiting.count < all.count ? admitWaiting() : nil
    }

    private mutating func admitWaiting() -> [Ticket] {
        var admitted: [Ticket] = []
        while let first = waiting.first, admits(first.hold) {
            _ = waiting.popFirst()
            grant(first.hold)
            admitted.append(first.ticket)
        }
        return admitted
    }

    private func admits(_ hold: Turn.Hold) -> Bool {
        switch hold {
        case .alone: holders == 0
        case .together(let most): !isAlone && holders < max(1, most)
        }
    }

    private mutating func grant(_ hold: Turn.Hold) {
        holders += 1
        isAlone = hold == .alone
    }
}
