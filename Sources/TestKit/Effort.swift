import FoundationEssentials

/// How much a test that may go on for ever does.
public enum Effort {
    /// What `GAUNTLET_EFFORT` says: 1 where nothing is said.
    public static let factor: Double =
        ProcessInfo.processInfo.environment["GAUNTLET_EFFORT"].flatMap { Double($0) } ?? 1

    /// So many rounds, cases or requests; at least one.
    public static func scaled(_ count: Int) -> Int {
        max(1, Int(Double(count) * max(0, factor)))
    }
}

/// Where a test's chance comes from.
public enum Seed {
    /// What `GAUNTLET_SEED` says, in decimal; another each time where nothing is said. A test that
    /// draws from it names it when it fails.
    public static let value: UInt64 =
        ProcessInfo.processInfo.environment["GAUNTLET_SEED"].flatMap { UInt64($0) }
        ?? UInt64.random(in: 0...UInt64.max)
}
