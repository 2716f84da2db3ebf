extension Report {
    /// Compares the processor time of two kinds of requests, after each was sent once without being
    /// measured.
    ///
    /// - Parameters:
    ///   - work: Our requests.
    ///   - contender: The others.
    ///   - target: What the median ratio must reach; `nil` only reports it.
    ///   - ours: One round of ours.
    ///   - theirs: One round of the others.
    /// - Throws: The error of a round, which ends the run.
    public func compareTime(
        _ work: String,
        with contender: String,
        target: Target?,
        ours: () async throws -> Double,
        theirs: () async throws -> Double
    ) async throws {
        if !plan.isSmoke {
            _ = try await ours()
            if !plan.isAlone { _ = try await theirs() }
        }
        try await compare(
            "processor time: \(work)",
            with: contender,
            in: .seconds,
            target: target,
            ours: ours,
            theirs: theirs
        )
    }
}
