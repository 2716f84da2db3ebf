import Wire

/// The contents of a picture's URL, in few bytes whatever a client sends. It is the key of the
/// cache of verified URLs. A value says nothing about whether its signature is valid.
struct SignedURL: Hashable, Sendable {
    /// The picture; its variant has at most 16 bytes.
    let picture: MediaReference
    /// When it expires, in seconds since 1970.
    let end: Int64
    /// 43 letters and digits: Base64 of 32 bytes.
    let signature: String

    private static let variantBytesMax = 16
    private static let endBytesMax = 18
    private static let signatureBytes = 43

    /// Reads what a client sent; `nil` if it is not in the form that the gateway writes. Longer
    /// text is not examined.
    init?(_ picture: MediaReference, end: some StringProtocol, signature: some StringProtocol) {
        guard
            picture.variant.utf8.count <= Self.variantBytesMax,
            picture.variant.utf8.allSatisfy(\.isPlain),
            signature.utf8.count == Self.signatureBytes, signature.utf8.allSatisfy(\.isPlain),
            end.utf8.count <= Self.endBytesMax, end.utf8.allSatisfy(\.isDigit),
            end.utf8.first != UInt8(ascii: "0"), let end = Int64(end)
        else { return nil }
        self.picture = picture
        self.end = end
        self.signature = String(signature)
    }

    /// Reads a query exactly as the gateway writes it; `nil` for any other form, even an equivalent
    /// one.
    init?(_ picture: MediaReference, query: String) {
        let lengthMax = "e=&s=".utf8.count + Self.endBytesMax + Self.signatureBytes
        guard query.utf8.count <= lengthMax else { return nil }
        let parts = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        guard
            parts.count == 2, parts[0].starts(with: "e=".utf8), parts[1].starts(with: "s=".utf8)
        else { return nil }
        self.init(
            picture,
            end: Substring(parts[0].dropFirst(2)),
            signature: Substring(parts[1].dropFirst(2))
        )
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it is an ASCII letter, a digit, a hyphen or an underscore.
    fileprivate var isPlain: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: isDigit
        }
    }
}
