import Cluster
import Foundation
import NIOHTTP1
import Testing

/// Processes that die at the worst moment: nothing is lost, nothing counts twice.
struct KillTests {
    @Test func `scoring dies between the verdict and the points`() async throws {
        try await RunningCluster.run { cluster in
            let (ana, bo) = try await Self.friends(cluster)
            let dares = try await Self.submitted(from: ana, to: bo, count: 3)
            let killed = try await cluster.kill("scoring")
            for dare in dares { try await ana.act(dare, "approve") }
            let me = try await ana.get("/v1/me")
            #expect(me.status == 200)
            try await ana.waitForPoints([ana.id: 30, bo.id: 300])
            try await Self.restarted("scoring", insteadOf: killed, in: cluster)
        }
    }

    @Test func `challenges dies right after its commit`() async throws {
        try await RunningCluster.run { cluster in
            let (ana, bo) = try await Self.friends(cluster)
            let dares = try await Self.submitted(from: ana, to: bo, count: 4)
            var killed: Int32 = 0
            for (index, dare) in dares.enumerated() {
                try await ana.act(dare, "approve")
                if index % 2 == 0 { killed = try await cluster.kill("challenges") }
            }
            try await ana.waitForPoints([ana.id: 40, bo.id: 400])
            try await Self.restarted("challenges", insteadOf: killed, in: cluster)
            for dare in dares {
                #expect(try await ana.get("/v1/assignments/\(dare)")["state"].text == "done")
            }
        }
    }

    @Test func `writes meanwhile answer rightly or say when to come back`() async throws {
        try await RunningCluster.run { cluster in
            let (ana, bo) = try await Self.friends(cluster)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for victim in ["challenges", "identity", "scoring", "challenges"] {
                        let killed = try await cluster.kill(victim)
                        try await Self.restarted(victim, insteadOf: killed, in: cluster)
                    }
                }
                for index in 0..<4 {
                    group.addTask {
                        let name = "Dare \(index)"
                        let made = try await ana.persistently(
                            "/v1/challenges",
                            ["kind": "dare", "name": name, "recipients": [bo.id]]
                        )
                        #expect(made.status == 201, "\(made.json)")
                        let dare = made["assignments"][0]["id"].text
                        try await bo.act(dare, "accept")
                        try await bo.act(dare, "submit")
                        try await ana.act(dare, "approve")
                    }
                }
                try await group.waitForAll()
            }
            try await ana.waitForPoints([ana.id: 40, bo.id: 400])
            let sent = try await ana.get("/v1/assignments?role=sender")["items"].items
            #expect(sent.count == 4)
            #expect(Set(sent.map { $0["challenge"]["name"].text }).count == 4)
        }
    }

    private static func friends(_ cluster: RunningCluster) async throws -> (App, App) {
        let app = App(url: cluster.url)
        let ana = try await app.registered("Ana")
        let bo = try await app.registered("Bo")
        try await ana.befriend(bo)
        return (ana, bo)
    }

    private static func submitted(from ana: App, to bo: App, count: Int) async throws -> [String] {
        var dares: [String] = []
        for _ in 0..<count {
            let dare = try await ana.dare([bo])[0]
            try await bo.act(dare, "accept")
            try await bo.act(dare, "submit", ["note": "Done."])
            dares.append(dare)
        }
        return dares
    }

    @Test func `the database dies, and all is as it was when it is back`() async throws {
        try await RunningCluster.run { cluster in
            let (ana, bo) = try await Self.friends(cluster)
            let dares = try await Self.submitted(from: ana, to: bo, count: 1)
            let killed = try await cluster.kill("postgres")
            try await ana.act(dares[0], "approve")
            try await ana.waitForPoints([ana.id: 10, bo.id: 100])
            try await Self.restarted("postgres", insteadOf: killed, in: cluster)
        }
    }

    private static func restarted(
        _ name: String,
        insteadOf killed: Int32,
        in cluster: RunningCluster
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let process = try await cluster.processes().first { $0.name == name }
            if let process, process.pid != killed, process.state == .ready { return }
            try #require(ContinuousClock.now < deadline, "\(name) was not started again")
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
