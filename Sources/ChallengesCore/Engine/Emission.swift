import Outbox
import Postgres
package import Values
package import Wire

/// An event for one service.
package struct Emission: Sendable {
    let event: any Event
    let destination: ServiceName

    package init(
        event: any Event,
        destination: ServiceName
    ) {
        self.event = event
        self.destination = destination
    }
}

extension Transaction {
    /// Emits events in the given order. Called last, while the rows that they concern are locked.
    package func publish(_ emissions: [Emission], at now: Instant) throws {
        for emission in emissions {
            try emit(emission.event, to: emission.destination, at: now)
        }
    }
}
