public import Postgres
public import RPC

extension Switchboard {
    /// The same switchboard, which sends replies to writes and acknowledges events only when what
    /// they depend on in the service's database is as durable as a commit (2.14-acknowledged).
    public func durable(in database: Database) -> Switchboard {
        confirming { answer in try await database.durably(answer) }
    }
}
