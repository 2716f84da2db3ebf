import NIOCore
import Synchronization
import Wire

/// One call as the task that asks it and the connection share it, and how it ended, once it has.
///
/// No `OneShot` for the latter: it is one object less for each call, and of the end of a generic class
/// the runtime must find out anew what it consists of.
final class PendingCall: OneShotProtocol {
    private let state = Mutex(OneShotState<CallOutcome>())
    /// The call's id; 0 until it is sent.
    let id = Atomic<UInt32>(0)
    let deadline: NIODeadline
    let isStream: Bool
    /// Whether a stream's id was given, or never will be; `nil` where none flows.
    let begun: OneShot<Bool>?

    init(deadline: NIODeadline, isStream: Bool) {
        self.deadline = deadline
        self.isStream = isStream
        begun = isStream ? OneShot() : nil
    }

    func withState<Result: Sendable>(_ body: (inout OneShotState<CallOutcome>) -> Result) -> Result
    {
        state.withLock { body(&$0) }
    }
}

/// How a call ended, as whoever decides about repeating it must know.
enum CallOutcome: Sendable {
    case reply(ByteBuffer)
    case fault(Fault, isBegun: Bool)
    /// Certainly nothing was sent.
    case notSent
    /// The connection was lost after the call was sent.
    case lost
    /// The deadline passed.
    case expired
    /// Whoever asked gave it up.
    case cancelled
}

extension CallOutcome {
    /// Whether the call may be asked elsewhere as if nothing had been.
    var isUnsent: Bool {
        if case .notSent = self { true } else { false }
    }

    /// What a sender is told when the call has ended; `nil` when its items are simply of no use.
    var sendFault: Fault? {
        switch self {
        case .reply: nil
        default: fault
        }
    }

    /// The fault that whoever asked is told.
    var fault: Fault {
        switch self {
        case .reply: WireError.bug.fault
        case .fault(let fault, _): fault
        case .notSent, .lost: WireError.unavailable.fault
        case .expired: WireError.expired.fault
        case .cancelled: WireError.cancelled.fault
        }
    }
}

/// How busy a connection is. Read by any thread, to choose among connections.
final class ConnectionLoad: Sendable {
    let calls = Atomic<Int>(0)
    let streams = Atomic<Int>(0)
    let isClosed = Atomic<Bool>(false)
    /// Whether calls there failed lately.
    let isSuspect = Atomic<Bool>(false)
}
