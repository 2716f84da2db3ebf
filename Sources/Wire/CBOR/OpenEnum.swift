/// A string enum that may grow: an unknown case on the wire is read as `unknown`, so that an older
/// reader can work with a newer writer.
///
/// In a JSON request an unknown case is refused by name instead: no client is newer than the
/// server, and a typo must not be accepted silently. The coder handles the raw value on its own:
/// such a type needs no code of its own.
///
///     enum Verdict: String, OpenEnum { case approved, rejected, unknown }
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, FieldValue
where RawValue == String {
    /// The case for raw values that this release does not know.
    static var unknown: Self { get }
}

extension OpenEnum {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        self = Self(word: text) ?? .unknown
        if self == .unknown, type(of: decoder) == JSONNodeDecoder.self {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text.shown)” is not one of the choices."
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension RawRepresentable<String> {
    /// The case with that raw value. A text longer than any case is not compared.
    public init?(word: String) {
        guard word.isWord else { return nil }
        self.init(rawValue: word)
    }
}

extension String {
    /// Whether the text is short enough to be compared with our raw values.
    var isWord: Bool { utf8.count <= 64 }
}
