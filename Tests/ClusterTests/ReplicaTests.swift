import Cluster
import Foundation
import NIOHTTP1
import Postgres
import TestBasics
import TestKit
import Testing

/// Two processes of each service share the outbox and the timers.
///
/// Slow: waits for the leases of a frozen process to expire.
struct ReplicaTests {
    @Test func `each replica has its name, its ports and its log, and the gateways agree`()
        async throws
    {
        try await RunningCluster.run(replicas: 2) { cluster in
            let processes = try cluster.processes()
            let services = ["identity", "challenges", "media", "scoring", "gateway"]
            #expect(
                processes.map(\.name) == ["postgres"] + services.flatMap { [$0, "\($0)-2"] }
            )
            #expect(Set(processes.map(\.address)).count == processes.count)
            #expect(Set(processes.compactMap(\.adminPort)).count == 10)
            for process in processes where process.name != "postgres" {
                #expect(try !cluster.log(process.name).isEmpty)
            }
            let urls = try cluster.urls
            #expect(urls.first == cluster.url)
            // A user who signs in at one gateway is known at the other; signing out at one applies
            // to both.
            let ana = try await App(url: urls[0]).registered("Ana")
            let there = App(url: urls[1], token: ana.token)
            #expect(try await there.get("/v1/me")["id"]?.text == ana.id)
            let signedOut = try await there.persistently("/v1/sessions/current", method: .DELETE)
            #expect(signedOut.status == 204)
            try await eventually("both gateways know of the end", within: .seconds(60)) {
                try await ana.get("/v1/me").status == 401
            }
            // The operator's calls reach whichever replica answers.
            let stopped = try cluster.signal(SIGSTOP, "scoring")
            let answered = try await cluster.call([
                "scoring", "GetScoreboard", "{}", "--user", ana.id,
            ])
            #expect(answered.status == 0, "\(answered.error)")
            #expect(Foundation.kill(stopped, SIGCONT) == 0)
        }
    }

    @Test(arguments: ["challenges", "challenges-2"])
    func `a frozen replica loses its share of the outbox`(name: String) async throws {
        try await RunningCluster.run(replicas: 2) { cluster in
            let app = App(urls: try cluster.urls)
            let ana = try await app.registered("Ana")
            let bo = try await app.registered("Bo")
            try await ana.befriend(bo)
            let dares = try await ana.submittedDares(to: bo, count: 8)
            let receivers = try ["scoring", "scoring-2"].map { try cluster.signal(SIGSTOP, $0) }
            for dare in dares { try await ana.act(dare, "approve") }
            let stopped = try cluster.signal(SIGSTOP, name)
            for receiver in receivers { #expect(Foundation.kill(receiver, SIGCONT) == 0) }
            try await Books.with(cluster) { books in
                // Its leases run out, and the other replica gets all of them.
                try await eventually("one replica holds everything", within: .seconds(120)) {
                    let holders = try await books.challenges.all(
                        """
                        SELECT count(*) FROM outbox_leases WHERE expires_at > now()
                        GROUP BY holder
                        """
                    ) { row in try row.next(Int.self) }
                    return holders == [16]
                }
                try await books.settle()
            }
            #expect(Foundation.kill(stopped, SIGCONT) == 0)
            try await ana.waitForPoints([ana.id: 80, bo.id: 800], in: cluster)
        }
    }

    @Test func `a timer fires once, whichever replica is running`() async throws {
        try await RunningCluster.run(replicas: 2) { cluster in
            let app = App(urls: try cluster.urls)
            let ana = try await app.registered("Ana")
            let bo = try await app.registered("Bo")
            try await ana.befriend(bo)
            var dares: Set<String> = []
            for _ in 0..<12 { dares.insert(try await ana.dare([bo])[0]) }
            try await Books.with(cluster) { books in
                // Two weeks pass at once.
                try await books.challenges.transaction { tx in
                    try await tx.run(
                        "UPDATE assignments SET sent_at = sent_at - interval '15 days'"
                    )
                    try await tx.run("UPDATE timers SET due_at = due_at - interval '15 days'")
                }
                let killed = try await cluster.withoutSuccessors {
                    let killed = try cluster.kill("challenges")
                    try await eventually("every dare has expired", within: .seconds(120)) {
                        let states = try await books.challenges.all(
                            "SELECT state || ' ' || version FROM assignments"
                        ) { row in try row.next(String.self) }
                        return states == Array(repeating: "expired 2", count: 12)
                    }
                    return killed
                }
                try await cluster.waitForSuccessor(of: killed, as: "challenges")
                let left = try await books.challenges.one("SELECT count(*) FROM timers") { row in
                    try row.next(Int.self)
                }
                #expect(left == 0)
            }
            for dare in dares {
                #expect(try await bo.get("/v1/assignments/\(dare)")["state"] == "expired")
            }
        }
    }
}
