import Foundation

/// Finds the settings that the executables read in their sources.
enum ReadSettings {
    /// `GAUNTLET_…` for a key such as `http.listen`.
    static func variable(_ key: String) -> String {
        "GAUNTLET_" + key.uppercased().replacing(".", with: "_")
    }

    /// The settings that every process may read, besides those that depend on the process.
    static func common() throws -> Set<String> {
        try Repository.paths(in: "Sources/Launch").filter { $0.hasSuffix(".swift") }
            .reduce(into: []) { keys, name in
                keys.formUnion(self.keys(in: try Repository.text("Sources/Launch/\(name)")))
            }
    }

    /// The settings that one executable reads.
    static func own(_ service: String) throws -> Set<String> {
        keys(in: try main(service))
    }

    static func main(_ service: String) throws -> String {
        try Repository.paths(in: "Sources/\(service)")
            .map { try Repository.text("Sources/\(service)/\($0)") }
            .joined(separator: "\n")
    }

    /// The services that a process calls, by name: `identity`.
    static func callees(_ service: String) throws -> Set<String> {
        Set(try main(service).matches(of: /caller\(to: \.(\w+)/).map { String($0.1) })
    }

    static func hasDatabase(_ service: String) throws -> Bool {
        try main(service).contains("host.database(")
    }

    /// Whether it serves the protocol.
    static func isAsked(_ service: String) throws -> Bool {
        try main(service).contains(/host\.run\(\s*\w+\.switchboard/)
    }

    /// The directories in which it stores files, by the name before `.directory`.
    static func directories(_ service: String) throws -> Set<String> {
        Set(try main(service).matches(of: /host\.directory\("(\w+)"\)/).map { String($0.1) })
    }

    /// Quoted keys after `settings.…(`, `choice(reader, ` and `SettingError(`; interpolated keys,
    /// such as `endpoints.\(service)`, are found by the calls that need them.
    private static func keys(in text: String) -> Set<String> {
        let pattern = /(?:settings\.\w+\(|choice\(reader,|SettingError\()\s*"([a-z.]+)"/
        return Set(text.matches(of: pattern).map { String($0.1) })
    }
}
