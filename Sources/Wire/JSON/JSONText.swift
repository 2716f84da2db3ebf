/// Parses a JSON text (RFC 8259) strictly: only whitespace before or after the value, numbers and
/// escapes by the grammar, no unpaired surrogates, at most `Limits.depthMax` levels.
struct JSONText {
    private let bytes: [UInt8]
    private var index = 0
    private var path: [String] = []
    private var duplicates: [[String]] = []

    /// The maximum length of a number; no field accepts one that needs more.
    static let numberLengthMax = 128

    /// The text is not JSON, or exceeds a limit.
    struct Malformed: Error {
        var detail: String
        var offset: Int
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses the value; also returns the paths of duplicate fields, of which the first counts.
    static func parse(
        _ bytes: [UInt8]
    ) throws(Malformed) -> (value: JSONNode, duplicates: [[String]]) {
        guard unsafe bytes.withUnsafeBytes({ unsafe UTF8Check.isValid($0) }) else {
            throw Malformed(detail: "The text is not UTF-8.", offset: 0)
        }
        var text = JSONText(bytes)
        let value = try text.value(depth: 0)
        text.skipBlanks()
        guard text.index == bytes.count else { throw text.malformed("More follows the value") }
        return (value, text.duplicates)
    }

    private func malformed(_ what: String) -> Malformed {
        Malformed(detail: "\(what), at byte \(index).", offset: index)
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
        }
    }

    private mutating func value(depth: Int) throws(Malformed) -> JSONNode {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        case UInt8(ascii: "-"): return .number(try number())
        case let byte? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
            return .number(try number())
        case nil: throw malformed("The text ends where a value is expected")
        default: throw malformed("Expected a value")
        }
    }

    private mutating func word(_ word: String) throws(Malformed) {
        guard bytes[index...].starts(with: word.utf8) else {
            throw malformed("Expected a value")
        }
        index += word.utf8.count
    }

    private mutating func array(depth: Int) throws(Malformed) -> JSONNode {
        guard depth < Limits.depthMax else { throw malformed("The value is nested too deeply") }
        index += 1
        skipBlanks()
        var items: [JSONNode] = []
        if take("]") { return .array(items) }
        repeat {
            guard items.count < Limits.itemsMax else { throw malformed("A list is too long") }
            path.append(String(items.count))
            items.append(try value(depth: depth + 1))
            path.removeLast()
            skipBlanks()
        } while take(",")
        guard take("]") else { throw malformed("A list is not closed") }
        return .array(items)
    }

    private mutating func object(depth: Int) throws(Malformed) -> JSONNode {
        guard depth < Limits.depthMax else { throw malformed("The value is nested too deeply") }
        index += 1
        skipBlanks()
        let object = JSONObject()
        if take("}") { return .object(object) }
        var count = 0
        repeat {
            guard count < Limits.itemsMax else { throw malformed("An object has too many fields") }
            count += 1
            skipBlanks()
            guard next == UInt8(ascii: "\"") else {
                throw malformed("Expected the name of a field")
            }
            let key = try string()
            skipBlanks()
            guard take(":") else { throw malformed("A colon is missing") }
            path.append(key.shown)
            if !object.add(key, try value(depth: depth + 1)),
                duplicates.count < JSONProblem.fieldsMax
            {
                duplicates.append(path)
            }
            path.removeLast()
            skipBlanks()
        } while take(",")
        guard take("}") else { throw malformed("An object is not closed") }
        return .object(object)
    }

    private mutating func number() throws(Malformed) -> String {
        let start = index
        _ = take("-")
        if !take("0") {
            try digits()
        }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        guard index - start <= Self.numberLengthMax else { throw malformed("A number is too long") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() throws(Malformed) {
        let start = index
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw malformed("A digit is missing") }
    }

    private mutating func string() throws(Malformed) -> String {
        index += 1
        let start = index
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            guard byte >= 0x20 else { throw malformed("A text contains a control character") }
            index += 1
        }
        let plain = bytes[start..<index]
        if take("\"") { return String(decoding: plain, as: UTF8.self) }
        var characters = Array(plain)
        while !take("\"") {
            guard let byte = next else { throw malformed("A text is not closed") }
            guard byte >= 0x20 else { throw malformed("A text contains a control character") }
            index += 1
            if byte == UInt8(ascii: "\\") {
                characters += UTF8.encode(try escaped()) ?? .init()
            } else {
                characters.append(byte)
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Reads what follows a backslash.
    private mutating func escaped() throws(Malformed) -> Unicode.Scalar {
        guard let byte = next else { throw malformed("A text is not closed") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            var code = try codeUnit()
            if (0xD800...0xDBFF).contains(code), take("\\"), take("u") {
                let low = try codeUnit()
                guard (0xDC00...0xDFFF).contains(low) else {
                    throw malformed("A surrogate is unpaired")
                }
                code = 0x1_0000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else {
                throw malformed("A surrogate is unpaired")
            }
            return scalar
        default: throw malformed("The escape is unknown")
        }
    }

    /// Reads four hexadecimal digits.
    private mutating func codeUnit() throws(Malformed) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw malformed("An escape needs four hexadecimal digits")
            }
            code = code << 4 | UInt32(digit)
            index += 1
        }
        return code
    }
}
