public import Logging
public import Postgres
public import RPC

/// Answers an operator's calls about a service's outbox: which events are blocked, and to skip one.
///
/// Every service's switchboard has the line `OutboxCalls(of: database).connect(to: &$0)`.
public struct OutboxCalls: Sendable {
    let database: Database
    let logger: Logger

    /// - Parameters:
    ///   - database: The service's own.
    ///   - logger: Receives a line for each skipped event.
    public init(of database: Database, logger: Logger = Logger(label: "gauntlet.outbox")) {
        self.database = database
        self.logger = logger
    }

    /// Connects the calls to their handlers.
    public func connect(to switchboard: inout Switchboard) {
        switchboard.on(listBlockedEvents)
        switchboard.on(skipEvent)
    }
}
