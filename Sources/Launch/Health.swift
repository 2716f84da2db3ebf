/// Whether a process can do its work, and what it lacks meanwhile. Nothing here waits.
struct Health: Sendable {
    /// A condition of readiness.
    struct Check: Sendable {
        let name: String
        let holds: @Sendable () -> Bool
    }

    /// Something without which the process goes on, but not as it should.
    struct Lack: Sendable {
        let reason: Degradation
        let isThere: @Sendable () -> Bool
    }

    private(set) var checks: [Check] = []
    private(set) var lacks: [Lack] = []

    mutating func require(_ name: String, _ holds: @escaping @Sendable () -> Bool) {
        checks.append(Check(name: name, holds: holds))
    }

    mutating func lacks(_ reason: Degradation, when isThere: @escaping @Sendable () -> Bool) {
        lacks.append(Lack(reason: reason, isThere: isThere))
    }

    /// The conditions that do not hold.
    var missing: [String] {
        checks.filter { !$0.holds() }.map(\.name).sorted()
    }

    /// What the process lacks at present.
    var degradations: [Degradation] {
        lacks.filter { $0.isThere() }.map(\.reason)
    }
}

/// What a process that is ready may lack: the labels of `gauntlet_degraded`.
public enum Degradation: String, CaseIterable, Sendable {
    /// No connection to that service.
    case identity, challenges, media, scoring
    /// It may have missed that sessions ended, and asks identity about each token.
    case revocations
    /// The disk has no room for pictures.
    case storage
}
