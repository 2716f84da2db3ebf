import Postgres
import TestKit
import Testing

private struct Translated: Error {}

/// Lets two tasks meet once; later ones pass.
private actor Meeting {
    private var waiting: CheckedContinuation<Void, Never>?
    private var isOver = false

    func meet() async {
        guard !isOver else { return }
        if let waiting {
            isOver = true
            waiting.resume()
        } else {
            await withCheckedContinuation { waiting = $0 }
        }
    }
}

@Suite(
    .freshDatabase([
        Migration(
            "m01_counters",
            Array(
                """
                CREATE TABLE counters (id int8 PRIMARY KEY, count int8 NOT NULL);
                INSERT INTO counters VALUES (1, 0), (2, 0);
                """.utf8
            )
        )
    ])
)
struct RetryTests {
    private func counts() async throws -> [Int] {
        try await Database.fresh.all("SELECT count FROM counters ORDER BY id", .point) {
            try $0.next()
        }
    }

    @Test func `conflicting transactions are retried`() async throws {
        let database = Database.fresh
        let meeting = Meeting()
        let attempts = Count()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    try await database.transaction { tx in
                        attempts.add()
                        try await tx.run("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                        let sum = try await tx.one("SELECT sum(count)::int8 FROM counters") {
                            try $0.next(Int.self)
                        }
                        await meeting.meet()
                        try await tx.run("UPDATE counters SET count = \(sum + 1) WHERE id = 1")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await counts() == [2, 0])
        #expect(attempts.value >= 3)
    }

    @Test func `a deadlock is retried`() async throws {
        let database = Database.fresh
        let meeting = Meeting()
        let attempts = Count()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (first, second) in [(1, 2), (2, 1)] {
                group.addTask {
                    try await database.transaction { tx in
                        attempts.add()
                        try await tx.run(
                            "UPDATE counters SET count = count + 1 WHERE id = \(first)"
                        )
                        await meeting.meet()
                        try await tx.run(
                            "UPDATE counters SET count = count + 1 WHERE id = \(second)"
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await counts() == [2, 2])
        // The loser may conflict once more before the other has committed.
        #expect(attempts.value >= 3)
    }

    @Test(arguments: ["40001", "40P01"] as [StaticString])
    func `when every attempt fails, nothing happened and it may work later`(
        sqlState: StaticString
    ) async throws {
        let attempts = Count()
        let error = await #expect(throws: PostgresError.self) {
            try await Database.fresh.transaction { tx in
                attempts.add()
                try await tx.run("UPDATE counters SET count = 9")
                try await raise(sqlState, in: tx)
            }
        }
        #expect(error?.sqlState == sqlState.description)
        #expect(error?.knowledge == .unavailable)
        #expect(attempts.value == 5)
        #expect(try await counts() == [0, 0])
    }

    @Test func `a conflict is recognized even if the body throws another error`() async throws {
        let attempts = Count()
        try await Database.fresh.transaction { tx in
            let attempt = attempts.add()
            try await tx.run("UPDATE counters SET count = count + 1")
            guard attempt == 1 else { return }
            do {
                try await raise("40001", in: tx)
            } catch {
                throw Translated()
            }
        }
        #expect(attempts.value == 2)
        #expect(try await counts() == [1, 1])
    }

    @Test func `other errors are not retried`() async throws {
        let attempts = Count()
        let error = await #expect(throws: PostgresError.self) {
            try await Database.fresh.transaction { tx in
                attempts.add()
                try await raise("23505", in: tx)
            }
        }
        #expect(error?.knowledge == .bug)
        #expect(attempts.value == 1)
    }
}
