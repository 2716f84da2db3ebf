/// A key identified by its text, or an item by its index.
struct WireKey: CodingKey, Hashable {
    let stringValue: String
    let intValue: Int?

    /// The key of the superclass for `superEncoder()` and `superDecoder()`.
    static let `super` = WireKey(stringValue: "super")

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    init(_ key: some CodingKey) {
        self.init(stringValue: key.stringValue)
    }
}

extension [any CodingKey] {
    /// The path as a JSON pointer (RFC 6901): `/recipients/2`, and an empty text for the root.
    var pointer: String {
        map { "/" + $0.stringValue.pointerToken }.joined()
    }
}

extension String {
    /// Whether both have the same bytes; canonically equivalent texts can differ.
    func hasBytes(of other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var (one, other) = (self, other)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                unsafe ShortBytes.areEqual(
                    UnsafeRawBufferPointer(one),
                    UnsafeRawBufferPointer(other)
                )
            }
        }
    }

    /// The first 64 bytes up to a whole character, and a sign that more followed; a shorter text
    /// unchanged.
    var shown: String {
        guard utf8.count > 64 else { return self }
        var end = utf8.index(startIndex, offsetBy: 64)
        while UTF8.isContinuation(utf8[end]) { utf8.formIndex(before: &end) }
        return String(self[..<end]) + "…"
    }

    /// The text as one token of a JSON pointer; truncated when very long, because it came from a
    /// peer.
    var pointerToken: String {
        var token = ""
        for scalar in shown.unicodeScalars {
            switch scalar {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(scalar)
            }
        }
        return token
    }
}
