/// Whether a process is ready, and how it is degraded. Nothing here waits.
struct Health: Sendable {
    /// A condition of readiness.
    struct Check: Sendable {
        let name: String
        let holds: @Sendable () -> Bool
    }

    /// A resource whose lack degrades the process without stopping it.
    struct Lack: Sendable {
        let reason: Degradation
        let isActive: @Sendable () -> Bool
    }

    private(set) var checks: [Check] = []
    private(set) var lacks: [Lack] = []

    mutating func require(_ name: String, _ holds: @escaping @Sendable () -> Bool) {
        checks.append(Check(name: name, holds: holds))
    }

    mutating func lacks(_ reason: Degradation, when isActive: @escaping @Sendable () -> Bool) {
        lacks.append(Lack(reason: reason, isActive: isActive))
    }

    /// The names of the conditions that do not hold.
    var missing: [String] {
        checks.filter { !$0.holds() }.map(\.name).sorted()
    }

    /// The present degradations.
    var degradations: [Degradation] {
        lacks.filter { $0.isActive() }.map(\.reason)
    }
}

/// The ways in which a ready process can be degraded: the labels of `gauntlet_degraded`.
public enum Degradation: String, CaseIterable, Sendable {
    /// No connection to that service.
    case identity, challenges, media, scoring
    /// The process may have missed revocations of sessions, so it asks identity about each token.
    case revocations
    /// The disk has no space for pictures.
    case storage
    /// Files of time zones of unfinished contests are missing.
    case zones
}
