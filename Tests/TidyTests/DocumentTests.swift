import Foundation
import Testing

/// Each reader has one document, which is short, in plain English, and leads to places that exist.
struct DocumentTests {
    /// The documents, and how many lines each may have; `nil` where records decide.
    private static let documents: [String: Int?] = [
        "README.md": 200,
        "protocol/HTTP.md": 400,
        "protocol/README.md": nil,
        "deploy/README.md": 500,
        "deploy/UPGRADES.md": nil,
        "deploy/SETTINGS.md": nil,
        "deploy/proxies/README.md": nil,
        "Sources/README.md": 300,
        "Tests/README.md": 120,
        "Benchmarks/README.md": nil,
        "findings/README.md": nil,
    ]
    /// Documents whose prose is older than the list of phrases.
    private static let older: Set = [
        "protocol/README.md", "deploy/proxies/README.md", "Benchmarks/README.md",
    ]

    @Test(arguments: documents.keys.sorted())
    func `a document is short enough for its reader`(path: String) throws {
        let lines = try Repository.text(path).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        // The last one is empty.
        let count = lines.count - 1
        #expect(count > 10)
        if let limit = Self.documents[path] ?? nil { #expect(count <= limit) }
    }

    @Test(arguments: documents.keys.sorted())
    func `links lead to files and headings that exist`(path: String) throws {
        let folder = path.split(separator: "/").dropLast()
        for link in try Self.prose(of: path).matches(of: /\]\(([^)\s]+)\)/).map(\.output.1)
        where !link.hasPrefix("https://") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            var target = folder[...]
            for step in parts[0].split(separator: "/") {
                if step == ".." { target = target.dropLast() } else { target.append(step) }
            }
            let file = parts[0].isEmpty ? path : target.joined(separator: "/")
            let url = Repository.root.appending(path: file)
            let isThere = FileManager.default.fileExists(atPath: url.path)
            #expect(isThere, "\(link)")
            if isThere, parts.count > 1 {
                #expect(try Self.headings(of: file).contains(String(parts[1])), "\(link)")
            }
        }
    }

    @Test(arguments: documents.keys.filter { !older.contains($0) }.sorted())
    func `a document has none of the phrases that need a second reading`(path: String) throws {
        let text = try Repository.text(path)
        #expect(Prose.oddPhrases(in: text, besides: ["is none"]) == [])
    }

    /// The text without its blocks of code.
    private static func prose(of path: String) throws -> String {
        try Repository.text(path).replacing(/```(?:.|\n)*?```/, with: "")
    }

    /// The anchors of a document's headings.
    private static func headings(of path: String) throws -> Set<String> {
        let lines = try prose(of: path).split(separator: "\n").filter { $0.hasPrefix("#") }
        return Set(
            lines.map { line in
                line.drop { $0 == "#" || $0 == " " }.lowercased()
                    .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
                    .replacing(" ", with: "-")
            }
        )
    }
}
