/// A value of a YAML document; the members of a mapping keep their order.
indirect enum YAMLNode: Sendable {
    /// A number, `true` or `false`, or any value as JSON.
    case plain(String)
    case text(String)
    case list([YAMLNode])
    case map([(String, YAMLNode)])

    /// A mapping to another part of the document.
    static func reference(_ path: String) -> YAMLNode {
        ["$ref": .text("#/components/\(path)")]
    }

    /// The value as a block, indented by some columns.
    func block(indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        switch self {
        case .plain, .text:
            return [margin + (inline(width: .max) ?? "")]
        case .list(let items):
            return items.flatMap { item -> [String] in
                var lines =
                    item.inline(width: .max).map { [margin + "  " + $0] }
                    ?? item.block(indent: indent + 2)
                lines[0] = margin + "- " + lines[0].dropFirst(indent + 2)
                return lines
            }
        case .map(let members):
            return members.flatMap { key, value -> [String] in
                let head = margin + (Self.isPlain(key) ? key : Self.quoted(key)) + ":"
                // A summary is one line, however long.
                let width = key == "summary" ? .max : Self.width - head.count - 1
                if let line = value.inline(width: width) {
                    return ["\(head) \(line)"]
                }
                if case .text(let text) = value {
                    return ["\(head) |"] + Self.wrapped(text, indent: indent + 2)
                }
                return [head] + value.block(indent: indent + 2)
            }
        }
    }

    /// The value on one line; `nil` if it takes several, or more columns.
    private func inline(width: Int) -> String? {
        let line: String
        switch self {
        case .plain(let text): return text
        case .text(let text):
            guard !text.contains("\n") else { return nil }
            line = Self.isPlain(text) ? text : Self.quoted(text)
        case .list(let items):
            let words = items.compactMap(\.word)
            guard words.count == items.count else { return nil }
            line = "[\(words.joined(separator: ", "))]"
        case .map(let members):
            guard members.allSatisfy({ $0.0 == "$ref" }) else { return nil }
            let words = members.compactMap { key, value in
                value.inline(width: .max).map { "\(key): \($0)" }
            }
            line = "{\(words.joined(separator: ", "))}"
        }
        return line.count <= width ? line : nil
    }

    /// A number, or a text as an element of a list in brackets; `nil` for other values.
    private var word: String? {
        switch self {
        case .plain(let text): text
        case .text(let text):
            text.wholeMatch(of: /[\w\/.-]+/) != nil && Self.isPlain(text) ? text : Self.quoted(text)
        case .list, .map: nil
        }
    }

    /// Whether a text means itself without quotes.
    private static func isPlain(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z$\/](?:[^:#\n\\]|:(?! |$))*/) != nil && !text.hasSuffix(" ")
            && !["true", "false", "null", "yes", "no", "on", "off"].contains(text.lowercased())
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    private static let width = 100

    /// Lines of at most `width` columns; an empty line ends a paragraph, and a line that begins
    /// with an asterisk is one of its own.
    private static func wrapped(_ text: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            var lines = [""]
            for word in paragraph.split(separator: " ") {
                let line = lines[lines.count - 1]
                if line.isEmpty {
                    lines[lines.count - 1] = String(word)
                } else if indent + line.count + 1 + word.count <= width {
                    lines[lines.count - 1] += " \(word)"
                } else {
                    lines.append((paragraph.hasPrefix("* ") ? "  " : "") + word)
                }
            }
            return lines.map { $0.isEmpty ? "" : margin + $0 }
        }
    }
}

extension YAMLNode: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .text(value) }
}

extension YAMLNode: ExpressibleByBooleanLiteral {
    init(booleanLiteral value: Bool) { self = .plain("\(value)") }
}

extension YAMLNode: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int) { self = .plain("\(value)") }

    init(_ number: Int) { self = .plain("\(number)") }
}

extension YAMLNode: ExpressibleByArrayLiteral {
    typealias ArrayLiteralElement = YAMLNode

    init(arrayLiteral elements: YAMLNode...) { self = .list(elements) }
}

extension YAMLNode: ExpressibleByDictionaryLiteral {
    typealias Key = String
    typealias Value = YAMLNode

    init(dictionaryLiteral elements: (String, YAMLNode)...) { self = .map(elements) }
}
