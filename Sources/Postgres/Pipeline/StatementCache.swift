/// The statements that a connection has prepared; the least recently used are dropped when there
/// are too many.
struct StatementCache {
    private struct Entry {
        let name: String
        var lastUse: UInt64
    }

    private let countMax: Int
    private var entries: [StatementKey: Entry] = [:]
    private var uses: UInt64 = 0
    private var names: UInt64 = 0
    /// Names that the server still knows and that are not used again.
    private(set) var discarded: [String] = []

    init(countMax: Int) {
        self.countMax = countMax
    }

    /// The name of a prepared statement, and whether it must first be prepared at the server.
    mutating func name(for key: StatementKey) -> (name: String, isNew: Bool) {
        uses += 1
        if let index = entries.index(forKey: key) {
            entries.values[index].lastUse = uses
            return (entries.values[index].name, false)
        }
        if entries.count >= countMax, let oldest = entries.min(by: Self.isLessUsed)?.key {
            drop(oldest, isKnown: true)
        }
        names += 1
        let name = "s\(names)"
        entries[key] = Entry(name: name, lastUse: uses)
        return (name, true)
    }

    /// Forgets a statement, unless it was prepared again under another name meanwhile.
    ///
    /// - Parameters:
    ///   - key: The statement.
    ///   - name: The name under which it failed.
    ///   - isKnown: Whether the server still has it.
    mutating func drop(_ key: StatementKey, named name: String, isKnown: Bool) {
        guard entries[key]?.name == name else { return }
        drop(key, isKnown: isKnown)
    }

    /// Returns and clears the names that the server can forget.
    mutating func takeDiscarded() -> [String] {
        defer { discarded = [] }
        return discarded
    }

    private mutating func drop(_ key: StatementKey, isKnown: Bool) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        if isKnown { discarded.append(entry.name) }
    }

    private static func isLessUsed(
        _ left: (key: StatementKey, value: Entry),
        _ right: (key: StatementKey, value: Entry)
    ) -> Bool {
        left.value.lastUse < right.value.lastUse
    }
}
