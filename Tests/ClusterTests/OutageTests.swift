import Cluster
import Foundation
import NIOHTTP1
import Postgres
import Synchronization
import TestKit
import Testing

/// The database is away for a while, and clients keep sending requests.
///
/// At least a second; `GAUNTLET_EFFORT=10` makes it ten.
///
/// Slow: waits until a database counts as away, several times.
struct OutageTests {
    @Test func `without a database replies are 503, and afterwards all is as before`() async throws
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
                try await cluster.expectReadiness(200)
                let restore = try await cluster.stopDatabase()
                let stopped = ContinuousClock.now
                // Not just once: for as long as the database is away.
                try await seen.wait(for: 503, times: Effort.scaled(40))
                try await cluster.expectReadiness(503)
                let read = try await ana.send(.GET, "/v1/friends")
                let write = try await ana.post("/v1/assignments/\(dares[0])/approve")
                for answer in [read, write] {
                    #expect(answer.status == 503, "\(answer.said)")
                    #expect(answer.headers.first(name: "Retry-After") != nil)
                }
                let length = Duration.seconds(1) * Effort.factor
                try await eventually("it lasts", within: length + .seconds(60)) {
                    ContinuousClock.now - stopped >= length
                }
                try await restore()
                try await cluster.expectReadiness(200)
                for dare in dares { try await ana.act(dare, "approve") }
                try await seen.wait(for: 200, times: 20)
                seen.end()
                try await group.waitForAll()
            }
            // 504 if the outcome of a COMMIT cannot be known.
            #expect(seen.statuses.isSubset(of: [200, 201, 503, 504]), "\(seen.statuses)")
            try cluster.expectNoRestart(since: before)
            try await ana.waitForPoints([ana.id: 40, bo.id: 400], in: cluster)
            Report.line("outage: \(seen.all)")
        }
    }

    /// Requests sent before the database is back wait and succeed, and so do those in flight, with
    /// two exceptions. A write whose COMMIT was in flight may be answered 504, because its outcome
    /// cannot be known. A write in flight before that is retried twice: if it meets another failing
    /// connection each time, it is answered 503, and nothing is done.
    @Test func `a failover of under two seconds fails only some requests in flight`() async throws {
        try await RunningCluster.run { cluster in
            let ana = try await App(urls: try cluster.urls).registered("Ana")
            let bo = try await App(urls: try cluster.urls).registered("Bo")
            try await ana.befriend(bo)
            // A process makes two changes of a user at a time, and all calls may go to one process.
            let dares = try await ana.submittedDares(to: bo, count: 2)
            let keys = dares.map { _ in UUID().uuidString }
            @Sendable func status(_ answer: App.Answer) -> Int { answer.status }
            var senders: [App] = []
            for name in ["Cy", "Di", "Eli", "Fay"] {
                let sender = try await App(urls: try cluster.urls).registered(name)
                try await sender.befriend(bo)
                senders.append(sender)
            }
            let others = senders
            @Sendable func write(_ index: Int) async throws -> Int {
                try await status(
                    others[index % others.count].post(
                        "/v1/challenges",
                        ["kind": "dare", "name": "Later", "recipients": [bo.id]]
                    )
                )
            }
            try await Books.with(cluster) { books in
                let clock = ContinuousClock()
                let begun = clock.now
                let brake = CommitBrake(books.challenges, table: "outbox")
                let (gone, commits, reads, writes, asked) = try await brake.whileHeld { held in
                    let commits = zip(dares, keys).map { dare, key in
                        Task {
                            try await status(
                                ana.post("/v1/assignments/\(dare)/approve", key: key)
                            )
                        }
                    }
                    try await held.waitForCommits(dares.count)
                    let lock: SQL = "LOCK TABLE challenges IN SHARE MODE"
                    return try await locking(lock, in: books.challenges) {
                        let writes = (0..<4).map { index in Task { try await write(index) } }
                        try await waitForLocked(4, in: books.challenges)
                        let lock: SQL = "LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE"
                        return try await locking(lock, in: books.identity) {
                            let reads = (0..<4).map { _ in
                                Task { try await status(ana.send(.GET, "/v1/users?q=bo")) }
                            }
                            try await waitForLocked(1, in: books.identity)
                            let (gone, asked) = try await cluster.withoutSuccessors {
                                let gone = clock.now
                                try await cluster.endDatabase()
                                let asked = (0..<16).map { index in
                                    Task {
                                        try await index.isMultiple(of: 2)
                                            ? status(ana.send(.GET, "/v1/me")) : write(index / 2)
                                    }
                                }
                                return (gone, asked)
                            }
                            return (gone, commits, reads, writes, asked)
                        }
                    }
                }
                let made = try await Self.count(asked)
                let read = try await Self.count(reads)
                let repeated = try await Self.count(writes)
                let committed = try await Self.count(commits)
                let length = clock.now - gone
                Report.line(
                    "failover: \(made), under way \(read) and \(repeated), at COMMIT \(committed), "
                        + "in \(length)"
                )
                // A machine that is too slow for it, or for the statements' limits before it,
                // proves nothing.
                if length < .seconds(2), gone - begun < .seconds(4) {
                    #expect(made == [200: 8, 201: 8])
                    #expect(read == [200: 4])
                    #expect(Set(repeated.keys).isSubset(of: [201, 503]), "\(repeated)")
                    #expect(repeated[201] != nil, "\(repeated)")
                    #expect(Set(committed.keys).isSubset(of: [200, 504]), "\(committed)")
                }
                try await brake.waitUntilNobodyCommits()
            }
            for (dare, key) in zip(dares, keys) {
                let answer = try await ana.persistently(
                    "/v1/assignments/\(dare)/approve",
                    key: key
                )
                #expect(answer.status == 200, "\(answer.said)")
            }
            try await ana.waitForPoints([ana.id: 20, bo.id: 200], in: cluster)
        }
    }

    /// The number of replies of each status.
    private static func count(_ tasks: [Task<Int, any Error>]) async throws -> [Int: Int] {
        var statuses: [Int: Int] = [:]
        for task in tasks { statuses[try await task.value, default: 0] += 1 }
        return statuses
    }

    /// Holds a lock for the duration of `body`, or as long as the server lives.
    private func locking<Value: Sendable>(
        _ lock: SQL,
        in database: Database,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let (locked, gate) = (Gate(), Gate())
        let holding = Task {
            defer { locked.open() }
            try await database.transaction { tx in
                try await tx.run(lock)
                locked.open()
                await gate.pass()
            }
        }
        await locked.pass()
        defer { gate.open() }
        let value = try await body()
        gate.open()
        _ = await holding.result
        return value
    }

    /// Waits until `count` statements wait for a lock, before any COMMIT.
    private func waitForLocked(_ count: Int, in database: Database) async throws {
        try await eventually("\(count) wait for a lock") {
            try await database.one(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE usename = current_user AND wait_event_type = 'Lock'
                AND query NOT ILIKE 'COMMIT%'
                """
            ) { try $0.next(Int.self) } >= count
        }
    }

    /// Takes ten seconds.
    @Test func `while the database is frozen requests are refused, and nothing is begun`()
        async throws
    {
        try await RunningCluster.run { cluster in
            let ana = try await App(urls: try cluster.urls).registered("Ana")
            let bo = try await App(urls: try cluster.urls).registered("Bo")
            try await ana.befriend(bo)
            let dare = try await ana.submittedDares(to: bo, count: 1)[0]
            let key = UUID().uuidString
            func ask(_ index: Int) async throws -> App.Answer {
                try await index.isMultiple(of: 2)
                    ? ana.send(.GET, "/v1/users?q=bo")
                    : ana.post("/v1/assignments/\(dare)/approve", key: key)
            }
            let thaw = try cluster.freezeDatabase()
            defer { thaw() }
            let frozen = ContinuousClock.now
            // Found out by the services' own checks.
            try await eventually("it counts as away, to both services") {
                try ["identity", "challenges"].allSatisfy { service in
                    try cluster.log(service).contains {
                        $0.contains("The database does not answer.")
                    }
                }
            }
            try await expectRefusals(ask)
            try await expectNothingBegun(for: ana, in: cluster)
            try await expectDegraded(cluster)
            try await eventually("ten seconds pass") {
                ContinuousClock.now - frozen >= .seconds(10)
            }
            try await expectRefusals(ask)
            try await expectDegraded(cluster)
            thaw()
            for index in 0..<2 {
                try await eventually("it answers again") { try await ask(index).status == 200 }
            }
            try await ana.waitForPoints([ana.id: 10, bo.id: 100], in: cluster)
        }
    }

    /// Expects every request to be refused, although the database cannot have said so.
    private func expectRefusals(_ ask: (Int) async throws -> App.Answer) async throws {
        for index in 0..<40 {
            let answer = try await ask(index)
            #expect(answer.status == 503, "\(answer.said)")
            #expect(answer.headers.first(name: "Retry-After") == "1")
        }
    }

    /// The gateway calls identity about each token meanwhile. A call that gets further is refused
    /// too, and for hardly any a statement, or a wait for a connection, has ended afterwards: those
    /// belong to the service's own loops.
    /// the service's own loops.
    private func expectNothingBegun(for person: App, in cluster: RunningCluster) async throws {
        let count = 12
        let before = try await begun(by: "identity", in: cluster)
        for _ in 0..<count {
            let outcome = try await RunningCluster.gauntlet(
                ["call", "identity", "SearchPeople", #"{"q": "bo"}"#, "--user", person.id]
                    + ["--data", cluster.directory]
            )
            #expect(outcome.error.contains("wire.unavailable"), "\(outcome)")
        }
        let after = try await begun(by: "identity", in: cluster)
        #expect(after - before < count)
    }

    /// How many statements on leased connections, and how many failed waits for one, have ended.
    private func begun(by service: String, in cluster: RunningCluster) async throws -> Int {
        let counted = [
            "gauntlet_database_statement_duration_seconds_count{",
            "gauntlet_database_leases_refused_total",
        ]
        return try await cluster.admin(service, "/metrics").text.split(separator: "\n")
            .filter { line in
                counted.contains { line.hasPrefix($0) } && !line.contains(#"kind="point""#)
            }
            .compactMap { Double($0.split(separator: " ").last ?? "").map { Int($0) } }
            .reduce(0, +)
    }

    /// Expects a gateway to keep working, and to report what it lacks.
    private func expectDegraded(_ cluster: RunningCluster) async throws {
        try await eventually("the gateway is degraded") {
            let health = try await cluster.admin("gateway", "/health/ready")
            #expect(health.status == 200, "\(health.text)")
            return health.text == "degraded: revocations\n"
        }
        let figures = try await cluster.admin("gateway", "/metrics").text
        #expect(figures.contains(#"gauntlet_degraded{reason="revocations"} 1"#))
    }

    /// Reads and writes without a pause, each once.
    private func load(_ index: Int, _ ana: App, _ bo: App, _ seen: Seen) async throws {
        while !seen.isOver {
            let answer =
                index.isMultiple(of: 2)
                ? try await ana.send(.GET, "/v1/me")
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

    /// The statuses of the replies.
    private final class Seen: Sendable {
        private let counts = Mutex<[Int: Int]>([:])
        private let over = Mutex(false)

        var isOver: Bool { over.withLock(\.self) }
        var all: [Int: Int] { counts.withLock(\.self) }
        var statuses: Set<Int> { Set(all.keys) }

        func end() {
            over.withLock { $0 = true }
        }

        func note(_ status: Int) {
            counts.withLock { $0[status, default: 0] += 1 }
        }

        /// Waits until a status was seen `times` more times.
        func wait(for status: Int, times: Int) async throws {
            let start = counts.withLock { $0[status, default: 0] }
            try await eventually("\(status) is answered", within: .seconds(300)) {
                counts.withLock { $0[status, default: 0] } >= start + times
            }
        }
    }
}

/// The database answers, but not as it should.
struct FailingDatabaseTests {
    @Test func `a database that is read-only, full or slow is 503, and recovers by itself`()
        async throws
    {
        try await RunningCluster.run(replicas: 2) { cluster in
            let app = App(urls: try cluster.urls)
            let ana = try await app.registered("Ana")
            let bo = try await app.registered("Bo")
            try await ana.befriend(bo)
            let dares = try await ana.submittedDares(to: bo, count: 3)
            let before = try cluster.processes().filter { $0.name != "postgres" }
            try await Books.with(cluster) { books in
                try await isFull(books.challenges, ana, dares[0])
                try await isSlow(books.challenges, ana, dares[1])
            }
            try await isReadOnly(cluster, ana, dares[2])
            try cluster.expectNoRestart(since: before)
            try await ana.waitForPoints([ana.id: 30, bo.id: 300], in: cluster)
        }
    }

    /// Reads keep working; writes find no space (53100).
    private func isFull(_ database: Database, _ ana: App, _ dare: String) async throws {
        try await database.transaction { tx in
            try await tx.run(
                """
                CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE 'could not extend file: No space left on device'
                USING ERRCODE = 'disk_full'; END $$
                """
            )
            try await tx.run(
                """
                CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON assignments
                FOR EACH ROW EXECUTE FUNCTION full_disk()
                """
            )
        }
        try await ana.expectUnavailable(.POST, "/v1/assignments/\(dare)/approve")
        try await ana.expectAnswer(200, .GET, "/v1/assignments/\(dare)")
        try await database.transaction { try await $0.run("DROP FUNCTION full_disk() CASCADE") }
        try await ana.act(dare, "approve")
    }

    /// Statements wait for a lock until they hit their own limit, and have done nothing (57014).
    private func isSlow(_ database: Database, _ ana: App, _ dare: String) async throws {
        let gate = Gate()
        let locked = Gate()
        async let locking: Void = database.transaction { tx in
            try await tx.run("LOCK TABLE assignments IN ACCESS EXCLUSIVE MODE")
            locked.open()
            await gate.pass()
        }
        defer { gate.open() }
        await locked.pass()
        try await ana.expectUnavailable(.GET, "/v1/assignments/\(dare)")
        try await ana.expectUnavailable(.POST, "/v1/assignments/\(dare)/approve")
        gate.open()
        try await locking
        try await ana.expectAnswer(200, .GET, "/v1/assignments/\(dare)")
        try await ana.act(dare, "approve")
    }

    /// The server has become a standby, as after a failover: reads keep working, writes are
    /// refused.
    private func isReadOnly(
        _ cluster: RunningCluster,
        _ ana: App,
        _ dare: String
    ) async throws {
        let data = "\(cluster.directory)/postgres/data"
        try Data().write(to: URL(filePath: "\(data)/standby.signal"))
        let primary = try cluster.signal(SIGINT, "postgres")
        try await cluster.waitForSuccessor(of: primary, as: "postgres")
        try await ana.expectAnswer(200, .GET, "/v1/assignments/\(dare)")
        try await ana.expectUnavailable(.POST, "/v1/assignments/\(dare)/approve")
        try await cluster.expectReadiness(200)
        // As `pg_ctl promote` does.
        try Data().write(to: URL(filePath: "\(data)/promote"))
        try cluster.signal(SIGUSR1, "postgres")
        try await ana.act(dare, "approve")
    }
}

extension App {
    /// Retries until the reply is 503 and tells when to come back: a statement that is about to
    /// fail may take its time.
    fileprivate func expectUnavailable(_ method: HTTPMethod, _ path: String) async throws {
        try await eventually("\(method) \(path) answers 503", within: .seconds(120)) {
            let answer = try await send(method, path)
            guard answer.status == 503 else { return false }
            #expect(answer.headers.first(name: "Retry-After") != nil)
            return true
        }
    }

    /// Retries until the reply has the expected status; meanwhile no other one than 503 may come.
    fileprivate func expectAnswer(
        _ status: Int,
        _ method: HTTPMethod,
        _ path: String
    ) async throws {
        try await eventually("\(method) \(path) answers \(status)", within: .seconds(120)) {
            let answer = try await send(method, path)
            #expect(answer.status == status || answer.isToBeRepeated, "\(answer.said)")
            return answer.status == status
        }
    }
}

extension RunningCluster {
    /// Waits until every service with a database reports that it can, or cannot, work.
    fileprivate func expectReadiness(_ status: Int) async throws {
        for process in try processes() where process.adminPort != nil {
            guard !process.name.hasPrefix("gateway") else { continue }
            try await eventually("\(process.name) is \(status)", within: .seconds(120)) {
                let health = try await admin(process.name, "/health/ready")
                return health.status == status
                    && (status == 200 || health.text.contains("database"))
            }
        }
    }

    fileprivate func expectNoRestart(since before: [ProcessState]) throws {
        for process in before {
            let now = try self.process(process.name)
            #expect(now.pid == process.pid, "\(process.name) was started again")
            #expect(now.restarts == 0)
        }
    }

    /// Freezes the database with all of its processes until the returned function is called.
    fileprivate func freezeDatabase() throws -> () -> Void {
        let postmaster = try #require(try process("postgres").pid)
        // First the process that starts the others; then whatever it had started.
        Foundation.kill(postmaster, SIGSTOP)
        var frozen = [postmaster]
        while true {
            let new = try Self.children(of: postmaster).filter { !frozen.contains($0) }
            if new.isEmpty { break }
            for pid in new { Foundation.kill(pid, SIGSTOP) }
            frozen += new
        }
        return { [frozen] in for pid in frozen { Foundation.kill(pid, SIGCONT) } }
    }

    private static func children(of parent: Int32) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
            .filter { pid in
                let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
                // The state and the parent follow the name, which may contain anything.
                let fields = stat?.split(separator: ")").last?.split(separator: " ") ?? []
                return fields.count > 1 && fields[1] == "\(parent)"
            }
    }

    /// Ends the database as a failover does, and waits until it has ended.
    fileprivate func endDatabase() async throws {
        try signal(SIGINT, "postgres")
        let lock = "\(directory)/postgres/data/postmaster.pid"
        try await eventually("the database has ended") {
            !FileManager.default.fileExists(atPath: lock)
        }
    }

    /// Stops the database, and prevents its restart until the returned function is called.
    func stopDatabase() async throws -> () async throws -> Void {
        let data = "\(directory)/postgres/data"
        // The supervisor restarts it at once, and finds nothing to start.
        try FileManager.default.moveItem(atPath: data, toPath: "\(data).away")
        let pid = try signal(SIGINT, "postgres")
        try await eventually("the database stops", within: .seconds(120)) {
            try process("postgres").pid != pid
        }
        return {
            try FileManager.default.moveItem(atPath: "\(data).away", toPath: data)
            try await eventually("the database starts", within: .seconds(120)) {
                try self.process("postgres").state == .ready
            }
        }
    }
}
