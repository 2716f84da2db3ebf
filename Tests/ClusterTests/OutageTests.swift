import Cluster
import Foundation
import NIOHTTP1
import Synchronization
import TestKit
import Testing

/// The database is gone for a while, and people go on asking.
struct OutageTests {
    @Test func `without a database 503 is answered, and afterwards all is as before`() async throws
    {
        try await RunningCluster.run(replicas: 2, isDurable: true) { cluster in
            let app = App(urls: try cluster.urls)
            let ana = try await app.registered("Ana")
            let bo = try await app.registered("Bo")
            try await ana.befriend(bo)
            let dares = try await ana.submittedDares(to: bo, count: 4)
            let before = try cluster.processes().filter { $0.name != "postgres" }
            let seen = Seen()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<4 {
                    group.addTask { try await load(index, ana, bo, seen) }
                }
                try await seen.wait(for: 200, times: 20)
                let restore = try await cluster.stopDatabase()
                // Not once by chance: for as long as the database is away.
                try await seen.wait(for: 503, times: Effort.scaled(40))
                let read = try await ana.get("/v1/friends")
                let write = try await ana.post("/v1/assignments/\(dares[0])/approve")
                for answer in [read, write] {
                    #expect(answer.status == 503, "\(answer.said)")
                    #expect(answer.headers.first(name: "Retry-After") != nil)
                }
                try await restore()
                for dare in dares { try await ana.act(dare, "approve") }
                try await seen.wait(for: 200, times: 20)
                seen.end()
                try await group.waitForAll()
            }
            // 504 where nobody can know what became of a COMMIT.
            #expect(seen.statuses.isSubset(of: [200, 201, 503, 504]), "\(seen.statuses)")
            for process in before {
                let now = try cluster.process(process.name)
                #expect(now.pid == process.pid, "\(process.name) was started again")
                #expect(now.restarts == 0)
            }
            try await ana.waitForPoints([ana.id: 40, bo.id: 400], in: cluster)
        }
    }

    /// Reads and writes without a pause, each once.
    private func load(_ index: Int, _ ana: App, _ bo: App, _ seen: Seen) async throws {
        while !seen.isOver {
            let answer =
                index.isMultiple(of: 2)
                ? try await ana.get("/v1/me")
                : try await ana.post(
                    "/v1/challenges",
                    ["kind": "dare", "name": "Later", "recipients": [bo.id]]
                )
            if answer.status == 503 {
                #expect(answer.headers.first(name: "Retry-After") != nil)
            }
            seen.note(answer.status)
        }
    }

    /// What was answered.
    private final class Seen: Sendable {
        private let counts = Mutex<[Int: Int]>([:])
        private let over = Mutex(false)

        var isOver: Bool { over.withLock(\.self) }
        var statuses: Set<Int> { counts.withLock { Set($0.keys) } }

        func end() {
            over.withLock { $0 = true }
        }

        func note(_ status: Int) {
            counts.withLock { $0[status, default: 0] += 1 }
        }

        /// Waits until a status was seen so many times more.
        func wait(for status: Int, times: Int) async throws {
            let start = counts.withLock { $0[status, default: 0] }
            try await eventually("\(status) is answered", within: .seconds(120)) {
                counts.withLock { $0[status, default: 0] } >= start + times
            }
        }
    }
}

extension RunningCluster {
    /// Stops the database, and keeps it from being started again until what is returned is called.
    func stopDatabase() async throws -> () async throws -> Void {
        let data = "\(directory)/postgres/data"
        // The supervisor starts it again at once, and finds nothing to start.
        try FileManager.default.moveItem(atPath: data, toPath: "\(data).away")
        let pid = try signal(SIGINT, "postgres")
        try await eventually("the database stops", within: .seconds(60)) {
            try process("postgres").pid != pid
        }
        return {
            try FileManager.default.moveItem(atPath: "\(data).away", toPath: data)
            try await eventually("the database starts", within: .seconds(60)) {
                try self.process("postgres").state == .ready
            }
        }
    }
}
