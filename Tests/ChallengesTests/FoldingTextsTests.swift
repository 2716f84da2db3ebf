import ChallengesAPI
import ChallengesTestKit
import Contests
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// Contests and definitions whose texts an earlier release wrote are found as before, until their
/// folded words are stored (2.8-search).
@Suite(.freshDatabase(Challenges.migrations))
struct FoldingTextsTests {
    private let scene = Scene()
    private var folding: FoldingTexts { FoldingTexts(database: .fresh) }

    /// The number of rows without folded words.
    private func unfolded() async throws -> Int {
        try await Database.fresh.one(
            """
            SELECT (SELECT count(*) FROM contests WHERE folded IS NULL)
                + (SELECT count(*) FROM definitions WHERE folded IS NULL)
            """
        ) { row in try row.next() }
    }

    /// Stores all folded words that are missing.
    private func fold() async throws {
        while try await folding.fold() > 0 {}
        #expect(try await unfolded() == 0)
    }

    /// Whether a search finds a contest, and a definition.
    private func isFound(_ q: String) async throws -> [Bool] {
        let contests = try await scene.contests(ListContests(q: q), as: scene.bo)
        let definitions = try await scene.names(ListDefinitions(q: q), as: scene.bo)
        return [!contests.isEmpty, !definitions.isEmpty]
    }

    /// Stores a contest and a definition as the previous release does.
    private func store(_ name: String) async throws -> (ChallengeID, DefinitionID) {
        let contest = try await scene.storeContest(visibility: .public)
        let definition = try await scene.storeDefinition()
        try await rename(contest.id, definition, name)
        return (contest.id, definition)
    }

    /// Changes the texts as the previous release does.
    private func rename(
        _ contest: ChallengeID,
        _ definition: DefinitionID,
        _ name: String
    ) async throws {
        try await Database.fresh.run("UPDATE challenges SET name = \(name) WHERE id = \(contest)")
        try await Database.fresh.run(
            "UPDATE definitions SET name = \(name) WHERE id = \(definition)"
        )
    }

    @Test func `a row of the previous release is found as before, then by its folded words`()
        async throws
    {
        _ = try await store("Straße 東京湾")
        for (q, isBefore) in [("straße", true), ("東京", true), ("strasse", false), ("京湾", false)] {
            #expect(try await isFound(q) == [isBefore, isBefore], "\(q)")
        }
        try await fold()
        for q in ["straße", "東京", "strasse", "京湾", "湾"] {
            #expect(try await isFound(q) == [true, true], "\(q)")
        }
    }

    @Test func `a text that the previous release changes is found by its new words alone`()
        async throws
    {
        let (contest, definition) = try await store("Old")
        try await fold()
        try await rename(contest, definition, "Straße")
        #expect(try await unfolded() == 2)
        for (q, isBefore) in [("straße", true), ("old", false), ("strasse", false)] {
            #expect(try await isFound(q) == [isBefore, isBefore], "\(q)")
        }
        try await fold()
        #expect(try await isFound("strasse") == [true, true])
        #expect(try await isFound("old") == [false, false])
    }

    @Test(arguments: ["name", "caption", "description"] as [Clauses])
    func `each text of a contest and of a definition empties the folded words`(
        set: Clauses
    ) async throws {
        let (contest, definition) = try await store("Old")
        try await fold()
        try await Database.fresh.run("UPDATE challenges SET \(set) = 'New' WHERE id = \(contest)")
        try await Database.fresh.run(
            "UPDATE definitions SET \(set) = 'New' WHERE id = \(definition)"
        )
        #expect(try await unfolded() == 2)
        try await fold()
        #expect(try await isFound("new") == [true, true])
        // The same text again, or another column, changes nothing.
        try await Database.fresh.run("UPDATE challenges SET \(set) = 'New' WHERE id = \(contest)")
        try await Database.fresh.run(
            "UPDATE definitions SET \(set) = 'New', version = version + 1 WHERE id = \(definition)"
        )
        #expect(try await unfolded() == 0)
    }

    @Test func `this release stores the folded words with the texts`() async throws {
        try await fold()
        let contest = try await scene.ask(
            CreateContest(kind: .open, name: "Straße", visibility: .public),
            as: scene.ana
        )
        let definition = try await scene.post("Straße", visibility: .public, by: scene.ana)
        #expect(try await unfolded() == 0)
        #expect(try await isFound("strasse") == [true, true])
        _ = try await scene.ask(ChangeContest(contest: contest.id, name: "Maß"), as: scene.ana)
        _ = try await scene.ask(
            ChangeDefinition(definition: definition.id, name: "Maß"),
            as: scene.ana
        )
        #expect(try await unfolded() == 0)
        #expect(try await isFound("mass") == [true, true])
        #expect(try await isFound("strasse") == [false, false])
    }

    @Test func `a text that changes without its folded words is found all the time`() async throws {
        try await fold()
        let definition = try await scene.post("Straße", visibility: .public, by: scene.ana)
        _ = try await scene.ask(
            ChangeDefinition(definition: definition.id, name: "STRASSE"),
            as: scene.ana
        )
        #expect(try await isFound("strasse")[1])
        try await fold()
        #expect(try await isFound("straße")[1])
    }

    @Test func `the texts of presets are folded in every language`() async throws {
        try await fold()
        for q in ["ruckwarts", "RÜCKWÄRTS", "walk"] {
            let call = ListDefinitions(of: .preset, q: q)
            #expect(try await !scene.names(call, as: scene.bo).isEmpty, "\(q)")
        }
    }

    @Test func `replicas that fold at once fold each row once`() async throws {
        try await fold()
        var contests: [ContestRecord] = []
        for _ in 0..<60 { contests.append(.seen(owner: scene.ana)) }
        try await Database.fresh.store(contests: contests)
        for _ in 0..<40 { _ = try await scene.storeDefinition() }
        #expect(try await unfolded() == 100)
        let folding = FoldingTexts(database: .fresh, rowsMax: 7)
        let count = try await withThrowingTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    var sum = 0
                    while true {
                        let count = try await folding.fold()
                        guard count > 0 else { return sum }
                        sum += count
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        // A replica may skip what the other holds at its last step, which that one then stores.
        #expect(count == 100)
        #expect(try await unfolded() == 0)
    }

    @Test func `a row that another changes is skipped, and taken afterwards`() async throws {
        try await fold()
        let (contest, definition) = try await store("Straße")
        try await Database.fresh.transaction { tx in
            try await tx.run("UPDATE challenges SET name = 'Maß' WHERE id = \(contest)")
            try await tx.run("UPDATE definitions SET name = 'Maß' WHERE id = \(definition)")
            #expect(try await folding.fold() == 0)
        }
        #expect(try await folding.fold() == 2)
        #expect(try await isFound("mass") == [true, true])
        #expect(try await isFound("strasse") == [false, false])
    }
}
