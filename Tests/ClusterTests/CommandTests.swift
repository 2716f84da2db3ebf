import Foundation
import Postgres
import TestBasics
import TestKit
import Testing

@testable import Cluster

/// What an operator does: up, status, call, down, and up again.
///
/// Slow: starts a cluster for each of its tests.
struct CommandTests {
    @Test
    func `every route answers; the cluster stops completely, and starts as it was`() async throws {
        try await RunningCluster.run(replicas: 2) { cluster in
            // A busy machine may answer slowly.
            var (started, exit) = try await cluster.status()
            try await eventually("all are ready") {
                (started, exit) = try await cluster.status()
                return exit == 0
            }
            let services = ["identity", "challenges", "media", "scoring", "gateway"]
            #expect(
                started.map(\.name) == ["postgres"] + services.flatMap { [$0, "\($0)-2"] }
            )
            #expect(
                started.allSatisfy { $0.state == .ready && $0.reason == nil && $0.restarts == 0 }
            )
            let walk = try await Walk.through(cluster)
            #expect(walk.missing == [])
            let ana = try walk.ana
            try await Books.with(cluster) { try await $0.settle() }
            let before = try await Belongings(of: ana, picture: walk.picture)
            #expect(before.board.map { $0["points"]?.number } == [200, 20])
            #expect(before.board.map { $0["rank"]?.number } == [1, 2])

            #expect(try await cluster.down() == "Stopped.\n")
            for process in started {
                let pid = try #require(process.pid)
                #expect(!Processes.isRunning(pid), "\(process.name) still runs")
            }
            let stopped = try await cluster.status()
            #expect(stopped.processes.allSatisfy { $0.state == .stopped } && stopped.exit == 1)
            #expect(try await cluster.down().hasPrefix("No cluster is running"))

            try await cluster.up()
            // Only the first gateway's port is the same as before.
            var again = App(url: cluster.url, token: ana.token)
            again.id = ana.id
            let after = try await Belongings(of: again, picture: walk.picture)
            #expect(after == before)
        }
    }

    /// Everything stored that a user can see.
    private struct Belongings: Equatable {
        let me: JSONValue?
        let friends: [JSONValue]
        let sent: [JSONValue]
        let board: [JSONValue]
        let picture: [UInt8]

        init(of person: App, picture url: String) async throws {
            // The signature in a picture's URL changes over time.
            me = try await person.get("/v1/me").json?.unsigned
            friends = try await person.get("/v1/friends")["items"].items.map(\.unsigned)
            sent = try await person.get("/v1/assignments?role=sender")["items"].items
                .map(\.unsigned)
            board = try await person.get("/v1/scoreboard")["items"].items.map(\.unsigned)
            picture = try await person.get(url).bytes
            #expect(me?["id"]?.text == person.id)
            #expect(friends.count == 1)
            #expect(sent.count == 7)
            #expect(picture.count > 60)
        }
    }

    @Test func `a second cluster on the same data is refused, one beside it is not`() async throws {
        try await RunningCluster.run { cluster in
            let again = try await RunningCluster.gauntlet([
                "up", "--detach", "--no-demo", "--port", "\(cluster.port + 1)", "--data",
                cluster.directory,
            ])
            #expect(again.status != 0)
            #expect(again.error.contains("already running"), "\(again.error)")
            try await RunningCluster.run { other in
                let ana = try await App(url: cluster.url).registered("Ana")
                #expect(try await ana.get("/v1/me").status == 200)
                let stranger = App(url: other.url, token: ana.token)
                #expect(try await stranger.get("/v1/me").status == 401)
            }
        }
    }

    /// Also what the operator changes for all users, and for one who cannot sign in.
    @Test func `a service answers only with the cluster's key; its blocked event is skipped`()
        async throws
    {
        try await RunningCluster.run { cluster in
            try await OutboxCommand(cluster).expectSkipped()
            let ana = try await App(url: cluster.url).registered("Ana")
            let definitions = DefinitionCommands(cluster: cluster)
            try await definitions.expectRefused()
            try await definitions.expectPut(as: ana)
            let checked = try await RunningCluster.gauntlet([
                "admin", "scores", "check", "--data", cluster.directory, "--step", "1",
            ])
            #expect(checked.status == 0, "\(checked.error)")
            #expect(checked.output.contains(", differences: 0."), "\(checked.output)")
            let passwords = PasswordCommand(cluster: cluster)
            try await passwords.expectRefused()
            try await passwords.expectReset(of: ana)
            let call = ["identity", "GetMe", "{}", "--user", ana.id]
            let answered = try await cluster.call(call)
            #expect(answered.status == 0, "\(answered.error)")
            #expect(answered.output.contains(ana.id))

            let key = "\(cluster.directory)/other.key"
            try
                "other:\(Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString())"
                .write(toFile: key, atomically: true, encoding: .utf8)
            let data = ["--data", cluster.directory]
            let stranger = ["call"] + call + data + ["--key-file", key]
            // On a busy machine the first refusal may come after the call has timed out.
            try await eventually("the key is refused", within: .seconds(120)) {
                let refused = try await RunningCluster.gauntlet(stranger)
                #expect(refused.status != 0)
                #expect(refused.output.isEmpty)
                return refused.error.contains("its cluster key differs from ours")
            }

            let missing = "\(cluster.directory)/no.key"
            let keyless = try await RunningCluster.gauntlet(
                ["call"] + call + data + ["--key-file", missing]
            )
            #expect(keyless.status != 0)
            #expect(keyless.output.isEmpty)
            #expect(keyless.error.contains("\(missing) is missing"), "\(keyless.error)")
            #expect(keyless.error.contains("--key-file"), "\(keyless.error)")

            let unknown = try await RunningCluster.gauntlet([
                "call", "identity", "GetMe", #"{"colour": 1}"#, "--data", cluster.directory,
            ])
            #expect(unknown.status != 0)
            #expect(unknown.error.contains("/colour"), "\(unknown.error)")
        }
    }

    @Test func `a missing key file is reported`() async throws {
        let refused = try await RunningCluster.gauntlet([
            "call", "identity", "GetMe", "{}", "--address", "127.0.0.1:1", "--key-file",
            "/nowhere/cluster.key",
        ])
        #expect(refused.status != 0)
        #expect(refused.error.contains("/nowhere/cluster.key is missing"), "\(refused.error)")
    }

    @Test func `a service whose outbox cannot be asked is named`() async throws {
        let key = "/tmp/gauntlet-key.\(UInt64.random(in: 0...UInt64.max))"
        try "one:\(Data(repeating: 7, count: 32).base64EncodedString())"
            .write(toFile: key, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: key) }
        func admin(_ arguments: String...) async throws -> RunningCluster.Outcome {
            try await RunningCluster.gauntlet(
                ["admin", "outbox"] + arguments + ["--data", "/nowhere", "--key-file", key]
            )
        }
        let unreachable = try await admin("identity", "--address", "127.0.0.1:1", "--json")
        #expect(unreachable.status == 1)
        #expect(unreachable.error.hasPrefix("identity cannot be asked: wire.unavailable: "))
        #expect(unreachable.output.filter { !$0.isWhitespace } == "[]")
        let stopped = try await admin()
        #expect(stopped.status == 1)
        #expect(stopped.output.isEmpty)
        #expect(
            stopped.error.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
                "identity cannot be asked", "challenges cannot be asked", "media cannot be asked",
                "scoring cannot be asked",
            ]
        )
    }

    @Test(
        arguments: [
            (["outside"], "There is no service “outside”"),
            (["gateway"], "There is no service “gateway”"),
            (["--address", "127.0.0.1:1"], "--address needs a service"),
            (["skip", "outside", "1"], "There is no service “outside”"),
            (["skip", "identity"], "Missing expected argument '<number>'"),
            (["skip", "identity", "first"], "The value 'first' is invalid for '<number>'"),
        ]
    )
    func `the words of admin outbox are checked`(words: [String], sentence: String) async throws {
        let outcome = try await RunningCluster.gauntlet(["admin", "outbox"] + words)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains(sentence), "\(outcome.error)")
    }

    @Test(arguments: ["0", "101"])
    func `a step of admin scores check is 1 to 100 users`(step: String) async throws {
        let words = ["admin", "scores", "check", "--step", step]
        let outcome = try await RunningCluster.gauntlet(words)
        #expect(outcome.status == 64)
        #expect(outcome.error.contains("--step is a number from 1 to 100"), "\(outcome.error)")
    }

    @Test func `the password of prepared people may begin with a dash`() async throws {
        let outcome = try await RunningCluster.gauntlet([
            "load", "gateway", "--scenario", "me", "--url", "http://127.0.0.1:1", "--requests", "2",
            "--callers", "1", "--people", "2", "--password", "-abc",
        ])
        #expect(outcome.status == 1, "\(outcome.output)\(outcome.error)")
        #expect(!outcome.error.contains("Missing value"), "\(outcome.error)")
    }

    @Test func `the demonstration is played once on new data, and on request`() async throws {
        let scoreboard = ["   1     100  Bo Marlowe", "   2      10  Ana Lindqvist"]
        try await RunningCluster.run(starting: []) { cluster, greeting in
            for line in scoreboard { #expect(greeting.contains(line), "\(greeting)") }
            let invitation = try #require(Self.invitation(in: greeting), "\(greeting)")
            #expect(try await Self.people(of: cluster) == 4)
            try await Self.expectSomethingToDo(as: "ana", invitation, cluster)

            _ = try await cluster.down()
            let second = try await cluster.up([])
            #expect(Self.invitation(in: second) == invitation, "\(second)")
            #expect(!second.contains("demonstration:"), "\(second)")
            #expect(try await Self.people(of: cluster) == 4)

            let demo = try await RunningCluster.gauntlet(["demo", "--data", cluster.directory])
            #expect(demo.status == 0, "\(demo.error)")
            for line in scoreboard { #expect(demo.output.contains(line), "\(demo.output)") }
            #expect(try await Self.people(of: cluster) == 6)
        }
    }

    @Test func `data first started without a demonstration gets none later`() async throws {
        try await RunningCluster.run(starting: ["--no-demo"]) { cluster, greeting in
            #expect(!greeting.contains("demonstration:"), "\(greeting)")
            #expect(Self.invitation(in: greeting) == nil, "\(greeting)")
            _ = try await cluster.down()
            let second = try await cluster.up([])
            #expect(!second.contains("demonstration:"), "\(second)")
            #expect(Self.invitation(in: second) == nil, "\(second)")
            #expect(try await Self.people(of: cluster) == 0)
        }
    }

    @Test func `a cluster that strangers can reach gets a story and nobody to sign in as`()
        async throws
    {
        try await RunningCluster.run(starting: ["--host", "0.0.0.0"]) { cluster, greeting in
            #expect(greeting.contains("demonstration:"), "\(greeting)")
            #expect(greeting.contains("  in a browser      http://"), "\(greeting)")
            #expect(Self.invitation(in: greeting) == nil, "\(greeting)")
            #expect(try await Self.people(of: cluster) == 2)
            let directory = try DataDirectory(cluster.directory)
            #expect(directory.demoPassword == nil)
        }
    }

    @Test func `after an interrupted demonstration the story alone is played`() async throws {
        try await RunningCluster.run(starting: ["--no-demo"]) { cluster, _ in
            _ = try await App(url: cluster.url).post(
                "/v1/accounts",
                [
                    "username": "ana", "password": "correct horse battery", "firstName": "Ana",
                    "lastName": "Lindqvist",
                ]
            )
            _ = try await cluster.down()
            let mark = try DataDirectory(cluster.directory).demoMark
            try FileManager.default.removeItem(atPath: mark)
            let second = try await cluster.up([])
            #expect(second.contains("   1     100  Bo Marlowe"), "\(second)")
            #expect(Self.invitation(in: second) == nil, "\(second)")
            #expect(try await Self.people(of: cluster) == 3)
        }
    }

    @Test func `without the web client no address for a browser is printed`() async throws {
        let greeting = try await RunningCluster.run(
            starting: ["--no-demo"],
            through: ["/usr/bin/env", "GAUNTLET_WEB=off"]
        ) { _, greeting in
            greeting
        }
        #expect(greeting.contains("for client apps   http://"), "\(greeting)")
        #expect(!greeting.contains("in a browser"), "\(greeting)")
    }

    /// The password in the last line of a greeting, which says how to sign in.
    private static func invitation(in greeting: String) -> String? {
        let line = greeting.split(separator: "\n").last ?? ""
        return line.firstMatch(of: /^ +Sign in as ana, password ([a-z0-9]{4}(?:-[a-z0-9]{4}){2})$/)
            .map { String($0.1) }
    }

    /// Signs in as somebody of the demonstration, and expects dares in each of the states that apps
    /// show, one to judge, and something of each other kind.
    private static func expectSomethingToDo(
        as username: String,
        _ password: String,
        _ cluster: RunningCluster
    ) async throws {
        let stranger = App(url: cluster.url)
        let session = try await stranger.post(
            "/v1/sessions",
            ["login": username, "password": password]
        )
        let app = App(url: cluster.url, token: try #require(session["accessToken"]?.text))
        let received = try await app.get("/v1/assignments?role=recipient&limit=100")["items"].items
        #expect(
            Set(received.compactMap { $0["displayState"]?.text })
                == ["unread", "pending", "accepted", "done", "denied"]
        )
        #expect(received.contains { $0["challenge"]["kind"]?.text == "workout" })
        let sent = try await app.get("/v1/assignments?role=sender&state=submitted")["items"].items
        #expect(sent.count == 1)
        let home = try await app.get("/v1/home")["items"].items
        #expect(home.contains { $0["contest"]["kind"]?.text == "competition" })
        #expect(home.count { $0["goal"]["name"] != nil } == 2)
        let others = try await app.get("/v1/contests?list=discover")["items"].items
        #expect(others.contains { $0["kind"]?.text == "open" })
    }

    /// The number of accounts.
    private static func people(of cluster: RunningCluster) async throws -> Int {
        try await Books.with(cluster) { books in
            try await books.identity.one("SELECT count(*) FROM accounts") { try $0.next(Int.self) }
        }
    }

    @Test func `a directory with other files is refused`() async throws {
        let directory = "/tmp/gauntlet-other.\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(
            atPath: "\(directory)/letters",
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let outcome = try await RunningCluster.gauntlet(["up", "--detach", "--data", directory])
        #expect(outcome.status != 0)
        #expect(outcome.error.contains("contains other files"), "\(outcome.error)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["letters"])
    }

    @Test func `a TLS variable ends the start before anything is created`() async throws {
        let directory = "/tmp/gauntlet-tls.\(UInt64.random(in: 0...UInt64.max))"
        let outcome = try await RunningCluster.gauntlet(
            ["up", "--detach", "--data", directory],
            through: ["/usr/bin/env", "GAUNTLET_TLS_CA_FILE=/etc/ssl/authority.crt"]
        )
        #expect(outcome.status != 0)
        #expect(outcome.error.contains("GAUNTLET_TLS_CA_FILE is set"), "\(outcome.error)")
        #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test func `a port in use, or another machine's address, is reported at once`() async throws {
        try await RunningCluster.run { cluster in
            let directory = "/tmp/gauntlet-port.\(UInt64.random(in: 0...UInt64.max))"
            defer { try? FileManager.default.removeItem(atPath: directory) }
            for host in ["127.0.0.1", "0.0.0.0"] {
                let outcome = try await RunningCluster.gauntlet([
                    "up", "--detach", "--host", host, "--port", "\(cluster.port)", "--data",
                    directory,
                ])
                #expect(outcome.status != 0)
                #expect(
                    outcome.error.contains("port \(cluster.port) is in use"),
                    "\(outcome.error)"
                )
            }
            let elsewhere = try await RunningCluster.gauntlet([
                "up", "--detach", "--host", "192.0.2.1", "--data", directory,
            ])
            #expect(elsewhere.status != 0)
            #expect(
                elsewhere.error.contains("192.0.2.1 is not an address of this machine"),
                "\(elsewhere.error)"
            )
        }
    }

    @Test func `a cluster in the foreground is found by a relative path, and stopped`() async throws
    {
        let cluster = try RunningCluster()
        let directory = try #require(cluster.directory.split(separator: "/").last)
        try await withThrowingTaskGroup(of: RunningCluster.Outcome.self) { group in
            group.addTask {
                try await RunningCluster.gauntlet(
                    [
                        "up", "--no-demo", "--port", "\(cluster.port)", "--data", "\(directory)",
                        "--database-setting", "fsync=off",
                    ],
                    in: "/tmp"
                )
            }
            try await eventually("the cluster starts", within: .seconds(300)) {
                try cluster.processes().count { $0.state == .ready } == 6
            }
            #expect(try await cluster.down() == "Stopped.\n")
            let ended = try await group.next()
            #expect(ended?.status == 0)
            #expect(ended?.output.contains("Gauntlet is ready.") == true, "\(ended?.output ?? "")")
        }
        #expect(try cluster.processes().allSatisfy { $0.state == .stopped })
        try FileManager.default.removeItem(atPath: cluster.directory)
    }
}
