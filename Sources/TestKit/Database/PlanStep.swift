import FoundationEssentials
public import Postgres

/// A step of a statement's plan, with its counters.
public struct PlanStep: Decodable, Sendable {
    /// `Index Scan`, `Sort`.
    public let type: String
    /// The table that it reads.
    public let table: String?
    public let index: String?
    private let rows: Double
    private let loops: Double
    private let filtered: Double?
    private let rechecked: Double?
    private let hit: Int
    private let fetched: Int
    private let inputs: [PlanStep]?

    private enum CodingKeys: String, CodingKey {
        case type = "Node Type"
        case table = "Relation Name"
        case index = "Index Name"
        case rows = "Actual Rows"
        case loops = "Actual Loops"
        case filtered = "Rows Removed by Filter"
        case rechecked = "Rows Removed by Index Recheck"
        case hit = "Shared Hit Blocks"
        case fetched = "Shared Read Blocks"
        case inputs = "Plans"
    }

    /// The step and all those that feed it.
    public var all: [PlanStep] { [self] + (inputs ?? []).flatMap(\.all) }
    /// The number of blocks that the step and its inputs read, in tables, indexes and the server's
    /// catalogs.
    public var blocks: Int { hit + fetched }
    /// How many rows it gave on.
    public var given: Double { rows * loops }
    /// The number of rows that it read, including those that did not match.
    public var read: Double { (rows + (filtered ?? 0) + (rechecked ?? 0)) * loops }
    /// How many rows it sorted.
    public var sorted: Double {
        type.hasSuffix("Sort") ? (inputs ?? []).reduce(0) { $0 + $1.given } : 0
    }
}

extension PlanStep: CustomStringConvertible {
    public var description: String {
        all.map { step in
            let place = [step.table, step.index].compactMap(\.self).joined(separator: " by ")
            return "\(step.type) \(place): read \(step.read), gave \(step.given)"
        }.joined(separator: "\n")
    }
}

extension Database {
    /// Runs a statement with its generic plan, and returns the top step.
    public func plan(of sql: SQL) async throws -> PlanStep {
        let json = try await explained(sql)
        return try JSONDecoder().decode([Explained].self, from: Data(json.utf8))[0].plan
    }
}

private struct Explained: Decodable {
    let plan: PlanStep

    private enum CodingKeys: String, CodingKey {
        case plan = "Plan"
    }
}
