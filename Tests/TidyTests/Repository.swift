import Foundation
import Testing

/// The repository's own files, as the tests of its order read them.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The targets of a service beside the one of its name: its features, and what they share.
    static let features = [
        "Challenges": ["ChallengesCore", "Contests", "Dares", "Definitions", "Discovery", "Goals"]
    ]

    /// A text file, by its path from the root.
    struct File: Sendable, CustomTestStringConvertible {
        let path: String
        let text: String

        var testDescription: String { path }
        var lines: [Substring] {
            (text.hasSuffix("\n") ? text.dropLast() : text[...])
                .split(separator: "\n", omittingEmptySubsequences: false)
        }
        /// The target or the test's directory: the second component.
        var target: String { String(path.split(separator: "/")[1]) }
        /// The service that the target belongs to, or the target.
        var service: String { features.first { $0.value.contains(target) }?.key ?? target }
    }

    /// All files below a directory with one of the endings.
    static func files(in directory: String, endings: Set<String> = ["swift"]) -> [File] {
        let base = root.appending(path: directory)
        guard let walk = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
        else { return [] }
        return walk.compactMap { $0 as? URL }
            .filter { endings.contains($0.pathExtension) }
            .compactMap { url in
                (try? String(contentsOf: url, encoding: .utf8)).map {
                    File(path: String(url.path.dropFirst(root.path.count + 1)), text: $0)
                }
            }
            .sorted { $0.path < $1.path }
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}

extension Repository.File {
    /// The modules that the file imports.
    var imports: Set<String> {
        Set(
            lines.compactMap { line in
                var words = line.split(separator: " ")
                while let first = words.first,
                    first.hasPrefix("@") || Self.modifiers.contains(first)
                {
                    words.removeFirst()
                }
                guard words.first == "import", words.count > 1 else { return nil }
                if Self.kinds.contains(words[1]), words.count > 2 { words.remove(at: 1) }
                return words[1].split(separator: ".").first.map(String.init)
            }
        )
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private",
    ]
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]

    /// The lines without comments and without what stands in quotes.
    var code: [String] {
        lines.map { line in
            var code = ""
            var isQuoted = false
            var last: Character = " "
            for character in line {
                if character == "\"", last != "\\" { isQuoted.toggle() }
                if !isQuoted {
                    if character == "/", last == "/" {
                        code.removeLast()
                        break
                    }
                    code.append(character)
                }
                last = character
            }
            return code
        }
    }
}
