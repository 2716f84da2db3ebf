import Cluster
import Foundation
import Postgres
import TestBasics
import TestKit
import Testing

/// Processes that die at the worst moment, two of each service: nothing is lost, and nothing counts
/// twice. The database has PostgreSQL's own settings here, including `fsync`.
///
/// Slow: kills processes of a cluster, and waits until each is back.
struct KillTests {
    @Test func `one process of scoring dies before the verdict, and the other books the points`()
        async throws
    {
        try await withFriends { cluster, ana, bo in
            let dares = try await ana.submittedDares(to: bo, count: 3)
            let killed = try await cluster.withoutSuccessors {
                let killed = try cluster.kill("scoring")
                for dare in dares { try await ana.act(dare, "approve") }
                let me = try await ana.get("/v1/me")
                #expect(me.status == 200)
                try await ana.waitForPoints([ana.id: 30, bo.id: 300], in: cluster)
                return killed
            }
            try await cluster.waitForSuccessor(of: killed, as: "scoring")
        }
    }

    @Test func `all of scoring dies between the verdict and the points`() async throws {
        try await withFriends { cluster, ana, bo in
            let dares = try await ana.submittedDares(to: bo, count: 3)
            let killed = try both("scoring").map { try cluster.kill($0) }
            for dare in dares { try await ana.act(dare, "approve") }
            let duration = try await ana.waitForPoints([ana.id: 30, bo.id: 300], in: cluster)
            Report.line("all of scoring killed: points after \(duration)")
            try await waitForSuccessors(of: killed, as: "scoring", in: cluster)
        }
    }

    @Test func `scoring dies with an event received but not processed`() async throws {
        try await withFriends { cluster, ana, bo in
            let dares = try await ana.submittedDares(to: bo, count: 2)
            let killed = try both("scoring").map { try cluster.signal(SIGSTOP, $0) }
            for dare in dares { try await ana.act(dare, "approve") }
            try await Books.with(cluster) { books in
                let waiting = try await books.waiting(in: books.challenges, for: "scoring")
                // Days that count wait too, from when they are counted.
                #expect(waiting >= 2)
            }
            for pid in killed { #expect(Foundation.kill(pid, SIGKILL) == 0) }
            try await ana.waitForPoints([ana.id: 20, bo.id: 200], in: cluster)
            try await waitForSuccessors(of: killed, as: "scoring", in: cluster)
        }
    }

    @Test func `scoring dies within its transaction`() async throws {
        try await withFriends { cluster, ana, bo in
            let dare = try await ana.submittedDares(to: bo, count: 1)[0]
            try await Books.with(cluster) { books in
                let brake = CommitBrake(books.scoring, table: "ledger")
                try await brake.whileHeld { held in
                    try await ana.act(dare, "approve")
                    try await held.waitForCommits()
                    for name in both("scoring") { try cluster.kill(name) }
                }
            }
            try await ana.waitForPoints([ana.id: 10, bo.id: 100], in: cluster)
        }
    }

    @Test func `scoring dies after its commit, before it can acknowledge`() async throws {
        try await withFriends { cluster, ana, bo in
            let dare = try await ana.submittedDares(to: bo, count: 1)[0]
            let killed = try await kill("scoring", in: cluster, afterCommitTo: "ledger") {
                try await ana.act(dare, "approve")
            }
            try await Books.with(cluster) { books in
                let paid = try await books.scoring.one("SELECT count(*) FROM ledger") {
                    try $0.next(Int.self)
                }
                #expect(paid == 2)
            }
            try await waitForSuccessors(of: killed, as: "scoring", in: cluster)
            try await ana.waitForPoints([ana.id: 10, bo.id: 100], in: cluster)
        }
    }

    @Test func `whichever process of challenges dies, the other delivers its events`()
        async throws
    {
        try await withFriends { cluster, ana, bo in
            let dares = try await ana.submittedDares(to: bo, count: 6)
            // After the first death the other process holds the whole outbox; then it dies too.
            for (round, name) in both("challenges").enumerated() {
                let receivers = try both("scoring").map { try cluster.signal(SIGSTOP, $0) }
                for dare in dares[(round * 3)...].prefix(3) { try await ana.act(dare, "approve") }
                let killed = try await cluster.withoutSuccessors {
                    let killed = try cluster.kill(name)
                    for receiver in receivers { #expect(Foundation.kill(receiver, SIGCONT) == 0) }
                    let count = (round + 1) * 3
                    let duration = try await ana.waitForPoints(
                        [ana.id: count * 10, bo.id: count * 100],
                        in: cluster
                    )
                    Report.line("\(name) killed with events in its hands: points after \(duration)")
                    return killed
                }
                try await cluster.waitForSuccessor(of: killed, as: name)
            }
        }
    }

    @Test func `challenges dies after its commit, before it can answer`() async throws {
        try await withFriends { cluster, ana, bo in
            let dare = try await ana.submittedDares(to: bo, count: 1)[0]
            let approval = UUID().uuidString
            let path = "/v1/assignments/\(dare)/approve"
            try await withThrowingTaskGroup(of: Int.self) { group in
                let killed = try await kill("challenges", in: cluster, afterCommitTo: "outbox") {
                    group.addTask { try await ana.post(path, key: approval).status }
                }
                // The client was told to retry, or already got the stored reply.
                let status = try #require(try await group.next())
                #expect([200, 503, 504].contains(status))
                try await waitForSuccessors(of: killed, as: "challenges", in: cluster)
            }
            // The same key gets the stored reply, another key finds the state changed.
            let again = try await ana.persistently(path, key: approval)
            #expect(again.status == 200)
            #expect(again["state"] == "done")
            let anew = try await ana.persistently(path)
            #expect(anew.status == 409)
            try await ana.waitForPoints([ana.id: 10, bo.id: 100], in: cluster)
        }
    }

    @Test func `challenges dies right after its answer`() async throws {
        try await withFriends { cluster, ana, bo in
            let dares = try await ana.submittedDares(to: bo, count: 4)
            for (index, dare) in dares.enumerated() {
                try await ana.act(dare, "approve")
                if index % 2 == 0 {
                    let killed = try both("challenges").map { try cluster.kill($0) }
                    try await waitForSuccessors(of: killed, as: "challenges", in: cluster)
                }
            }
            try await ana.waitForPoints([ana.id: 40, bo.id: 400], in: cluster)
            for dare in dares {
                #expect(try await ana.get("/v1/assignments/\(dare)")["state"] == "done")
            }
        }
    }

    @Test func `writes meanwhile answer correctly or say when to come back`() async throws {
        try await withFriends { cluster, ana, bo in
            let victims = [
                "challenges", "identity", "scoring", "challenges-2", "identity-2", "challenges",
            ]
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for victim in victims {
                        let killed = try cluster.kill(victim)
                        try await cluster.waitForSuccessor(of: killed, as: victim)
                    }
                }
                for index in 0..<4 {
                    group.addTask {
                        let made = try await ana.persistently(
                            "/v1/challenges",
                            ["kind": "dare", "name": "Dare \(index)", "recipients": [bo.id]]
                        )
                        #expect(made.status == 201, "\(made.said)")
                        let dare = try #require(made["assignments"][0]["id"]?.text)
                        try await bo.act(dare, "accept")
                        try await bo.act(dare, "submit")
                        try await ana.act(dare, "approve")
                    }
                }
                try await group.waitForAll()
            }
            try await ana.waitForPoints([ana.id: 40, bo.id: 400], in: cluster)
            let sent = try await ana.get("/v1/assignments?role=sender")["items"].items
            #expect(sent.count == 4)
            #expect(Set(sent.map { $0["challenge"]["name"]?.text }).count == 4)
        }
    }

    @Test func `the database dies, and all is as it was when it is back`() async throws {
        try await withFriends { cluster, ana, bo in
            let dares = try await ana.submittedDares(to: bo, count: 1)
            let killed = try cluster.kill("postgres")
            try await ana.act(dares[0], "approve")
            try await cluster.waitForSuccessor(of: killed, as: "postgres")
            try await ana.waitForPoints([ana.id: 10, bo.id: 100], in: cluster)
        }
    }

    /// Runs `body` on a new cluster with two friends.
    private func withFriends(
        _ body: (RunningCluster, _ ana: App, _ bo: App) async throws -> Void
    ) async throws {
        try await RunningCluster.run(replicas: 2, isDurable: true) { cluster in
            let app = App(url: cluster.url)
            let ana = try await app.registered("Ana")
            let bo = try await app.registered("Bo")
            try await ana.befriend(bo)
            try await body(cluster, ana, bo)
        }
    }

    /// The names of a service's two processes.
    private func both(_ service: String) -> [String] {
        [service, "\(service)-2"]
    }

    private func waitForSuccessors(
        of killed: [Int32],
        as service: String,
        in cluster: RunningCluster
    ) async throws {
        for (pid, name) in zip(killed, both(service)) {
            try await cluster.waitForSuccessor(of: pid, as: name)
        }
    }

    /// Has a service commit a change of a table, and kills it before it can know: both of its
    /// processes are stopped while the database replies. Returns the processes that died.
    private func kill(
        _ service: String,
        in cluster: RunningCluster,
        afterCommitTo table: String,
        _ act: () async throws -> Void
    ) async throws -> [Int32] {
        try await Books.with(cluster) { books in
            let database = service == "scoring" ? books.scoring : books.challenges
            let brake = CommitBrake(database, table: table)
            let pids = try await brake.whileHeld { held in
                try await act()
                try await held.waitForCommits()
                return try both(service).map { try cluster.signal(SIGSTOP, $0) }
            }
            try await brake.waitUntilNobodyCommits()
            for pid in pids { #expect(Foundation.kill(pid, SIGKILL) == 0) }
            return pids
        }
    }
}
