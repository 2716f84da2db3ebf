import Postgres
import TestKit
import Testing

/// The connection is lost between COMMIT and its reply.
@Suite(
    .freshDatabase([Migration("m01_notes", Array("CREATE TABLE notes (text text NOT NULL);".utf8))])
)
struct CommitTests {
    /// When the connection is lost, and the rows of the table after one statement was cut off and
    /// the next was not.
    private static let cuts = zip(
        [Proxy.Cut.beforeCommitArrives, .beforeCommitIsAnswered],
        [["next"], ["cut", "next"]]
    )

    @Test(arguments: cuts)
    private func `the outcome of a single statement is unknown, and the connection is reopened`(
        cut: Proxy.Cut,
        kept: [String]
    ) async throws {
        try await expect(kept) { proxy, database in
            proxy.cut(cut)
            let error = await #expect(throws: PostgresError.self) {
                try await database.run("INSERT INTO notes VALUES ('cut')")
            }
            #expect(error?.knowledge == .expired)
            let next = try await database.run("INSERT INTO notes VALUES ('next')")
            #expect(next == 1)
        }
    }

    @Test(arguments: cuts)
    private func `the outcome of a commit is unknown, and the connection is reopened`(
        cut: Proxy.Cut,
        kept: [String]
    ) async throws {
        try await expect(kept) { proxy, database in
            let actions = Count()
            let process = try await database.process()
            proxy.cut(cut)
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { tx in
                    tx.afterCommit { actions.add() }
                    try await tx.run("INSERT INTO notes VALUES ('cut')")
                }
            }
            #expect(error?.knowledge == .expired)
            #expect(actions.value == 0)
            let next = try await database.transaction { tx in
                try await tx.run("INSERT INTO notes VALUES ('next')")
                return try await tx.process()
            }
            #expect(next != process)
        }
    }

    /// Runs `body` with one connection, which a proxy may cut, and checks the notes afterwards.
    private func expect(
        _ kept: [String],
        after body: (Proxy, Database) async throws -> Void
    ) async throws {
        try await Proxy.with { proxy, url in
            let database = Database(
                url,
                options: .patient { $0.leasedMax = 1 },
                logger: TestServer.quiet
            )
            try await body(proxy, database)
            await database.close()
        }
        let notes = try await Database.fresh.all("SELECT text FROM notes ORDER BY text") { row in
            try row.next(String.self)
        }
        #expect(notes == kept)
    }
}
