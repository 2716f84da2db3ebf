public import Measuring
import PeerTools

/// Calls and streams of our own protocol, compared with grpc-swift-2 and bare NIO. Client and
/// server of each are separate processes: the programs `…-peer` in the directory of `bench`.
public struct CallSuite: Suite {
    public let name = "calls"

    public init() {}

    public func measure(into report: Report) async throws {
        try await Server.with("call-peer") { ours in
            try await Server.with("grpc-peer") { grpc in
                try await calls(of: ours, beside: grpc, named: "grpc-swift-2", into: report)
            }
            try await Server.with("echo-peer") { echo in
                try await echoes(of: ours, beside: echo, into: report)
            }
            try await Server.with("copy-peer") { copy in
                try await streams(of: ours, beside: copy, into: report)
            }
        }
    }

    private func calls(
        of ours: Server,
        beside grpc: Server,
        named contender: String,
        into report: Report
    ) async throws {
        let turn = report.plan.turn
        try await report.compare(
            "call of 100 bytes, 64 callers",
            with: contender,
            in: .rate,
            target: .atLeast(15),
            ours: { try await ours.asked(.call, by: 64, for: turn).rate },
            theirs: { try await grpc.asked(.call, by: 64, for: turn).rate }
        )
        try await report.compare(
            "call of 100 bytes, 1 caller: median latency",
            with: contender,
            in: .seconds,
            target: .atMost(0.1),
            ours: { try await ours.asked(.call, by: 1, for: turn).median },
            theirs: { try await grpc.asked(.call, by: 1, for: turn).median }
        )
        try await report.compare(
            "reply of 64 KiB, 64 callers",
            with: contender,
            in: .rate,
            ours: { try await ours.asked(.page, by: 64, for: turn).rate },
            theirs: { try await grpc.asked(.page, by: 64, for: turn).rate }
        )
    }

    private func echoes(
        of ours: Server,
        beside echo: Server,
        into report: Report
    ) async throws {
        let turn = report.plan.turn
        let contender = "bare NIO echo"
        try await report.compare(
            "call of 100 bytes, 64 callers",
            with: contender,
            in: .rate,
            target: .atLeast(0.5),
            ours: { try await ours.asked(.call, by: 64, for: turn).rate },
            theirs: { try await echo.asked(.call, by: 64, for: turn).rate }
        )
        try await report.compare(
            "call of 100 bytes, 1 caller: median latency",
            with: contender,
            in: .seconds,
            ours: { try await ours.asked(.call, by: 1, for: turn).median },
            theirs: { try await echo.asked(.call, by: 1, for: turn).median }
        )
        try await report.compare(
            "reply of 64 KiB, 64 callers",
            with: contender,
            in: .rate,
            ours: { try await ours.asked(.page, by: 64, for: turn).rate },
            theirs: { try await echo.asked(.page, by: 64, for: turn).rate }
        )
    }

    private func streams(
        of ours: Server,
        beside copy: Server,
        into report: Report
    ) async throws {
        let turn = report.plan.turn
        let bytes = Double(Work.streamBytes)
        try await report.compare(
            "stream of 64 MiB",
            with: "bare NIO copy",
            in: .bytesPerSecond,
            target: .atLeast(0.5),
            ours: { try await ours.asked(.stream, by: 1, for: turn).rate * bytes },
            theirs: { try await copy.asked(.stream, by: 1, for: turn).rate * bytes }
        )
        // The memory that the credit of one connection lets both processes use.
        try await report.measure(
            "stream of 64 MiB: growth of both processes' memory",
            in: .bytes,
            target: .atMost(2 * 8_388_608),
            figure: {
                let memory = ours.memory
                memory.resetPeak()
                let before = memory.resident
                let growth = try await ours.asked(.stream, by: 1, for: turn).growth
                return growth + max(0, memory.peak - before)
            }
        )
    }
}
