@testable import Outbox
import Postgres
import TestKit
import Testing
import Values

@Suite(.freshDatabase(Bank.migrations)) struct LeasesTests {
    /// Rule 2.14-acknowledged: what a restarted server shows may be on no standby.
    @Test func `a lease ends when a connection is lost, until it is renewed`() async throws {
        try await withReplica { database in
            let leases = Leases(database, duration: .hours(1))
            #expect(try await leases.renew())
            let all = leases.partitions
            let first = try #require(all.first)
            #expect(try await !leases.renew())
            #expect(leases.partitions == all)
            let process = try await database.one("SELECT pg_backend_pid()") { row in
                try row.next(Int32.self)
            }
            _ = try await Database.fresh.one("SELECT pg_terminate_backend(\(process))") { row in
                try row.next(Bool.self)
            }
            try await eventually("it is noticed") { database.losses == 1 }
            #expect(leases.partitions.isEmpty)
            #expect(!leases.holds(first))
            #expect(!leases.hold(all: 1 << Int64(first)))
            #expect(try await leases.renew())
            #expect(leases.partitions == all)
        }
    }
}
