public import Testing

/// Polls until a condition is true; records an issue when it never is.
public func eventually(
    _ what: Comment,
    within limit: Duration = .seconds(180),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while true {
        if try await condition() { return }
        guard ContinuousClock.now < end else {
            Issue.record(what, sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}
