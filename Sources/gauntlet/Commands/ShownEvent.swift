import OutboxAPI
import Values
import Wire

/// A blocked event as it is printed: no text that came from a service can control the terminal.
struct ShownEvent: Encodable, Sendable {
    let service: String
    let number: Int64
    let event: String
    let destination: String
    let call: String
    /// The call's name; `nil` if this release does not know it.
    let name: String?
    let key: String
    let createdAt: String
    let attempts: Int
    let fault: String?
    let nextAttemptAt: String
    let waiting: Int

    init(_ event: BlockedEvent, of service: ServiceName) {
        let call = CallID(rawValue: event.call)
        self.service = service.rawValue
        number = event.number
        self.event = "\(event.event)"
        destination = event.destination.onOneLine
        self.call = call.description
        name = call.name
        key = EventKey(event.key).description
        createdAt = event.createdAt.description
        attempts = event.attempts
        fault = event.fault?.onOneLine
        nextAttemptAt = event.nextAttemptAt.description
        waiting = event.waiting
    }

    /// The call's number, and its name if this release knows it.
    private var callText: String { name.map { "\(call) \($0)" } ?? call }

    static let headings = [
        "service", "number", "to", "call", "fault", "attempts", "waiting", "since", "next attempt",
        "key",
    ]

    var cells: [String] {
        [
            service, "\(number)", destination, callText, fault ?? "-", "\(attempts)", "\(waiting)",
            createdAt, nextAttemptAt, key,
        ]
    }

    /// The message after the event was skipped.
    var skipped: String {
        """
        Skipped event \(number) of \(service): \(callText) to \(destination), emitted \(createdAt), \
        attempts \(attempts), last fault \(fault ?? "none").
        It is not sent again. Events of its key \(key) that no longer wait for it: \(waiting).
        """
    }
}
