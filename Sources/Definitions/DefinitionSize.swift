// How many bytes a definition takes in a reply at most. Names of fields, numbers, people and pictures
// count as much as they ever do; texts count by their bytes.

extension DefinitionRecord {
    package var size: Int {
        3_072 + [name, caption, description, unit ?? ""].reduce(0) { $0 + $1.utf8.count }
    }
}
