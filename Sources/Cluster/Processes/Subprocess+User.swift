import FoundationEssentials
import Subprocess

extension Environment {
    /// The variables that system programs and ours read in any environment.
    private static let common: Set<String> = [
        "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "PATH", "SWIFT_BACKTRACE", "TZ", "TZDIR",
    ]

    /// The environment that a process inherits: all of it, or only the variables that it may need
    /// if root starts the process for another user, who could read the environment there.
    ///
    /// - Parameters:
    ///   - user: The other user.
    ///   - isService: Whether the process is a service, which our settings are meant for.
    ///   - variables: Root's environment.
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
    /// Shields a process from Ctrl-C, because only the supervisor decides what stops when. A
    /// process of another user gets no terminal at all: through it, the process could enter
    /// commands into root's shell.
    mutating func setApart(for user: SystemUser?) {
        if user == nil { processGroupID = 0 } else { createSession = true }
    }
}

extension [String] {
    /// The command with SIGHUP ignored from its first instruction on. The program may handle it
    /// later; until then the signal would end it.
    var ignoringHangUp: [String] {
        ["/bin/sh", "-c", #"trap '' HUP; exec "$0" "$@""#] + self
    }
}
