import Cluster
import Foundation
import Postgres
import Synchronization
import TestBasics
import TestKit
import Testing

/// Processes that die at any moment while users write.
///
/// Six rounds; `GAUNTLET_EFFORT=17` makes them a hundred. `GAUNTLET_SEED` chooses which process
/// dies.
struct ChaosTests {
    @Test func `no acknowledged write is lost and no point counts twice`() async throws {
        try await RunningCluster.run(replicas: 2, isDurable: true) { cluster in
            let app = App(urls: try cluster.urls)
            let ana = try await app.registered("Ana")
            var friends: [App] = []
            for name in ["Bo", "Cleo", "Dag"] {
                let friend = try await app.registered(name)
                try await ana.befriend(friend)
                friends.append(friend)
            }
            let writes = Writes()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for friend in friends {
                    group.addTask {
                        // At least one dare, whatever happens.
                        repeat {
                            let dare = try await ana.submittedDares(to: friend, count: 1)[0]
                            try await ana.act(dare, "approve")
                            writes.note(dare, of: friend)
                        } while !writes.areOver
                    }
                }
                group.addTask {
                    defer { writes.end() }
                    try await Self.killRandomly(in: cluster, rounds: Effort.scaled(6))
                }
                try await group.waitForAll()
            }
            let acknowledged = writes.acknowledged
            try await Books.with(cluster) { books in
                try await books.audit()
                let kept = try await books.challenges.all(
                    "SELECT id::text, state FROM assignments"
                ) { row in
                    let (id, state): (String, String) = try row.read()
                    return (id, state)
                }
                let states = Dictionary(uniqueKeysWithValues: kept)
                let dares = acknowledged.values.flatMap(\.self)
                // Each request was repeated with its key until it was answered, so each made one
                // dare.
                #expect(states.count == dares.count)
                for dare in dares { #expect(states[dare] == "done") }
            }
            var points = acknowledged.mapValues { $0.count * 100 }
            points[ana.id] = acknowledged.values.reduce(0) { $0 + $1.count } * 10
            try await ana.waitForPoints(points, in: cluster)
        }
    }

    /// The dares whose requests all succeeded, by recipient.
    private final class Writes: Sendable {
        private let done = Mutex<[String: [String]]>([:])
        private let over = Mutex(false)

        var acknowledged: [String: [String]] { done.withLock(\.self) }
        var areOver: Bool { over.withLock(\.self) }

        func note(_ dare: String, of friend: App) {
            done.withLock { $0[friend.id, default: []].append(dare) }
        }

        func end() {
            over.withLock { $0 = true }
        }
    }

    private static func killRandomly(in cluster: RunningCluster, rounds: Int) async throws {
        var dice = Dice(seed: Seed.value)
        var story: [String] = []
        for _ in 0..<rounds {
            let names = try cluster.processes().map(\.name)
            let name = try #require(names.randomElement(using: &dice))
            story.append(name)
            let pid = try #require(
                try cluster.process(name).pid,
                "GAUNTLET_SEED=\(Seed.value): \(story)"
            )
            #expect(Foundation.kill(pid, SIGKILL) == 0)
            try await cluster.waitForSuccessor(of: pid, as: name)
        }
    }
}
