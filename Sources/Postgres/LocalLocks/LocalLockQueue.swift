/// The holders of one lock and the queue of waiters, first come, first served. Shared waiters do
/// not overtake an exclusive one.
///
/// Invariant: the first waiter cannot get the lock now.
struct LocalLockQueue<Ticket: Equatable> {
    private struct Waiting {
        let ticket: Ticket
        let mode: LocalLock.Mode
    }

    private(set) var holders = 0
    private var isAlone = false
    private var waiting = Queue<Waiting>()

    /// Whether there are no holders and no waiters.
    var isUnused: Bool { holders == 0 && waiting.isEmpty }
    var waitingCount: Int { waiting.count }

    /// Takes the lock if that is possible at once.
    mutating func tryEnter(_ mode: LocalLock.Mode) -> Bool {
        guard waiting.isEmpty, admits(mode) else { return false }
        grant(mode)
        return true
    }

    /// Takes the lock, or waits.
    ///
    /// - Returns: Whether the lock is held now.
    mutating func enter(_ ticket: Ticket, _ mode: LocalLock.Mode) -> Bool {
        if tryEnter(mode) { return true }
        waiting.append(Waiting(ticket: ticket, mode: mode))
        return false
    }

    /// Releases the lock once.
    ///
    /// - Returns: The waiters that get the lock.
    mutating func leave() -> [Ticket] {
        precondition(holders > 0)
        holders -= 1
        if holders == 0 { isAlone = false }
        return admitWaiting()
    }

    /// Removes a waiter.
    ///
    /// - Returns: The waiters behind it that get the lock; `nil` if the ticket did not wait.
    mutating func withdraw(_ ticket: Ticket) -> [Ticket]? {
        let all = waiting.removeAll()
        for other in all where other.ticket != ticket { waiting.append(other) }
        return waiting.count < all.count ? admitWaiting() : nil
    }

    private mutating func admitWaiting() -> [Ticket] {
        var admitted: [Ticket] = []
        while let first = waiting.first, admits(first.mode) {
            _ = waiting.popFirst()
            grant(first.mode)
            admitted.append(first.ticket)
        }
        return admitted
    }

    private func admits(_ mode: LocalLock.Mode) -> Bool {
        switch mode {
        case .alone: holders == 0
        case .together(let most): !isAlone && holders < max(1, most)
        }
    }

    private mutating func grant(_ mode: LocalLock.Mode) {
        holders += 1
        isAlone = mode == .alone
    }
}
