/// A JSON value, read strictly, so that a text has the same meaning for every reader.
///
/// Foundation accepts two members with the same name and takes one of them. Here such a text is
/// refused, like everything else that RFC 8259 leaves to the reader. Names and texts are compared
/// and hashed as bytes: Unicode's equivalence takes long, and equals what differs.
enum JSON: Equatable {
    case null
    case bool(Bool)
    /// A number as it is written.
    case number(String)
    /// A text, in valid UTF-8.
    case text([UInt8])
    case array([JSON])
    case object([[UInt8]: JSON])

    /// The maximum depth of objects and lists in each other.
    static let depthMax = 8

    /// Reads a whole text; `nil` if it is not JSON.
    init?(_ bytes: some Sequence<UInt8>) {
        var reader = JSONReader(bytes: Array(bytes))
        guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
        self = value
    }

    subscript(_ name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members[Array(name.utf8)]
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    var bool: Bool? {
        guard case .bool(let bool) = self else { return nil }
        return bool
    }

    var items: [JSON]? {
        guard case .array(let items) = self else { return nil }
        return items
    }

    /// A whole number, or one with a fraction rounded down, of at most 11 digits: seconds since
    /// 1970, until the year 5138.
    var seconds: Int64? {
        guard case .number(let number) = self, let value = Double(number),
            value.magnitude < 100_000_000_000
        else { return nil }
        return Int64(value.rounded(.down))
    }

    /// An id: a text of 1 to 255 printable ASCII characters, or a whole number as it is written.
    /// Facebook has had both.
    var id: String? {
        let text: String?
        if case .number(let number) = self {
            let isWhole = number.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
            text = isWhole ? number : nil
        } else {
            text = self.text
        }
        return text.flatMap { ProviderAccount.isSubject($0) ? $0 : nil }
    }
}

extension JSON: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self = .text(Array(text.utf8)) }
}

private struct JSONReader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Whether nothing but white space follows.
    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position == bytes.count
        }
    }

    mutating func value(depth: Int) -> JSON? {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return depth < JSON.depthMax ? object(depth: depth + 1) : nil
        case UInt8(ascii: "["): return depth < JSON.depthMax ? array(depth: depth + 1) : nil
        case UInt8(ascii: "\""): return text().map { .text($0) }
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func take(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private mutating func object(depth: Int) -> JSON? {
        position += 1
        var members: [[UInt8]: JSON] = [:]
        skipSpace()
        if take("}") { return .object(members) }
        while true {
            skipSpace()
            guard let name = text() else { return nil }
            skipSpace()
            guard take(":"), let value = value(depth: depth),
                members.updateValue(value, forKey: name) == nil
            else { return nil }
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { return nil }
        }
    }

    private mutating func array(depth: Int) -> JSON? {
        position += 1
        var items: [JSON] = []
        skipSpace()
        if take("]") { return .array(items) }
        while true {
            guard let item = value(depth: depth) else { return nil }
            items.append(item)
            skipSpace()
            if take("]") { return .array(items) }
            guard take(",") else { return nil }
        }
    }

    private mutating func number() -> JSON? {
        let start = position
        _ = take("-")
        if !take("0"), digits() == 0 { return nil }
        if take("."), digits() == 0 { return nil }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            if digits() == 0 { return nil }
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
        }
        return position - start
    }

    private mutating func text() -> [UInt8]? {
        guard take("\"") else { return nil }
        var units: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return String(validating: units, as: UTF8.self) == nil ? nil : units
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                units += Array(String(scalar).utf8)
            case 0x20...: units.append(byte)
            default: return nil
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = peek else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: return nil
        }
        guard let first = unit() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        // The upper half of a pair: the lower one must follow.
        guard take("\\u"), let second = unit(), (0xDC00..<0xE000).contains(second) else {
            return nil
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func unit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        let digits = bytes[position..<position + 4]
        guard digits.allSatisfy({ Self.isHexadecimal($0) }) else { return nil }
        position += 4
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
