import NIOCore
import TestBasics
import TestKit

/// Reads the subset of YAML that the interface uses: block mappings and sequences, plain and quoted
/// scalars, lists in brackets and mappings in braces on one line, JSON, and literal blocks.
struct YAML {
    struct Malformed: Error {
        let line: Int
        let text: String
    }

    private struct Line {
        let number: Int
        let indent: Int
        let text: String
    }

    private var lines: [Line]
    private var index = 0

    /// Returns the document as JSON values.
    static func read(_ text: String) throws -> JSONValue {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
            let indent = $1.prefix { $0 == " " }.count
            return Line(number: $0 + 1, indent: indent, text: String($1.dropFirst(indent)))
        }
        var yaml = YAML(lines: lines)
        yaml.skipBlanks()
        let value = try yaml.block(yaml.lines[yaml.index].indent)
        yaml.skipBlanks()
        guard yaml.index == lines.count else { throw yaml.malformed }
        return value
    }

    private init(lines: [Line]) {
        self.lines = lines
    }

    private var malformed: Malformed {
        let line = lines[min(index, lines.count - 1)]
        return Malformed(line: line.number, text: line.text)
    }

    private mutating func skipBlanks() {
        while index < lines.count, lines[index].text.isEmpty || lines[index].text.hasPrefix("#") {
            index += 1
        }
    }

    private mutating func block(_ indent: Int) throws -> JSONValue {
        lines[index].text.hasPrefix("- ") ? try sequence(indent) : try mapping(indent)
    }

    private mutating func sequence(_ indent: Int) throws -> JSONValue {
        var items: [JSONValue] = []
        while let line = next(at: indent), line.text.hasPrefix("- ") {
            let rest = String(line.text.dropFirst(2))
            if Self.key(of: rest) == nil {
                items.append(try scalar(rest))
                index += 1
            } else {
                lines[index] = Line(number: line.number, indent: indent + 2, text: rest)
                items.append(try mapping(indent + 2))
            }
        }
        return .array(items)
    }

    private mutating func mapping(_ indent: Int) throws -> JSONValue {
        var members: [String: JSONValue] = [:]
        while let line = next(at: indent) {
            guard let (key, rest) = Self.key(of: line.text) else { throw malformed }
            index += 1
            guard members.updateValue(try value(rest, indent), forKey: key) == nil else {
                throw Malformed(line: line.number, text: "twice: \(key)")
            }
        }
        return .object(members)
    }

    private mutating func value(_ rest: String, _ indent: Int) throws -> JSONValue {
        if rest == "|" { return .text(literal(indent)) }
        if !rest.isEmpty { return try scalar(rest) }
        skipBlanks()
        guard index < lines.count, lines[index].indent > indent else { return .null }
        return try block(lines[index].indent)
    }

    private mutating func literal(_ indent: Int) -> String {
        var text: [String] = []
        var own: Int?
        while index < lines.count, lines[index].text.isEmpty || lines[index].indent > indent {
            let line = lines[index]
            if own == nil, !line.text.isEmpty { own = line.indent }
            let deeper = String(repeating: " ", count: max(0, line.indent - (own ?? 0)))
            text.append(line.text.isEmpty ? "" : deeper + line.text)
            index += 1
        }
        while text.last == "" { text.removeLast() }
        return text.joined(separator: "\n") + "\n"
    }

    private mutating func next(at indent: Int) -> Line? {
        skipBlanks()
        guard index < lines.count, lines[index].indent == indent else { return nil }
        return lines[index]
    }

    /// Returns the key of a line, and what follows its colon.
    private static func key(of text: String) -> (String, String)? {
        if text.hasPrefix("\"") {
            guard let end = text.dropFirst().firstIndex(of: "\"") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.hasPrefix(":") else { return nil }
            return (String(text[..<end].dropFirst()), String(rest.dropFirst().drop { $0 == " " }))
        }
        if text.hasSuffix(":") { return (String(text.dropLast()), "") }
        guard !"[{'".contains(text.first ?? "["), let colon = text.firstRange(of: ": ") else {
            return nil
        }
        return (String(text[..<colon.lowerBound]), String(text[colon.upperBound...]))
    }

    private func scalar(_ text: String) throws -> JSONValue {
        switch text.first {
        case "\"", "'", "[", "{":
            if let value = try? JSONValue(reading: ByteBuffer(string: text)) { return value }
            var rest = text[...]
            let value = try flow(&rest)
            guard rest.allSatisfy({ $0 == " " }) else { throw malformed }
            return value
        default: return Self.plain(text)
        }
    }

    private static func plain(_ text: some StringProtocol) -> JSONValue {
        switch text {
        case "true": .bool(true)
        case "false": .bool(false)
        case "null": .null
        default: number(text) ?? .text(String(text))
        }
    }

    /// A number, without an exponent.
    private static func number(_ text: some StringProtocol) -> JSONValue? {
        guard text.utf8.allSatisfy({ "-.0123456789".utf8.contains($0) }) else { return nil }
        return Double(text).map { .number($0) }
    }

    /// Takes a value from the beginning of what is in brackets or braces.
    private func flow(_ rest: inout Substring) throws -> JSONValue {
        rest = rest.drop { $0 == " " }
        switch rest.first {
        case "[":
            var items: [JSONValue] = []
            try elements(of: &rest, until: "]") { rest in items.append(try flow(&rest)) }
            return .array(items)
        case "{":
            var members: [String: JSONValue] = [:]
            try elements(of: &rest, until: "}") { rest in
                guard let colon = rest.firstRange(of: ": ") else { throw malformed }
                let key = rest[..<colon.lowerBound].filter { $0 != " " && $0 != "\"" }
                rest = rest[colon.upperBound...]
                members[key] = try flow(&rest)
            }
            return .object(members)
        case "\"":
            var end = rest.index(after: rest.startIndex)
            while end < rest.endIndex, rest[end] != "\"" {
                let length = rest[end] == "\\" ? 2 : 1
                end = rest.index(end, offsetBy: length, limitedBy: rest.endIndex) ?? rest.endIndex
            }
            guard end < rest.endIndex else { throw malformed }
            let text = rest[...end]
            rest = rest[rest.index(after: end)...]
            return try JSONValue(reading: ByteBuffer(substring: text))
        case "'":
            guard let match = rest.prefixMatch(of: /'((?:[^']|'')*)'/) else { throw malformed }
            rest = rest[match.range.upperBound...]
            return .text(String(match.1).replacing("''", with: "'"))
        default:
            let text = rest.prefix { !",]}".contains($0) }
            rest = rest[text.endIndex...]
            return Self.plain(text)
        }
    }

    /// Takes a list of elements with commas between them, and both its brackets.
    private func elements(
        of rest: inout Substring,
        until end: Character,
        _ element: (inout Substring) throws -> Void
    ) throws {
        rest.removeFirst()
        while rest.first != end {
            try element(&rest)
            rest = rest.drop { $0 == " " }
            if rest.first == "," {
                rest.removeFirst()
            } else if rest.first != end {
                throw malformed
            }
        }
        rest.removeFirst()
    }
}
