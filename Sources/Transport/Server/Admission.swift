import NIOCore
import RPC

/// How many calls a server runs at once, and how long others wait.
public struct CallLimits: Sendable {
    /// The number of calls that run at once, streams not counted.
    public var running = 1_024
    /// The number of calls that may wait.
    public var waiting = 4_096
    /// How long a call waits at most.
    public var patience: Duration = .milliseconds(500)

    /// The default limits.
    public static let standard = CallLimits()

    public init() {}
}

/// Decides which calls of a server run, which wait, and which are shed. Does no I/O.
///
/// Calls of higher priority run first, and among equals the oldest. When too many wait, the one of
/// lowest priority is shed, and among equals the youngest.
///
/// Invariant: no call waits while a slot is free.
struct Admission<Call> {
    /// What happens to a call that found no free slot.
    enum Decision {
        case waits
        /// It waits, and another call was shed to make room.
        case displaces(Call)
        case shed
    }

    /// What happens when a slot becomes free.
    struct Change {
        /// The call that gets the slot.
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
    /// The number of waiting calls.
    private(set) var waiting = 0

    init(_ limits: CallLimits) {
        self.limits = limits
    }

    /// Takes a slot if one is free.
    mutating func begin() -> Bool {
        guard running < limits.running else { return false }
        running += 1
        return true
    }

    /// Queues a call, until its deadline at the latest.
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

    /// Ends a call: its slot passes to the next call that still waits.
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

    /// Removes the calls that have waited too long.
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

    /// When to check for overdue calls again; `nil` while none waits.
    var nextOverdue: NIODeadline? {
        queues.values.compactMap { $0.first?.limit }.min()
    }
}
