/// Measures the cost of requests to a cluster.
public struct Meter: Sendable {
    private let cluster: StandingCluster
    private let processes: [String]
    private let services: [String]

    /// - Parameters:
    ///   - processes: The processes whose processor time counts, such as `gateway` and `postgres`.
    ///   - services: The services whose events belong to the requests. A service that receives
    ///     events of another comes after it.
    ///   - cluster: The cluster.
    public init(
        of processes: [String],
        delivering services: [String],
        in cluster: StandingCluster
    ) {
        self.processes = processes
        self.services = services
        self.cluster = cluster
    }

    /// Has people send requests, eight at a time.
    ///
    /// - Parameters:
    ///   - people: The people who send them.
    ///   - count: The number of requests that each of them sends, one after the other.
    ///   - send: Sends one; receives the person and the number of the request, from 0.
    /// - Returns: Processor time in seconds per request, until the last event is delivered.
    /// - Throws: The error of a request.
    public func time<Asker: Sendable>(
        of people: [Asker],
        each count: Int,
        _ send: @escaping @Sendable (Asker, Int) async throws -> Void
    ) async throws -> Double {
        try await deliver()
        let before = try await cluster.processorTime(of: processes)
        try await Callers.run(people, times: count, send)
        try await deliver()
        let after = try await cluster.processorTime(of: processes)
        // Less than the kernel's unit is counted as one.
        return max(0.01, after - before) / Double(people.count * count)
    }

    private func deliver() async throws {
        for service in services { try await cluster.deliverEvents(of: service) }
    }
}
