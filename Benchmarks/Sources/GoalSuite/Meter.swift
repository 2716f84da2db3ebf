import Staging

/// Measures what requests to a cluster cost.
struct Meter: Sendable {
    let cluster: StandingCluster

    private static let processes = ["challenges", "gateway", "postgres"]

    /// Has people send requests, eight at a time.
    ///
    /// - Parameters:
    ///   - people: Who sends them.
    ///   - count: How many requests each of them sends, one after the other.
    ///   - send: Sends one; receives the person and the number of the request, from 0.
    /// - Returns: Processor time in seconds per request.
    /// - Throws: The error of a request.
    func time<Asker: Sendable>(
        of people: [Asker],
        each count: Int,
        _ send: @escaping @Sendable (Asker, Int) async throws -> Void
    ) async throws -> Double {
        try await cluster.deliverEvents(of: "challenges")
        let before = try await cluster.processorTime(of: Self.processes)
        try await Callers.run(people, times: count, send)
        try await cluster.deliverEvents(of: "challenges")
        let after = try await cluster.processorTime(of: Self.processes)
        return (after - before) / Double(people.count * count)
    }
}
