/// The pipelined connections that point reads share.
final class SharedLines: Sendable {
    /// A connection whose first statement waits longer than this gets no new ones.
    private static let patience = Duration.milliseconds(20).nanoseconds

    /// Statements outstanding on one connection; more are refused.
    static let outstandingMax = 4_096

    private let lines: [Line]

    init(_ plan: Line.Plan, count: Int) {
        lines = (0..<count).map { _ in Line(plan) }
    }

    func read(_ sql: SQL) async throws -> Answer {
        let line = choose()
        guard line.outstanding < Self.outstandingMax else {
            throw PostgresError.overload("too many reads wait", statement: sql.text)
        }
        return try await line.performDroppable(Request(sql, .alone))
    }

    /// Sends a statement over every connection.
    func readEverywhere(_ sql: SQL) async throws {
        for line in lines { _ = try await line.perform(Request(sql, .alone)) }
    }

    func close() async {
        for line in lines { await line.close() }
    }

    /// The line with the fewest outstanding statements; one that is stuck only where all are.
    private func choose() -> Line {
        let now = monotonicNanoseconds()
        var best = lines[0]
        var least = Int.max
        for line in lines {
            let load = Self.load(line.outstanding, headSince: line.headSince, now: now)
            guard load < least else { continue }
            best = line
            least = load
        }
        return best
    }

    /// How little a line is to be chosen.
    static func load(_ outstanding: Int, headSince head: UInt64, now: UInt64) -> Int {
        let isStuck = head != 0 && now > head && now - head > patience
        return outstanding + (isStuck ? 1 << 32 : 0)
    }
}
