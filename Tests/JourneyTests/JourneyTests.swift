import TestBasics
import TestKit
import Testing

/// Stories from a seed, on bad lines: calls and answers are lost, and everything may come twice.
///
/// Three stories of 300 steps, of which about 120 are about contests; `GAUNTLET_EFFORT=10` tells 34
/// of them, which are more than 10,000 steps. A story that fails is told again by `GAUNTLET_SEED`,
/// the argument that is named.
struct JourneyTests {
    /// How many steps a story has.
    private static let steps = 300
    private static let stories = max(1, Effort.scaled(1_020) / steps)
    private static let seeds = (0..<UInt64(stories)).map { Seed.value &+ $0 }

    @Test(arguments: seeds)
    func `whatever happens on the way, the books agree in the end`(seed: UInt64) async throws {
        try await SmallCluster.run(seed: seed) { cluster in
            var journey = Journey(through: cluster, seed: seed)
            try await journey.run(steps: Self.steps, granting: 60)
            #expect(journey.granted >= 60, "GAUNTLET_SEED=\(seed)")
            let contests = ContestAudit(cluster: cluster)
            // While contests are under way: once they are over nobody waits to come into one.
            try await journey.block()
            try await contests.blocksHold()
            try await journey.endContests()
            try await Audit(cluster: cluster, people: journey.people).run()
            try await contests.run()
            let results = try await contests.results()
            #expect(!results.isEmpty, "GAUNTLET_SEED=\(seed)")
            try await journey.disturbContests()
            try await contests.run()
            let later = try await contests.results()
            for (contest, result) in results { #expect(later[contest] == result) }
        }
    }

    @Test func `the same seed rolls the same dice`() {
        var (one, other) = (Dice(seed: 7), Dice(seed: 7))
        #expect((0..<100).map { _ in one.next() } == (0..<100).map { _ in other.next() })
    }
}
