/// Concurrent callers, each of which makes its next call as soon as it has a reply.
public struct ClosedLoop: Sendable {
    private let callers: Int
    private let duration: Duration

    public init(_ order: Order) {
        callers = order.callers
        duration = order.duration
    }

    /// Warms up for a while, then measures.
    public func figures(
        _ ask: @escaping @Sendable () async throws -> Void
    ) async throws -> Figures {
        // The first call may wait for the connection.
        try await ask()
        let memory = ProcessMemory()
        memory.resetPeak()
        let before = memory.resident
        _ = try await spans(for: min(duration / 4, .milliseconds(500)), ask)
        let start = ContinuousClock.now
        let spans = try await spans(for: duration, ask).sorted()
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        return Figures(
            rate: Double(spans.count) / elapsed,
            median: spans[spans.count / 2] / .seconds(1),
            growth: max(0, memory.peak - before)
        )
    }

    /// The latency of each call.
    private func spans(
        for duration: Duration,
        _ ask: @escaping @Sendable () async throws -> Void
    ) async throws -> [Duration] {
        let end = ContinuousClock.now + duration
        return try await withThrowingTaskGroup(of: [Duration].self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var spans: [Duration] = []
                    var last = ContinuousClock.now
                    repeat {
                        try await ask()
                        let now = ContinuousClock.now
                        spans.append(now - last)
                        last = now
                    } while last < end
                    return spans
                }
            }
            var all: [Duration] = []
            for try await spans in group { all += spans }
            return all
        }
    }
}
