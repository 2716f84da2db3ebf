import FoundationEssentials
import Subprocess

extension Environment {
    /// What programs of the system, and of ours, read of any environment.
    private static let common: Set<String> = [
        "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "PATH", "SWIFT_BACKTRACE", "TZ",
    ]

    /// What a process inherits: all, or where root starts it for another user, who could read it
    /// there, only what it may need.
    ///
    /// - Parameters:
    ///   - user: The other user.
    ///   - isService: Whether the settings of ours are for it.
    ///   - variables: Root's.
    /// - Returns: The environment.
    static func inherited(
        by user: SystemUser?,
        isService: Bool,
        from variables: [String: String] = ProcessInfo.processInfo.environment
    ) -> Environment {
        guard user != nil else { return .inherit }
        let handedOn = variables.filter { name, _ in
            common.contains(name) || name.hasPrefix("LC_")
                || isService && name.hasPrefix("GAUNTLET_")
        }
        return .custom(
            Dictionary(
                uniqueKeysWithValues: handedOn.map { (Key(stringLiteral: $0), $1) }
            )
        )
    }
}

extension PlatformOptions {
    /// Keeps Ctrl-C from a process, for the supervisor alone decides who stops when. One of another
    /// user has no terminal at all: it could type there what root's shell then runs.
    mutating func setApart(for user: SystemUser?) {
        if user == nil { processGroupID = 0 } else { createSession = true }
    }
}

extension [String] {
    /// The command with SIGHUP ignored from its first instruction on. Later the program may have a
    /// use for it; until then the signal would end it.
    var ignoringHangUp: [String] {
        ["/bin/sh", "-c", #"trap '' HUP; exec "$0" "$@""#] + self
    }
}
