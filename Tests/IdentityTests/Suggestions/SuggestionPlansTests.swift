import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// What a page of suggestions reads (2.8-suggestions): at most 500 of them.
@Suite(.freshDatabase(Identity.migrations)) struct SuggestionPlansTests {
    private let town = Town()

    /// Why a suggestion is not shown.
    enum Reason: CaseIterable {
        case dismissed, inactive, friends, blocked, asked, declined
    }

    /// The oldest suggestion is shown. Of 500 it is the last that a page examines.
    @Test(arguments: Reason.allCases, [499, 500, 501])
    func `a page examines 500 suggestions, and the next one goes on behind them`(
        reason: Reason,
        count: Int
    ) async throws {
        let ana = try await town.person("ana")
        try await fill(count, for: ana)
        try await hide(because: reason, from: ana)
        let first = try await town.ask(ListSuggestions(), as: ana)
        #expect(first.items.map(\.user.username) == (count <= 500 ? ["user1"] : []))
        #expect((first.nextCursor != nil) == (count >= 500))
        guard let cursor = first.nextCursor else { return }
        let second = try await town.ask(ListSuggestions(cursor: cursor), as: ana)
        #expect(second.items.map(\.user.username) == (count <= 500 ? [] : ["user1"]))
        #expect(second.nextCursor == nil)
    }

    @Test func `the newest accounts come first, on all pages`() async throws {
        let ana = try await town.person("ana")
        try await fill(5, for: ana)
        var names: [String] = []
        var cursor: String?
        repeat {
            let page = try await town.ask(ListSuggestions(limit: 2, cursor: cursor), as: ana)
            names += page.items.map(\.user.username)
            cursor = page.nextCursor
        } while cursor != nil
        #expect(names == (1...5).reversed().map { "user\($0)" })
    }

    @Test(arguments: [false, true])
    func `a page of thousands reads its own suggestions, each by an index`(
        isAnalyzed: Bool
    ) async throws {
        let ana = try await town.person("ana")
        try await fill(2_000, for: ana)
        if isAnalyzed { try await analyze() }
        // The numbering reads a row ahead.
        try await expectPage(of: ana, finding: 21, reading: 22)
    }

    @Test(arguments: [false, true])
    func `a page without a suggestion to show reads 500, each by an index`(
        isAnalyzed: Bool
    ) async throws {
        let ana = try await town.person("ana")
        try await fill(2_000, for: ana)
        try await hide(because: .asked, from: ana)
        if isAnalyzed { try await analyze() }
        // The last examined one, from which the next page goes on.
        try await expectPage(of: ana, finding: 1, reading: 500)
    }

    private func expectPage(of user: UserID, finding found: Int, reading reads: Int) async throws {
        let log = StatementLog(.fresh)
        for place in [nil, Self.id(1_900)] {
            _ = try await log.suggestions(
                to: user,
                before: place,
                declinedAfter: town.clock.now,
                limit: 21
            )
        }
        #expect(log.statements.count == 2)
        for statement in log.statements {
            let plan = try await Database.fresh.plan(of: statement)
            #expect(Int(plan.given) == found, "\(plan)")
            for step in plan.all {
                #expect(step.type != "Seq Scan", "\(plan)")
                #expect(step.read <= Double(reads), "\(plan)")
                #expect(step.sorted <= 21, "\(plan)")
            }
        }
    }

    /// Suggests new accounts to a user, of which those with higher numbers are newer, and the user
    /// to them. Each of them has asked the next one.
    private func fill(_ count: Int, for user: UserID) async throws {
        let ids = (1...count).map(Self.id)
        let statements: [SQL] = [
            """
            INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                last_name_folded, password_hash, time_zone, created_at)
            SELECT id, 'user' || number, 'Bo', '', 'bo', '', 'x', 'UTC', now()
            FROM unnest(\(ids)) WITH ORDINALITY AS made(id, number)
            """,
            """
            INSERT INTO suggestions (user_id, other, source)
            SELECT \(user), other, 'facebook' FROM unnest(\(ids)) AS other
            UNION ALL SELECT other, \(user), 'facebook' FROM unnest(\(ids)) AS other
            """,
            """
            INSERT INTO relations (one, other, relation, version)
            SELECT one, other, 'none', 1
            FROM unnest(\(ids), \(Array(ids.dropFirst()))) AS pair(one, other)
            WHERE other IS NOT NULL
            """,
            """
            INSERT INTO friend_requests (id, asker, asked, state, created_at)
            SELECT gen_random_uuid(), one, other, 'requested', now() FROM relations
            """,
        ]
        for statement in statements { try await Database.fresh.run(statement) }
    }

    /// Hides all suggestions but the oldest.
    private func hide(because reason: Reason, from user: UserID) async throws {
        let now = town.clock.now
        let hidden: SQL = "suggestions.user_id = \(user) AND suggestions.other > \(Self.id(1))"
        let statement: SQL =
            switch reason {
            case .dismissed: "UPDATE suggestions SET dismissed_at = now() WHERE \(hidden)"
            case .inactive:
                """
                UPDATE accounts SET standing = 'suspended' FROM suggestions
                WHERE accounts.id = suggestions.other AND \(hidden)
                """
            case .friends, .blocked:
                """
                INSERT INTO relations (one, other, relation, version)
                SELECT least(user_id, other), greatest(user_id, other),
                    \(reason == .friends ? "friends" : "blocked"), 1
                FROM suggestions WHERE \(hidden)
                """
            case .asked:
                """
                INSERT INTO friend_requests (id, asker, asked, state, created_at)
                SELECT gen_random_uuid(), user_id, other, 'requested', \(now)
                FROM suggestions WHERE \(hidden)
                """
            case .declined:
                """
                INSERT INTO friend_requests (id, asker, asked, state, declined_at, created_at)
                SELECT gen_random_uuid(), user_id, other, 'declined', \(now), \(now)
                FROM suggestions WHERE \(hidden)
                """
            }
        try await Database.fresh.run(statement)
    }

    private func analyze() async throws {
        try await Database.fresh.run("ANALYZE accounts, suggestions, relations, friend_requests")
    }

    /// Ids in the order of their numbers, older than that of any account made now.
    private static func id(_ number: Int) -> UserID {
        let digits = String(number)
        let zeros = String(repeating: "0", count: 12 - digits.count)
        guard let id = UserID("00000000-0000-4000-8000-\(zeros)\(digits)") else {
            preconditionFailure("\(number) is no part of an id")
        }
        return id
    }
}
