import Foundation
public import Measuring
import Postgres
import Staging

/// Ranks among many players compared with ranks among few, and what the board costs a payment.
///
/// Every call goes through the scoring service's switchboard, on a server that flushes to disk.
/// With `BENCH_PLAYERS=10000000` in the environment, a board of that size is created and measured
/// too, which takes some minutes and gigabytes.
public struct BoardSuite: Suite {
    public let name = "boards"

    public init() {}

    public func measure(into report: Report) async throws {
        let isSmoke = report.plan.isSmoke
        let asked = ProcessInfo.processInfo.environment["BENCH_PLAYERS"].flatMap { Int($0) }
        try await PrivateServer.with { server in
            let few = try await Players.settle(isSmoke ? 100 : 10_000, on: server)
            let many = try await Players.settle(isSmoke ? 1_000 : 1_000_000, on: server)
            try await ranks(of: many, beside: few, target: .atMost(1.5), into: report)
            try await parts(of: many, beside: few, into: report)
            try await counting(among: many, into: report)
            try await payments(to: many, on: server, into: report)
            if let asked {
                let most = try await Players.settle(asked, on: server)
                try await ranks(of: most, beside: few, target: nil, into: report)
                try await parts(of: most, beside: few, into: report)
                await most.database.close()
            }
            await few.database.close()
            await many.database.close()
            try await contests(on: server, into: report)
        }
    }

    /// One player's rank in an open contest, in time and in buffers: many players are ranked by the
    /// board that counts them, a hundred by one statement.
    private func contests(on server: PrivateServer, into report: Report) async throws {
        let turn = report.plan.turn
        let counts = report.plan.isSmoke ? [100, 1_100] : [100, 10_000, 1_000_000]
        let contests = try await Swimmers.settle(counts, on: server)
        let few = contests[0]
        for many in contests.dropFirst() {
            try await report.compare(
                "rank of one of \(many.words) in a contest",
                with: "of \(few.words)",
                in: .seconds,
                target: .atMost(3),
                ours: { try await many.time(turn) },
                theirs: { try await few.time(turn) }
            )
            try await report.compare(
                "buffers read for a rank of one of \(many.words) in a contest",
                with: "of \(few.words)",
                in: .bytes,
                target: .atMost(3),
                ours: { try await many.bytesRead() },
                theirs: { try await few.bytesRead() }
            )
        }
        await few.close()
    }

    /// One player's rank: its cost among many players and among few.
    private func ranks(
        of many: Players,
        beside few: Players,
        target: Target?,
        into report: Report
    ) async throws {
        let turn = report.plan.turn
        try await report.compare(
            "rank of one player among \(many.words)",
            with: "among \(few.words)",
            in: .seconds,
            target: target,
            ours: { try await many.time(turn) { try await many.rank(of: $0) } },
            theirs: { try await few.time(turn) { try await few.rank(of: $0) } }
        )
    }

    /// Calls that show several players.
    private func parts(
        of many: Players,
        beside few: Players,
        into report: Report
    ) async throws {
        let turn = report.plan.turn
        try await report.compare(
            "20 neighbours of one player among \(many.words)",
            with: "among \(few.words)",
            in: .seconds,
            ours: { try await many.time(turn) { try await many.neighbours(of: $0) } },
            theirs: { try await few.time(turn) { try await few.neighbours(of: $0) } }
        )
        try await report.compare(
            "top page of 20 among \(many.words)",
            with: "among \(few.words)",
            in: .seconds,
            ours: { try await many.time(turn) { _ in try await many.top() } },
            theirs: { try await few.time(turn) { _ in try await few.top() } }
        )
    }

    /// The rank without a board: an index on points, and a count.
    private func counting(among many: Players, into report: Report) async throws {
        let turn = report.plan.turn
        try await report.compare(
            "rank of one player among \(many.words)",
            with: "counting those above",
            in: .seconds,
            ours: { try await many.time(turn) { try await many.rank(of: $0) } },
            theirs: { try await many.time(turn) { try await many.count(above: $0) } }
        )
    }

    /// Payments with a board that compacts them meanwhile, compared with the release before the
    /// board.
    private func payments(
        to many: Players,
        on server: PrivateServer,
        into report: Report
    ) async throws {
        let plain = try await Players.settle(many.count, on: server, hasBoard: false)
        let turn = report.plan.turn
        try await report.compare(
            "payments to two of \(many.words), 64 callers, folds beside them",
            with: "without a board",
            in: .rate,
            ours: { try await many.folding { try await many.pay(by: 64, during: turn) } },
            theirs: { try await plain.pay(by: 64, during: turn) }
        )
        try await report.compare(
            "rank among \(many.words) while 16 callers pay",
            with: "while nobody pays",
            in: .seconds,
            ours: {
                try await many.folding {
                    async let paid = many.pay(by: 16, during: turn)
                    let time = try await many.time(turn) { try await many.rank(of: $0) }
                    _ = try await paid
                    return time
                }
            },
            theirs: { try await many.time(turn) { try await many.rank(of: $0) } }
        )
        await plain.database.close()
    }
}
