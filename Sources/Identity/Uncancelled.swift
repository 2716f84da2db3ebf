/// Runs a body to its end even if its task is cancelled: the result of a password comparison is
/// recorded whether or not the caller still waits.
func uncancelled<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await Task { try await body() }.value
}
