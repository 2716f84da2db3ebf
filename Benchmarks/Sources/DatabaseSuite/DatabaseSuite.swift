public import Measuring
import Staging

/// The driver, compared with pgbench: the same statements on the same server.
///
/// Ours is a process of 64 tasks with the event loops as executor and metrics on, like the
/// services.
public struct DatabaseSuite: Suite {
    public let name = "database"

    public init() {}

    public func measure(into report: Report) async throws {
        let caller = try Tool.built("databasecaller")
        try await PrivateServer.with { server in
            try await server.run(Self.tables)
            func ours(
                _ work: String,
                as role: String = "postgres",
                connections: Int = 16
            ) async throws -> Double {
                let turn = Int(report.plan.turn / .milliseconds(1))
                let said = try await caller.run([
                    server.url(as: role), work, "64", "\(turn)", "\(connections)",
                ])
                guard let rate = said.split(separator: "\n").last.flatMap({ Double($0) }) else {
                    throw StagingError("databasecaller reported no rate: \(said)")
                }
                return rate
            }
            func theirs(_ name: String, _ script: String) async throws -> Double {
                try await Scratch.run { scratch in
                    try await Pgbench(name, script, in: scratch, url: server.url)
                        .rate(over: report.plan.turn)
                }
            }
            try await report.compare(
                "indexed read, 64 callers",
                with: "pgbench",
                in: .rate,
                target: .atLeast(1.3),
                ours: { try await ours("read") },
                theirs: { try await theirs("read", Self.read) }
            )
            try await report.compare(
                "indexed read by gathered lookups, 64 callers",
                with: "pgbench",
                in: .rate,
                ours: { try await ours("gather") },
                theirs: { try await theirs("read", Self.read) }
            )
            try await report.compare(
                "durable insert, 64 callers",
                with: "pgbench",
                in: .rate,
                target: .atLeast(0.9),
                ours: { try await ours("insert") },
                theirs: { try await theirs("insert", Self.insert) }
            )
            try await report.compare(
                "durable insert, its commit a step of its own, 64 callers",
                with: "pgbench",
                in: .rate,
                ours: { try await ours("steps") },
                theirs: { try await theirs("insert", Self.insert) }
            )
            try await report.compare(
                "durable insert, 64 callers",
                with: "pgbench without BEGIN and COMMIT",
                in: .rate,
                ours: { try await ours("insert") },
                theirs: { try await theirs("bare-insert", Self.bareInsert) }
            )
            try await report.compare(
                "goodput with 4 of 16 connections: durable insert, 64 callers",
                with: "a pool of 4",
                in: .rate,
                target: .atLeast(0.9),
                ours: { try await ours("insert", as: "narrow", connections: 16) },
                theirs: { try await ours("insert", as: "narrow", connections: 4) }
            )
        }
    }

    private static let tables = """
        CREATE TABLE things (id bigint PRIMARY KEY, name text NOT NULL, version bigint NOT NULL);
        INSERT INTO things
            SELECT number, 'the thing of number ' || number, number
            FROM generate_series(1, 100000) AS number;
        VACUUM ANALYZE things;
        CREATE TABLE made (id bigint PRIMARY KEY, name text NOT NULL);
        CREATE ROLE narrow LOGIN CONNECTION LIMIT 4;
        GRANT ALL ON things, made TO narrow;
        CHECKPOINT;

        """

    private static let read = """
        \\set id random(1, 100000)
        SELECT name, version FROM things WHERE id = :id;

        """

    private static let insert = """
        \\set id random(1, 9223372036854775807)
        BEGIN;
        INSERT INTO made (id, name) VALUES (:id, 'made by a caller');
        COMMIT;

        """

    private static let bareInsert = """
        \\set id random(1, 9223372036854775807)
        INSERT INTO made (id, name) VALUES (:id, 'made by a caller');

        """
}
