import ServiceLifecycle

/// Drains the client connections when the process is told to stop, while the gateway still
/// responds. The gateway keeps listening meanwhile, unless another process listens on the same
/// socket: no request meets a closed port.
struct ConnectionDrain: Service {
    let connections: OpenConnections

    /// Less than the shutdown limit of the whole process, so that the services behind the gateway
    /// can still be called.
    private static let limit = Duration.seconds(8)

    func run() async throws {
        try? await gracefulShutdown()
        if !Task.isCancelled { await connections.drain(within: Self.limit) }
    }
}
