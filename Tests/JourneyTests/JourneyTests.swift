import TestBasics
import TestKit
import Testing

/// Stories from a seed, on bad lines: calls and answers are lost, and everything may come twice.
///
/// Three stories of 250 steps, of which about 100 are about contests; `GAUNTLET_EFFORT` makes them
/// more. A story that fails is told again by `GAUNTLET_SEED`, the argument that is named.
struct JourneyTests {
    private static let seeds = (0..<UInt64(Effort.scaled(3))).map { Seed.value &+ $0 }

    @Test(arguments: seeds)
    func `whatever happens on the way, the books agree in the end`(seed: UInt64) async throws {
        try await SmallCluster.run(seed: seed) { cluster in
            var journey = Journey(through: cluster, seed: seed)
            try await journey.run(steps: 250, granting: 60)
            #expect(journey.granted >= 60, "GAUNTLET_SEED=\(seed)")
            try await journey.endContests()
            try await Audit(cluster: cluster, people: journey.people).run()
            let contests = ContestAudit(cluster: cluster)
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
