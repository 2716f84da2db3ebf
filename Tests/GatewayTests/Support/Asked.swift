import RPC
import Synchronization
import Wire

/// The calls that the services behind a gateway received.
final class Asked: Sendable {
    private let calls = Mutex<[(call: any Call, context: CallContext)]>([])

    func note(_ call: any Call, _ context: CallContext) {
        calls.withLock { $0.append((call, context)) }
    }

    /// Returns all calls of one type, with their contexts.
    func all<C: Call>(_ type: C.Type) -> [(call: C, context: CallContext)] {
        calls.withLock { $0.compactMap { asked in (asked.call as? C).map { ($0, asked.context) } } }
    }

    func count<C: Call>(_ type: C.Type) -> Int {
        all(type).count
    }
}

extension Switchboard {
    /// Replies to every call of a type with the same reply, and records the call.
    mutating func answer<C: Call>(_ type: C.Type, with reply: C.Reply, noting asked: Asked) {
        on { (call: C, context: CallContext) in
            asked.note(call, context)
            return reply
        }
    }

    /// Refuses every call of a type, and records the call.
    mutating func refuse<C: Call>(_ type: C.Type, with fault: Fault, noting asked: Asked) {
        on { (call: C, context: CallContext) -> C.Reply in
            asked.note(call, context)
            throw Thrown(fault: fault)
        }
    }
}

/// A fault that is passed on unchanged.
private struct Thrown: Faultable {
    let fault: Fault
}
