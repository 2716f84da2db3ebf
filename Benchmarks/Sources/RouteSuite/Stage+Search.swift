import Measuring
import Staging

extension Stage {
    /// Measures the search for contests by a word.
    func measureSearch() async throws {
        let people = try await people(8, named: "Seeker")
        let many = count(2_700, orSmoke: 20)
        let first = Self.contests.upperBound
        try await shelf.add(first..<first + many, named: "Swim", players: 1)
        try await shelf.add(first + many..<first + many + 3, named: "Glide", players: 1)
        for (word, hits) in [("swim", min(many, 20)), ("glide", 3)] {
            let found = try await people[0].ask("GET", Self.path(word))["items"].items.count
            guard found == hits else {
                throw StagingError("\(word): expected \(hits) hits, found \(found)")
            }
        }
        try await report.compareTime(
            "search of a word with 2,700 hits",
            with: "with 3",
            target: .atMost(Targets.searchOfMany),
            ours: { try await time(of: Self.path("swim"), by: people) },
            theirs: { try await time(of: Self.path("glide"), by: people) }
        )
    }

    private static func path(_ word: String) -> String { "/v1/contests?q=\(word)" }
}
