import Identifiers
import Logging
public import Measuring
import Outbox
import Postgres
import RPC
import Staging
import Values
import Wire

/// The database's cost of a burst of events after a quiet minute, in which the empty outbox was
/// vacuumed and polled until the server cached its plans.
public struct OutboxSuite: Suite {
    public let name = "outbox"

    public init() {}

    public func measure(into report: Report) async throws {
        // A vacuum in between would make the server plan again.
        let settings = [
            "shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track_planning=on",
            "autovacuum=off",
        ]
        try await PrivateServer.with(settings) { server in
            try await server.run("CREATE EXTENSION pg_stat_statements;")
            let post = try await Post(on: server)
            try await report.measure(
                "database time of an event, 4,400 at once after a quiet minute",
                in: .seconds,
                target: .atMost(1e-3)
            ) {
                try await post.deliver(report.plan.isSmoke ? 50 : 500)
                try await server.run("VACUUM ANALYZE;")
                try await post.rest()
                try await server.run("SELECT pg_stat_statements_reset();")
                let count = report.plan.isSmoke ? 200 : 4_400
                try await post.deliver(count)
                return try await Self.time(on: server) / Double(count)
            }
            await post.close()
        }
    }

    /// The seconds that the server spent planning and executing the sender's and the receiver's
    /// statements, without commits, which wait for the disk.
    private static func time(on server: PrivateServer) async throws -> Double {
        let text = try await server.run(
            """
            SELECT sum(total_plan_time + total_exec_time) / 1000 FROM pg_stat_statements
            WHERE query ~ 'outbox|received_events' AND query NOT LIKE 'SELECT EXISTS%';
            """
        )
        guard let time = Double(text.split(separator: "\n").first ?? "") else {
            throw StagingError("the server reported no time: \(text)")
        }
        return time
    }
}

/// A service that emits events and another that receives them, each with its own schema.
private struct Post: Sendable {
    private let server: PrivateServer
    private let sender: Database
    private let receiver: Database

    init(on server: PrivateServer) async throws {
        self.server = server
        // A single connection for all deliveries, so that it is the one that polled.
        sender = try await Self.database("sender", connections: 1, on: server)
        receiver = try await Self.database("receiver", connections: 16, on: server)
    }

    /// Emits that many events, each in its own transaction, and then delivers all of them.
    func deliver(_ count: Int) async throws {
        try await withThrowingTaskGroup { group in
            for first in 0..<64 {
                group.addTask {
                    for _ in stride(from: first, to: count, by: 64) { try await emit() }
                }
            }
            try await group.waitForAll()
        }
        try await withDelivery {
            while try await server.run("SELECT EXISTS (SELECT FROM sender.outbox);") != "f\n" {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Polls repeatedly for some time without anything to deliver.
    func rest() async throws {
        try await withDelivery { try await Task.sleep(for: .seconds(1)) }
    }

    func close() async {
        await sender.close()
        await receiver.close()
    }

    private func emit() async throws {
        try await sender.transaction { tx in
            try tx.emit(Cheer(user: UserID()), to: .scoring)
        }
    }

    private func withDelivery(_ body: () async throws -> Void) async throws {
        let listener = Switchboard {
            $0.on { [receiver] (event: Cheer, context) in
                try await receiver.receive(event, in: context) { _ in }
            }
        }
        let delivery = Delivery(
            of: sender,
            to: [.scoring: listener],
            // Polls often, and takes over quickly from the loop of the previous round.
            settings: Delivery.Settings(
                poll: .milliseconds(10),
                lease: .milliseconds(200),
                renewal: .milliseconds(50)
            )
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await delivery.run() }
            try await body()
            group.cancelAll()
        }
    }

    private static func database(
        _ schema: String,
        connections: Int,
        on server: PrivateServer
    ) async throws -> Database {
        var logger = Logger(label: schema)
        logger.logLevel = .warning
        let options = Database.Options(
            leasedMax: connections,
            schema: schema,
            leaseWait: .seconds(60),
            // A figure is better than an error.
            leasedStatementTimeout: .seconds(60)
        )
        let database = Database(server.url, options: options, logger: logger)
        try await database.migrate(Outbox.migrations)
        return database
    }
}

/// An event: a user cheered.
private struct Cheer: Event {
    static let id: CallID = 0x0F72
    static let effect = Effect.once
    static let access = Access.anyone

    var user: UserID

    var orderingKey: EventKey { EventKey(user) }
}
