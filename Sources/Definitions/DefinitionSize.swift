// The maximum number of bytes that a definition takes in a reply. Field names, numbers, people and
// pictures count at their maximum, and texts by their bytes.

extension DefinitionRecord {
    package var size: Int {
        3_072 + [name, caption, description, unit ?? ""].reduce(0) { $0 + $1.utf8.count }
    }
}
