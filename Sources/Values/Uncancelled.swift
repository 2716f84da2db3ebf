/// Runs a body to its end even if its task is cancelled: what must be recorded is recorded whether
/// or not the caller still waits.
public func uncancelled<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await Task { try await body() }.value
}
