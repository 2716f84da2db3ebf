/// An enum of texts that may grow: a case that this release does not know is read from the wire as
/// `unknown`, so that an older reader lives with a newer writer.
///
/// In a request (JSON) an unknown case is refused by name instead: there nobody is newer than we
/// are, and a mistyped word must not pass for a wish. The wire's coder writes the word by itself: a
/// type has no code of its own for it.
///
///     enum Verdict: String, OpenEnum { case approved, rejected, unknown }
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, FieldValue
where RawValue == String {
    /// What a case that is not known is read as.
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
    /// The case of that word. One that is longer than any is compared with none.
    public init?(word: String) {
        guard word.isWord else { return nil }
        self.init(rawValue: word)
    }
}

extension String {
    /// Whether it is short enough to be compared with words of ours.
    var isWord: Bool { utf8.count <= 64 }
}
