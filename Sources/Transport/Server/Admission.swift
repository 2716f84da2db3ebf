import NIOCore
import RPC

/// How many calls a server answers at once, and how long others wait for their turn.
public struct CallLimits: Sendable {
    /// How many calls run at once, streams not counted.
    public var running = 1_024
    /// How many may wait.
    public var waiting = 4_096
    /// How long one waits at most.
    public var patience: Duration = .milliseconds(500)

    /// What the transport uses unless told otherwise.
    public static let standard = CallLimits()

    public init() {}
}

/// Which calls of a server run, which wait for their turn, and which are shed. Does no I/O.
///
/// The most important calls go first, and of equally important ones the oldest. Where too many
/// wait, the least important is shed, and of those the youngest.
///
/// Invariant: none waits while fewer run than may.
struct Admission<Call> {
    /// What becomes of a call that found no free turn.
    enum Decision {
        case waits
        /// It waits, and another was shed for it.
        case displaces(Call)
        case shed
    }

    /// What happens when a turn is free.
    struct Change {
        /// The call whose turn it is.
        var begins: Call?
        /// Calls that have waited too long.
        var shed: [Call] = []
    }

    private struct Waiting {
        let call: Call
        let limit: NIODeadline
    }

    private let limits: CallLimits
    /// By priority.
    private var queues: [CallContext.Priority: CircularBuffer<Waiting>] = [:]
    private(set) var running = 0
    /// How many wait.
    private(set) var waiting = 0

    init(_ limits: CallLimits) {
        self.limits = limits
    }

    /// Takes a turn if one is free.
    mutating func begin() -> Bool {
        guard running < limits.running else { return false }
        running += 1
        return true
    }

    /// Lets a call wait for its turn, but not longer than until its deadline.
    mutating func wait(
        _ call: Call,
        _ priority: CallContext.Priority,
        deadline: NIODeadline,
        at now: NIODeadline
    ) -> Decision {
        let limit = min(now + TimeAmount(limits.patience), deadline)
        var displaced: Call?
        if waiting >= limits.waiting {
            guard let least = queues.keys.filter({ queues[$0]?.isEmpty == false }).min(),
                least < priority
            else { return .shed }
            displaced = queues[least]?.popLast()?.call
            waiting -= 1
        }
        queues[priority, default: CircularBuffer()].append(Waiting(call: call, limit: limit))
        waiting += 1
        return displaced.map(Decision.displaces) ?? .waits
    }

    /// A call has ended: its turn passes to the next that still waits for one.
    mutating func end(
        at time: @autoclosure () -> NIODeadline,
        isWanted: (Call) -> Bool
    ) -> Change {
        var change = Change()
        guard waiting > 0 else {
            running -= 1
            return change
        }
        let now = time()
        for priority in queues.keys.sorted(by: >) {
            while let next = queues[priority]?.popFirst() {
                waiting -= 1
                guard isWanted(next.call) else { continue }
                if next.limit > now {
                    change.begins = next.call
                    return change
                }
                change.shed.append(next.call)
            }
        }
        running -= 1
        return change
    }

    /// Takes out the calls that have waited too long.
    mutating func overdue(at now: NIODeadline) -> [Call] {
        var overdue: [Call] = []
        for priority in queues.keys.sorted() {
            while let first = queues[priority]?.first, first.limit <= now {
                _ = queues[priority]?.popFirst()
                waiting -= 1
                overdue.append(first.call)
            }
        }
        return overdue
    }

    /// When to look for overdue calls again; `nil` while none waits.
    var nextOverdue: NIODeadline? {
        queues.values.compactMap { $0.first?.limit }.min()
    }
}
