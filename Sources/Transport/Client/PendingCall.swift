import NIOCore
import Synchronization
import Wire

/// A call shared by the task that makes it and its connection, and its outcome once it has ended.
///
/// Implements `OneShotProtocol` itself instead of holding a `OneShot`: that saves an object per
/// call, and when a generic class is freed the runtime must look up its layout each time.
final class PendingCall: OneShotProtocol {
    private let state = Mutex(OneShotState<CallOutcome>())
    /// The call's id; 0 until it is sent.
    let id = Atomic<UInt32>(0)
    let deadline: NIODeadline
    let isStream: Bool
    /// For a stream: completed once it has an id or will never get one; `nil` for plain calls.
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

/// How a call ended, as far as a decision about a retry needs it.
enum CallOutcome: Sendable {
    case reply(ByteBuffer)
    case fault(Fault, isBegun: Bool)
    /// Nothing was sent, for certain.
    case notSent
    /// The connection was lost after the call was sent.
    case lost
    /// The deadline passed.
    case expired
    /// The caller gave it up.
    case cancelled
}

extension CallOutcome {
    /// Whether the call can be retried elsewhere as if it had never been made.
    var isUnsent: Bool {
        if case .notSent = self { true } else { false }
    }

    /// The fault for a sender when the call has ended; `nil` when its items are just not needed.
    var sendFault: Fault? {
        switch self {
        case .reply: nil
        default: fault
        }
    }

    /// The fault that the caller gets.
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

/// How busy a connection is. Any thread reads it, to choose among connections.
final class ConnectionLoad: Sendable {
    let calls = Atomic<Int>(0)
    let streams = Atomic<Int>(0)
    let isClosed = Atomic<Bool>(false)
    /// Whether recent calls on this connection failed.
    let isSuspect = Atomic<Bool>(false)
}
