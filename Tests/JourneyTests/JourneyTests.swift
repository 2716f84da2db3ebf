import TestBasics
import TestKit
import Testing

/// Stories from a seed, on bad lines: calls and answers are lost, and everything may come twice.
///
/// Three stories; `GAUNTLET_EFFORT` makes them more. A story that fails is told again by
/// `GAUNTLET_SEED`, the argument that is named.
struct JourneyTests {
    private static let seeds = (0..<UInt64(Effort.scaled(3))).map { Seed.value &+ $0 }

    @Test(arguments: seeds)
    func `whatever happens on the way, the books agree in the end`(seed: UInt64) async throws {
        try await SmallCluster.run(seed: seed) { cluster in
            var journey = Journey(through: cluster, seed: seed)
            try await journey.run(steps: 150, granting: 30)
            #expect(journey.granted >= 30, "GAUNTLET_SEED=\(seed)")
            try await Audit(cluster: cluster, people: journey.people).run()
        }
    }

    @Test func `the same seed rolls the same dice`() {
        var (one, other) = (Dice(seed: 7), Dice(seed: 7))
        #expect((0..<100).map { _ in one.next() } == (0..<100).map { _ in other.next() })
    }
}
