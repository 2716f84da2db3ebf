import Identifiers
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// The operator's check of boards (2.7-ranking).
@Suite(.freshDatabase(Scoring.migrations)) struct CheckBoardsTests {
    private let fixture = Fixture()
    private let users = (0..<6).map { _ in UserID() }

    /// All differences, and the number of steps.
    private func check(limit: Int) async throws -> (names: [String], steps: Int) {
        var (names, steps, cursor): ([String], Int, String?) = ([], 0, nil)
        repeat {
            let page = try await fixture.scoring.call(
                CheckBoards(limit: limit, cursor: cursor),
                in: CallContext(peer: .operator)
            )
            names += page.items.map { "\($0.board) \($0.score): \($0.stored), \($0.recounted)" }
            steps += 1
            cursor = page.nextCursor
        } while cursor != nil
        return (names, steps)
    }

    private func run(_ statement: SQL) async throws {
        try await Database.fresh.transaction { tx in _ = try await tx.run(statement) }
    }

    /// Users with 0, 100, 200 … points, of whom the first three are listed.
    private func settle() async throws {
        for (number, user) in users.enumerated() {
            try await fixture.introduce(user, "p\(number)")
            for _ in 0..<number { try await fixture.pay(user, by: users[0]) }
        }
        for user in users.prefix(3) { try await fixture.list(user) }
    }

    private func fold() async throws {
        while try await Database.fresh.transaction({ try await $0.foldBoards(limit: 100) }) > 0 {}
    }

    @Test func `boards count their players, folded or not, whatever the steps`() async throws {
        try await settle()
        #expect(try await check(limit: 1).names == [])
        try await fold()
        for limit in [1, 2, 3, 100] { #expect(try await check(limit: limit).names == []) }
        // All, listed, the month and the week, and a last step that finds no board.
        #expect(try await check(limit: 100).steps == 5)
        try await fixture.pay(users[5], by: users[4])
        try await fixture.list(users[0], false, version: 3)
        #expect(try await check(limit: 2).names == [])
    }

    @Test func `a score that was changed by hand is named, by each board and each sum`()
        async throws
    {
        try await settle()
        try await fold()
        try await run("UPDATE board_counts SET count = 2 WHERE board = 1 AND bucket = 500")
        try await run("DELETE FROM board_counts WHERE board = 2 AND level = 0 AND bucket = 200")
        for limit in [1, 100] {
            let names = try await check(limit: limit).names
            #expect(
                names == [
                    "everybody 500: 2, 1", "everybody level 1 bucket 7: 1, 2",
                    "listed 200: 0, 1", "listed level 1 bucket 3: 1, 0",
                ],
                "\(limit)"
            )
        }
    }

    @Test func `wrong steps are refused`() async throws {
        for limit in [0, 101] {
            await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
                _ = try await fixture.scoring.call(
                    CheckBoards(limit: limit),
                    in: CallContext(peer: .operator)
                )
            }
        }
        await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
            _ = try await fixture.scoring.call(
                CheckBoards(cursor: "more"),
                in: CallContext(peer: .operator)
            )
        }
    }
}
