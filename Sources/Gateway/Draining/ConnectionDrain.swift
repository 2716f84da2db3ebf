import ServiceLifecycle

/// Goes before the gateway when that is told to stop: takes leave of every client, while the
/// gateway still listens and answers. So nobody's request meets a port that just closed.
struct ConnectionDrain: Service {
    let connections: OpenConnections

    /// Below the limit of the whole process, so that services behind the gateway are still asked.
    private static let limit = Duration.seconds(8)

    func run() async throws {
        try? await gracefulShutdown()
        if !Task.isCancelled { await connections.drain(within: Self.limit) }
    }
}
