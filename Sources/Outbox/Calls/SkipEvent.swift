import Logging
import OutboxAPI
import Postgres
import RPC
import Wire

extension OutboxCalls {
    func skipEvent(_ call: SkipEvent, in context: CallContext) async throws -> BlockedEvent {
        try await database.once(call, in: context) { tx in
            guard let event = try await tx.removeBlocked(call.number) else {
                let isThere = try await tx.hasEvent(call.number)
                throw Refusal(
                    isThere ? OutboxError.eventNotBlocked : OutboxError.eventUnknown,
                    at: "/number"
                )
            }
            if let destination = ServiceName(rawValue: event.destination) {
                tx.raise(1 << Int64(EventKey(event.key).partition), to: destination)
            }
            tx.afterCommit { note(event, in: context) }
            return event
        }
    }

    private func note(_ event: BlockedEvent, in context: CallContext) {
        logger.notice(
            "An operator skipped an event.",
            metadata: [
                "number": "\(event.number)", "event": "\(event.event)",
                "call": "\(CallID(rawValue: event.call))", "destination": "\(event.destination)",
                "key": "\(EventKey(event.key))", "fault": "\(event.fault ?? "none")",
                "trace": "\(context.trace.traceID)",
            ]
        )
    }
}
