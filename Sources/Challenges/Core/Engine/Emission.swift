import Outbox
import Postgres
import Values
import Wire

/// An event for one service.
struct Emission: Sendable {
    let event: any Event
    let destination: ServiceName
}

extension Transaction {
    /// Emits events in the given order. Called last, while what they are about is locked.
    func publish(_ emissions: [Emission], at now: Instant) throws {
        for emission in emissions {
            try emit(emission.event, to: emission.destination, at: now)
        }
    }
}
