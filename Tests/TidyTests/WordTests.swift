import Foundation
import Testing

/// What may not stand in `Sources`, and where it may all the same, each with its reason.
private struct Ban: Sendable, CustomTestStringConvertible {
    let words: String
    /// Paths, or beginnings of paths, and why they may.
    var except: [String: String] = [:]

    var testDescription: String { words }
}

private let bans = [
    Ban(words: "@unchecked Sendable", except: uncheckedSendable),
    Ban(words: "nonisolated(unsafe)"),
    Ban(words: "@preconcurrency import"),
    Ban(
        words: "Task {",
        except: [
            "Sources/Transport/": "a call runs beside the connection that brought it",
            "Sources/Launch/": "the process' own loops",
            "Sources/Postgres/LocalLocks/LocalLocks.swift":
                "ends a wait that lasts too long, and is cancelled with it",
            "Sources/RPC/Streams/LocalStream.swift":
                "a stream's handler runs beside whoever opened it",
            "Sources/Values/Uncancelled.swift": "awaited where it begins; has no other form",
        ]
    ),
    Ban(words: "Task.detached"),
    Ban(words: "try!"),
    Ban(words: "fatalError("),
    Ban(words: "DispatchQueue"),
    Ban(
        words: "static var ",
        except: [
            "Sources/TestKit/Database/FreshDatabase.swift": "a task-local value has no other form"
        ]
    ),
    // Zones alone reads a zone: Foundation's takes 9 MB a process.
    Ban(words: "TimeZone("),
    Ban(words: "TODO"),
    Ban(words: "FIXME"),
    Ban(
        words: "print(",
        except: ["Sources/gauntlet/": "the operator's command speaks to a person"]
    ),
]

private let uncheckedSendable = [
    "Sources/Postgres/Values/QueryResult.swift":
        "libpq never changes a result that it has handed out; it is cleared with its last reference"
]

/// Suffixes that say nothing about a type.
private let emptySuffixes = ["Service", "Manager", "Handler", "Helper", "Util", "Utils", "Impl"]

struct WordTests {
    private static let sources = Repository.files(in: "Sources")
    /// Without comments and quotes, read once for all bans.
    private static let code = sources.map { (path: $0.path, lines: $0.code) }

    @Test(arguments: bans)
    private func `what is banned stands nowhere but where a reason is given`(ban: Ban) {
        for file in Self.code where !ban.except.keys.contains(where: { file.path.hasPrefix($0) }) {
            for (index, line) in file.lines.enumerated() where Self.stands(ban.words, in: line) {
                // A computed property is no state: its line opens a brace and assigns nothing.
                if ban.words == "static var ", line.contains("{") || !line.contains("=") {
                    continue
                }
                Issue.record("\(file.path):\(index + 1): \(ban.words)")
            }
        }
    }

    /// Whether the words stand in the line, not as the end of a longer word: `addTask {` is none.
    private static func stands(_ words: String, in line: String) -> Bool {
        line.ranges(of: words).contains { range in
            guard let first = words.first, first.isLetter, range.lowerBound > line.startIndex
            else { return true }
            let before = line[line.index(before: range.lowerBound)]
            return !before.isLetter && !before.isNumber && before != "_"
        }
    }

    @Test func `no type is named by an empty suffix`() throws {
        let declaration = /\b(?:struct|class|enum|actor|protocol) ([A-Z]\w*)/
        for file in Self.code {
            for line in file.lines {
                guard let name = line.firstMatch(of: declaration)?.1 else { continue }
                // What NIO calls a handler is one.
                if name.hasSuffix("Handler"), line.contains(/: Channel\w*Handler\b/) { continue }
                #expect(!emptySuffixes.contains { name.hasSuffix($0) }, "\(file.path): \(name)")
            }
        }
    }

    @Test func `no file names a machine's own path`() {
        let everything =
            Self.sources + Repository.files(in: "Tests")
            + Repository.files(in: "protocol", endings: ["md", "txt", "hex"])
        for file in everything where file.target != "TidyTests" {
            for path in ["/work/", "/root/", "/home/"] {
                #expect(!file.text.contains("\"\(path)"), "\(file.path) names \(path)")
            }
        }
    }
}
