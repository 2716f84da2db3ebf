import Cluster
import Foundation
import NIOHTTP1
import Synchronization
import TestKit
import Testing

/// Two processes of everything, each of which ends politely and comes back while people go on.
///
/// 2,000 requests at least; `GAUNTLET_EFFORT=10` makes them 20,000.
struct RollingTests {
    @Test func `a rolling restart of every process fails no request`() async throws {
        try await RunningCluster.run(replicas: 2) { cluster in
            let urls = try cluster.urls
            let app = App(urls: urls)
            let ana = try await app.registered("Ana")
            var friends: [App] = []
            for name in ["Bo", "Cleo", "Dag", "Eli"] {
                let friend = try await app.registered(name)
                try await ana.befriend(friend)
                friends.append(friend)
            }
            let before = try cluster.processes()
            let count = Count()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, friend) in friends.enumerated() {
                    let crowd = Crowd(
                        sender: ana,
                        recipient: friend,
                        client: PoliteClient(urls, startingAt: index),
                        count: count
                    )
                    group.addTask { try await crowd.run(atLeast: Effort.scaled(2_000)) }
                }
                group.addTask {
                    defer { count.end() }
                    for process in before where process.name != "postgres" {
                        let pid = try cluster.signal(SIGTERM, process.name)
                        try await cluster.waitForSuccessor(of: pid, as: process.name)
                    }
                }
                try await group.waitForAll()
            }
            #expect(count.failures == [])
            let after = try cluster.processes()
            for (old, new) in zip(before, after) where old.name != "postgres" {
                #expect(new.pid != old.pid, "\(old.name) was not started again")
                let end = try cluster.log(old.name).filter { $0.contains("Stopped.") }
                #expect(end.count == 1, "\(old.name) did not end politely")
            }
            try await Books.with(cluster) { try await $0.audit() }
        }
    }

    /// What was asked so far, and what went wrong.
    private final class Count: Sendable {
        private struct State {
            var asked = 0
            var failures: [String] = []
            var isOver = false
        }

        private let state = Mutex(State())

        var failures: [String] { state.withLock { $0.failures } }

        /// Lets the crowd stop once enough was asked.
        func end() {
            state.withLock { $0.isOver = true }
        }

        func goesOn(to least: Int) -> Bool {
            state.withLock { !$0.isOver || $0.asked < least }
        }

        func note(_ failure: String?) {
            state.withLock { state in
                state.asked += 1
                if let failure { state.failures.append(failure) }
            }
        }
    }

    /// Two people who dare, do and judge, over one connection.
    private struct Crowd {
        let sender: App
        let recipient: App
        let client: PoliteClient
        let count: Count

        func run(atLeast least: Int) async throws {
            while count.goesOn(to: least) {
                try await goThrough()
                // Other clients come and go: both gateways have their share.
                await client.leave()
            }
        }

        /// One dare from its beginning to its end; a failed request is noted, and the dare ends.
        private func goThrough() async throws {
            let made = try await ask(
                .POST,
                "/v1/challenges",
                ["kind": "dare", "name": "Ten push-ups", "recipients": [recipient.id]],
                as: sender
            )
            guard let dare = made?["assignments"][0]["id"]?.text else { return }
            let path = "/v1/assignments/\(dare)"
            _ = try await ask(.GET, path, as: recipient)
            guard try await ask(.POST, "\(path)/accept", as: recipient) != nil else { return }
            _ = try await ask(.GET, "/v1/me", as: recipient)
            guard try await ask(.POST, "\(path)/submit", as: recipient) != nil else { return }
            _ = try await ask(.GET, "/v1/assignments?role=sender", as: sender)
            guard try await ask(.POST, "\(path)/approve", as: sender) != nil else { return }
            _ = try await ask(.GET, "/v1/scoreboard", as: sender)
            _ = try await ask(.GET, "/v1/friends", as: recipient)
        }

        private func ask(
            _ method: HTTPMethod,
            _ path: String,
            _ body: [String: any Sendable]? = nil,
            as person: App
        ) async throws -> JSONValue? {
            let token = try #require(person.token)
            do {
                let answer = try await client.send(method, path, body, token: token)
                let isGood = (200..<300).contains(answer.status)
                count.note(
                    isGood
                        ? nil
                        : "\(method) \(path): \(answer.status) \(answer.said)"
                )
                return isGood ? answer.json : nil
            } catch {
                count.note("\(method) \(path): \(error)")
                await client.leave()
                return nil
            }
        }
    }
}
