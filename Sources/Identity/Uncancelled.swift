/// Runs a body to its end, also where its task is cancelled: what a password was found to be is
/// written down whether or not the caller still waits.
func uncancelled<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await Task { try await body() }.value
}
