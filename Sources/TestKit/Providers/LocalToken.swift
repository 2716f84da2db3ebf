import Values

/// An identity token as a provider makes it, or as an attacker changes it.
public struct LocalToken: Sendable {
    /// The members of the header, each as JSON.
    public var header: [String: String]
    /// The claims, each as JSON.
    public var claims: [String: String]

    public init(header: [String: String], claims: [String: String]) {
        (self.header, self.claims) = (header, claims)
    }

    /// The part that is signed.
    public var content: String {
        "\(Self.part(Self.json(header))).\(Self.part(Self.json(claims)))"
    }

    /// The whole token, signed with a key.
    public func signed(with key: LocalKey) throws -> String {
        try "\(content).\(Base64URL.encode(key.sign(content)))"
    }

    /// A text as JSON, with `/` escaped, as Facebook writes it.
    public static func text(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            "\"\\/".unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(scalar)"
        }
        return "\"\(scalars.joined())\""
    }

    public static func part(_ json: String) -> String { Base64URL.encode(json.utf8) }

    static func json(_ members: [String: String]) -> String {
        let parts = members.sorted { $0.key < $1.key }.map { "\(text($0.key)):\($0.value)" }
        return "{\(parts.joined(separator: ","))}"
    }
}
