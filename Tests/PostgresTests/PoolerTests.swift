import TestKit
import Testing

@testable import Postgres

/// A pooler that does not keep a connection for its client is detected, and nothing else is taken
/// for one.
@Suite(.freshDatabase([]))
struct PoolerTests {
    @Test func `a server without a pooler shares nothing`() async throws {
        #expect(try await !Database.fresh.isBehindSharingPooler())
    }

    @Test func `a role limited to one connection can run the check`() async throws {
        try await LimitedRole.with(1) { url in
            let database = Database(url, options: .patient(), logger: TestServer.quiet)
            let isFound = try await database.isBehindSharingPooler()
            #expect(!isFound)
            await database.close()
        }
    }

    @Test(
        .enabled(if: Bouncer.installed != nil, "skipped: pgbouncer is not installed"),
        arguments: Bouncer.Mode.allCases,
        [1, 20]
    )
    func `a sharing pooler is detected, one that keeps sessions is accepted`(
        mode: Bouncer.Mode,
        size: Int
    ) async throws {
        let bouncer = try #require(Bouncer.installed)
        let url = try #require(FreshDatabase.current).url
        try await bouncer.with(url, mode, size: size) { url in
            let database = Database(url, options: .patient(), logger: TestServer.quiet)
            // An earlier check must not change the result.
            for _ in 0..<2 {
                let isFound = try await database.isBehindSharingPooler()
                #expect(isFound == (mode != .session))
            }
            await database.close()
        }
    }

    @Test func `a connection lost between the two queries is not a pooler`() async throws {
        let url = try #require(FreshDatabase.current).url
        try await expectFailure(of: url)
    }

    @Test(.enabled(if: Bouncer.installed != nil, "skipped: pgbouncer is not installed"))
    func `nor is one lost behind a pooler that keeps sessions`() async throws {
        let bouncer = try #require(Bouncer.installed)
        let url = try #require(FreshDatabase.current).url
        try await bouncer.with(url, .session, size: 20) { url in
            try await expectFailure(of: url)
        }
    }

    @Test(.enabled(if: Bouncer.installed != nil, "skipped: pgbouncer is not installed"))
    func `a temporarily frozen server shares nothing`() async throws {
        let bouncer = try #require(Bouncer.installed)
        let patience = Duration.seconds(1)
        let isOver = Gate()
        try await Proxy.with { proxy, url in
            try await bouncer.with(url, .session, size: 20) { url in
                let options = Database.Options(applicationName: "frozen")
                async let isFound = DedicatedThread.run {
                    defer { isOver.open() }
                    var check = PoolerCheck(
                        configuration: options.libpq(url, timeout: .zero, isReadOnly: true)
                    )
                    check.patience = patience
                    check.inTransaction = { proxy.way = .frozen }
                    return try check.findsSharing()
                }
                try await eventually("it is frozen, and is asked") {
                    isOver.isOpen || proxy.way == .frozen && proxy.isHolding
                }
                let start = ContinuousClock.now
                try await eventually("an answer is late") {
                    ContinuousClock.now - start > patience * 1.5
                }
                proxy.way = .open
                let found = try? await isFound
                #expect(found != true)
            }
        }
    }

    /// The server closes the first connection between the queries, as in a failover; the second
    /// connection works.
    private func expectFailure(of url: String) async throws {
        let direct = try #require(FreshDatabase.current).url
        let options = Database.Options(applicationName: "falls")
        let error = await #expect(throws: PostgresError.self) {
            try await DedicatedThread.run {
                var check = PoolerCheck(
                    configuration: options.libpq(url, timeout: .zero, isReadOnly: true)
                )
                check.between = {
                    let outside = Database.Options(applicationName: "outside")
                    let link = try LibPQConnection(
                        outside.libpq(direct, timeout: .zero, isReadOnly: true)
                    )
                    let look = try link.query(
                        """
                        SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()
                        """
                    )
                    let ended = try look.rows { try $0.next(Bool.self) }
                    #expect(ended == [true])
                }
                return try check.findsSharing()
            }
        }
        #expect(error?.knowledge == .unavailable, "\(error.map(String.init(describing:)) ?? "")")
    }
}
