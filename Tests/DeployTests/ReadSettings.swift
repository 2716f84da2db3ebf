import Foundation

/// Which settings the executables read, as their source says.
enum ReadSettings {
    /// `GAUNTLET_…` for a key such as `http.listen`.
    static func variable(_ key: String) -> String {
        "GAUNTLET_" + key.uppercased().replacing(".", with: "_")
    }

    /// What every process may read, beside what depends on the process.
    static func common() throws -> Set<String> {
        try Repository.paths(in: "Sources/Launch").filter { $0.hasSuffix(".swift") }
            .reduce(into: []) { keys, name in
                keys.formUnion(self.keys(in: try Repository.text("Sources/Launch/\(name)")))
            }
    }

    /// What one executable reads for itself.
    static func own(_ service: String) throws -> Set<String> {
        keys(in: try main(service))
    }

    static func main(_ service: String) throws -> String {
        try Repository.paths(in: "Sources/\(service)")
            .map { try Repository.text("Sources/\(service)/\($0)") }
            .joined(separator: "\n")
    }

    /// Whom a process calls, by the services' names: `identity`.
    static func callees(_ service: String) throws -> Set<String> {
        Set(try main(service).matches(of: /caller\(to: \.(\w+)/).map { String($0.1) })
    }

    static func hasDatabase(_ service: String) throws -> Bool {
        try main(service).contains("host.database(")
    }

    /// Whether it answers the protocol.
    static func isAsked(_ service: String) throws -> Bool {
        try main(service).contains(/host\.run\(\w+\.switchboard/)
    }

    /// The directories that it keeps files in, by the name before `.directory`.
    static func directories(_ service: String) throws -> Set<String> {
        Set(try main(service).matches(of: /host\.directory\("(\w+)"\)/).map { String($0.1) })
    }

    /// Keys in quotes behind `settings.…(`, `choice(reader, ` and `SettingError(`; those that are
    /// put together, such as `endpoints.\(service)`, are found by what asks for them.
    private static func keys(in text: String) -> Set<String> {
        let pattern = /(?:settings\.\w+\(|choice\(reader,|SettingError\()\s*"([a-z.]+)"/
        return Set(text.matches(of: pattern).map { String($0.1) })
    }
}
