import Postgres
package import TestKit
package import Testing

/// Checks that a read is one statement that finds its rows by an index, and reads and sorts few
/// others.
package func expectPlan(
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
