import Foundation

/// A command that a document shows after `$` in a block of ```` ```console ````, and the lines
/// below it, which are its output. Lines after `>` continue the command; `…` in the output is any
/// text.
struct DocumentedCommand {
    private(set) var text: String
    private(set) var output: [String] = []

    /// The commands of a document, in their order.
    static func all(in path: String) throws -> [DocumentedCommand] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        var commands: [DocumentedCommand] = []
        var isInBlock = false
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                isInBlock = line == "```console"
            } else if !isInBlock {
                continue
            } else if line.hasPrefix("$ ") {
                commands.append(DocumentedCommand(text: String(line.dropFirst(2))))
            } else if let last = commands.indices.last {
                if line.hasPrefix("> ") {
                    commands[last].text += "\n" + line.dropFirst(2)
                } else {
                    commands[last].output.append(line)
                }
            }
        }
        return commands
    }

    /// Whether the command printed what the document shows, if it shows any output.
    func shows(_ printed: String) -> Bool {
        guard !output.isEmpty else { return true }
        let lines = printed.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        let shown = lines.last == "" ? lines.dropLast() : lines[...]
        return shown.count == output.count
            && zip(output, shown).allSatisfy { Self.matches($1, pattern: $0) }
    }

    private static func matches(_ line: String, pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard parts.count > 1 else { return line == pattern }
        guard line.hasPrefix(parts[0]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }
}
