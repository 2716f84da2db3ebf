import Foundation
import Synchronization
import TestKit
import Testing

@testable import Postgres

/// Reads from a database, and notes the statements.
final class StatementLog: Reader {
    private let database: Database
    private let noted = Mutex<[SQL]>([])

    init(_ database: Database) {
        self.database = database
    }

    var statements: [SQL] { noted.withLock { $0 } }

    func all<Value: Sendable>(
        _ sql: SQL,
        _ route: Route,
        _ read: @Sendable (inout Row) throws -> Value
    ) async throws -> [Value] {
        noted.withLock { $0.append(sql) }
        return try await database.all(sql, route, read)
    }
}

/// A step of a statement's plan, and what it did.
struct PlanStep: Decodable {
    /// `Index Scan`, `Sort`.
    let type: String
    /// The table that it reads.
    let table: String?
    let index: String?
    private let rows: Double
    private let loops: Double
    private let filtered: Double?
    private let rechecked: Double?
    private let inputs: [PlanStep]?

    private enum CodingKeys: String, CodingKey {
        case type = "Node Type"
        case table = "Relation Name"
        case index = "Index Name"
        case rows = "Actual Rows"
        case loops = "Actual Loops"
        case filtered = "Rows Removed by Filter"
        case rechecked = "Rows Removed by Index Recheck"
        case inputs = "Plans"
    }

    /// The step and all those that feed it.
    var all: [PlanStep] { [self] + (inputs ?? []).flatMap(\.all) }
    /// How many rows it gave on.
    var given: Double { rows * loops }
    /// How many rows it read, those included that did not fit.
    var read: Double { (rows + (filtered ?? 0) + (rechecked ?? 0)) * loops }
    /// How many rows it sorted.
    var sorted: Double {
        type.hasSuffix("Sort") ? (inputs ?? []).reduce(0) { $0 + $1.given } : 0
    }
}

extension PlanStep: CustomStringConvertible {
    var description: String {
        all.map { step in
            let place = [step.table, step.index].compactMap(\.self).joined(separator: " by ")
            return "\(step.type) \(place): read \(step.read), gave \(step.given)"
        }.joined(separator: "\n")
    }
}

extension Database {
    /// Runs a statement with the plan that it has for all values, and returns what that did.
    func plan(of sql: SQL) async throws -> PlanStep {
        let places = sql.binds.types.indices.map { "$\($0 + 1)" }
        let types = places.map { "pg_typeof(\($0))::text" }.joined(separator: ", ")
        let values = places.map { "quote_nullable(\($0)::text)" }.joined(separator: ", ")
        let json = try await transaction { tx in
            let given = try await tx.one(
                SQL(verbatim: "SELECT ARRAY[\(types)], ARRAY[\(values)]", binds: sql.binds)
            ) { row in
                try (types: row.next([String].self), values: row.next([String].self))
            }
            let types = given.types.joined(separator: ", ")
            let values = given.values.joined(separator: ", ")
            try await tx.run(SQL(verbatim: "PREPARE listed (\(types)) AS \(sql.text)"))
            let json = try await tx.one(
                SQL(verbatim: "EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE listed (\(values))")
            ) { row in
                try row.next(String.self)
            }
            try await tx.run("DEALLOCATE listed")
            return json
        }
        let explained = try JSONDecoder().decode([Explained].self, from: Data(json.utf8))
        return explained[0].plan
    }
}

/// Expects that a read is one statement that finds something by an index, and reads and sorts
/// little else.
func expectPlan(
    finding found: Int,
    reading reads: Int,
    sorting sorts: Int = .max,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ read: (StatementLog) async throws -> Void
) async throws {
    let log = StatementLog(.fresh)
    try await read(log)
    #expect(log.statements.count == 1, sourceLocation: sourceLocation)
    for statement in log.statements {
        let plan = try await Database.fresh.plan(of: statement)
        #expect(Int(plan.given) == found, "\(plan)", sourceLocation: sourceLocation)
        for step in plan.all {
            #expect(step.type != "Seq Scan", "\(plan)", sourceLocation: sourceLocation)
            #expect(step.read <= Double(reads), "\(plan)", sourceLocation: sourceLocation)
            #expect(step.sorted <= Double(sorts), "\(plan)", sourceLocation: sourceLocation)
        }
    }
}

private struct Explained: Decodable {
    let plan: PlanStep

    private enum CodingKeys: String, CodingKey {
        case plan = "Plan"
    }
}
