/// An entity tag: the name of one state of a resource, as in `ETag` (RFC 9110 §8.8.3).
struct EntityTag: Hashable, CustomStringConvertible {
    /// The text between the quotes. Compared by its bytes: it may come from a client.
    let opaque: String
    /// Whether equal tags mean equivalent content, not identical bytes.
    let isWeak: Bool

    init(opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Whether both tags mean identical bytes.
    func isStrongly(_ other: EntityTag) -> Bool {
        !isWeak && self == other
    }

    /// Whether both tags mean equivalent content.
    func isWeakly(_ other: EntityTag) -> Bool {
        opaque.utf8.elementsEqual(other.opaque.utf8)
    }

    static func == (one: EntityTag, other: EntityTag) -> Bool {
        one.isWeak == other.isWeak && one.isWeakly(other)
    }

    func hash(into hasher: inout Hasher) {
        for byte in opaque.utf8 { hasher.combine(byte) }
    }

    var description: String {
        "\(isWeak ? "W/" : "")\"\(opaque)\""
    }
}

/// The tags in `If-Match` or `If-None-Match`.
enum EntityTags: Hashable {
    /// `*`: any state.
    case any
    /// These tags, at least one.
    case listed([EntityTag])

    /// Reads all lines of a header; `nil` for anything but `*` or a list of tags.
    init?(reading lines: [String]) {
        if lines.count == 1, lines[0].utf8[...].withoutBlanks.elementsEqual("*".utf8) {
            self = .any
            return
        }
        var reader = TagReader(text: lines.joined(separator: ",").utf8[...])
        guard let tags = reader.list(), !tags.isEmpty else { return nil }
        self = .listed(tags)
    }

    func contain(_ isSame: (EntityTag) -> Bool) -> Bool {
        switch self {
        case .any: true
        case .listed(let tags): tags.contains(where: isSame)
        }
    }
}

extension EntityTag {
    /// Reads a single tag, with nothing around it.
    init?(reading text: String) {
        var reader = TagReader(text: text.utf8[...])
        guard let tag = reader.tag(), reader.text.isEmpty else { return nil }
        self = tag
    }
}

/// Reads tags from left to right. The quoted text may contain commas.
private struct TagReader {
    var text: Substring.UTF8View

    /// Returns all tags of a list, which may have empty members; `nil` if it contains anything
    /// else.
    mutating func list() -> [EntityTag]? {
        var tags: [EntityTag] = []
        while true {
            text = text.drop { $0.isBlank || $0 == UInt8(ascii: ",") }
            if text.isEmpty { return tags }
            guard let tag = tag() else { return nil }
            tags.append(tag)
            text = text.drop(while: \.isBlank)
            guard text.isEmpty || text.first == UInt8(ascii: ",") else { return nil }
        }
    }

    mutating func tag() -> EntityTag? {
        let isWeak = text.starts(with: "W/".utf8)
        if isWeak { text = text.dropFirst(2) }
        let quote = UInt8(ascii: "\"")
        guard text.first == quote else { return nil }
        text.removeFirst()
        guard let end = text.firstIndex(of: quote) else { return nil }
        let opaque = text[..<end]
        text = text[text.index(after: end)...]
        guard opaque.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        return EntityTag(opaque: String(Substring(opaque)), isWeak: isWeak)
    }
}
