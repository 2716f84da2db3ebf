import Outbox
import People
public import Postgres

extension Scoring {
    /// What makes this service's tables, in order.
    public static let migrations: [Migration] =
        Outbox.migrations + PeopleMigrations.migrations + [
            Migration("m01_create_ledger", PackageResources.m01_create_ledger_sql)
        ]
}
