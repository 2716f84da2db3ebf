import Testing

/// Waits until the condition holds; fails the test when it does not within a minute.
func eventually(
    _ what: Comment,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(2))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}
