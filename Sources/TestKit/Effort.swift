import FoundationEssentials

/// How much work tests do that could run indefinitely.
public enum Effort {
    /// The value of `GAUNTLET_EFFORT`; 1 when it is not set.
    public static let factor: Double =
        ProcessInfo.processInfo.environment["GAUNTLET_EFFORT"].flatMap { Double($0) } ?? 1

    /// Scales a number of rounds, cases or requests; at least 1.
    public static func scaled(_ count: Int) -> Int {
        max(1, Int(Double(count) * max(0, factor)))
    }
}

/// The seed of random tests.
public enum Seed {
    /// The value of `GAUNTLET_SEED`, in decimal; a random one when it is not set. A test that uses
    /// it names it when it fails.
    public static let value: UInt64 =
        ProcessInfo.processInfo.environment["GAUNTLET_SEED"].flatMap { UInt64($0) }
        ?? UInt64.random(in: 0...UInt64.max)
}
