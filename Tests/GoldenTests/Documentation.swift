import Foundation

/// What the sources say of what travels: of the calls, of the types that they use, and of each
/// field and word, in the order of lines. `calls.txt` repeats it for those who do not read Swift.
struct Documentation {
    /// By the type's name as `calls.txt` writes it, or by that, a stroke, and the member's.
    private var texts: [String: [String]] = [:]

    /// Reads the sources of what travels.
    init() throws {
        let sources = GoldenFile.directory.deletingLastPathComponent().appending(path: "Sources")
        let targets = [
            "Wire", "IdentityAPI", "ChallengesAPI", "MediaAPI", "ScoringAPI", "OutboxAPI",
            "Gateway/Web",
        ]
        for target in targets {
            let directory = sources.appending(path: target)
            for name in try FileManager.default.subpathsOfDirectory(atPath: directory.path).sorted()
            where name.hasSuffix(".swift") {
                add(try String(contentsOf: directory.appending(path: name), encoding: .utf8))
            }
        }
    }

    /// Reads one file's text.
    init(of source: String) {
        add(source)
    }

    /// What is said of a type, without what it is a page of.
    func lines(of type: String) -> [String] {
        texts[Self.plain(type)] ?? []
    }

    /// What is said of a field or a word.
    func lines(of member: String, in type: String) -> [String] {
        texts["\(Self.plain(type))/\(member)"] ?? []
    }

    /// `Page<Person>` is a `Page`.
    private static func plain(_ type: String) -> String {
        String(type.prefix { $0 != "<" })
    }

    private mutating func add(_ source: String) {
        var scopes: [(name: String, indent: Int)] = []
        var said: [String] = []
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let indent = line.prefix { $0 == " " }.count
            let text = line.dropFirst(indent)
            if let comment = text.wholeMatch(of: /\/\/\/ ?(.*)/)?.1 {
                said.append(Self.plainly(String(comment)))
                continue
            }
            if text.hasPrefix("@") { continue }
            while let scope = scopes.last, !text.isEmpty, indent <= scope.indent {
                scopes.removeLast()
            }
            if let scope = scopes.last?.name, indent == scopes.last.map({ $0.indent + 4 }),
                let member = Self.member(text)
            {
                texts["\(scope)/\(member)"] = said
            } else if let scope = scopes.last?.name, let (property, key) = Self.codingKey(text) {
                texts["\(scope)/\(key)"] = texts["\(scope)/\(property)"]
            } else if let (name, isExtension) = Self.scope(text) {
                let parent = isExtension ? nil : scopes.last?.name
                let path = [parent, name].compactMap { $0 }.joined(separator: ".")
                if !isExtension { texts[path] = said }
                scopes.append((path, indent))
            }
            said = []
        }
    }

    /// A property that travels under another name, as the coding keys of its type say.
    private static func codingKey(_ line: Substring) -> (property: String, key: String)? {
        guard let match = line.wholeMatch(of: /case (\w+) = "(\w+)"/) else { return nil }
        return (String(match.1), String(match.2))
    }

    /// Without Swift's word for what is absent.
    private static func plainly(_ comment: String) -> String {
        comment.replacing(/(^|[.] )`nil`/) { "\($0.1)Absent" }
            .replacing("`nil`", with: "absent")
    }

    /// The type that a line opens.
    private static func scope(_ line: Substring) -> (name: String, isExtension: Bool)? {
        let opening = /(?:public )?(struct|enum|extension) ([\w.]+).*/
        guard let match = line.wholeMatch(of: opening) else { return nil }
        return (String(match.2), match.1 == "extension")
    }

    /// The stored property or the case that a line declares, by the name under which it travels.
    private static func member(_ line: Substring) -> String? {
        if let property = line.firstMatch(of: /^(?:public )?(?:let|var) (\w+): [^{]*$/)?.1 {
            return String(property)
        }
        guard let word = line.wholeMatch(of: /case `?(\w+)`?(?: = "(.*)")?/) else { return nil }
        return String(word.2 ?? word.1)
    }
}
