import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// The search of contests and definitions finds the same in every database (2.8-search).
struct SpellingsTests {
    @Test(arguments: DatabaseLocale.allCases)
    func `all spellings of a word find it, whatever the database's locale`(
        locale: DatabaseLocale
    ) async throws {
        try await FreshDatabase.with(Challenges.migrations, in: locale) { current in
            let scene = Scene(database: current.database)
            for (text, query) in Spellings.found {
                #expect(try await search(query, text, scene) == [true, true], "\(text): \(query)")
            }
            for (text, query) in Spellings.notFound {
                let isFound = try await search(query, text, scene)
                #expect(isFound == [false, false], "\(text): \(query)")
            }
        }
    }

    /// Whether a search finds the contest and the definition with a name.
    private func search(_ q: String, _ name: String, _ scene: Scene) async throws -> [Bool] {
        let author = UserID()
        let contest = try await scene.ask(
            CreateContest(kind: .open, name: name, visibility: .public),
            as: author
        )
        let definition = try await scene.post(name, visibility: .public, by: author)
        let contests = try await scene.contests(ListContests(q: q), as: scene.bo)
        let definitions = try await scene.ask(ListDefinitions(q: q), as: scene.bo)
        return [
            contests.contains(contest.id), definitions.items.map(\.id).contains(definition.id),
        ]
    }
}
