import FoundationEssentials

/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5).
public enum Base64URL {
    /// Encodes bytes.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let text = Data(bytes).base64EncodedString()
        return String(
            decoding: text.utf8.compactMap { (byte: UInt8) -> UInt8? in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                case UInt8(ascii: "="): nil
                default: byte
                }
            },
            as: UTF8.self
        )
    }

    /// Decodes a text. Returns nil unless the text is exactly what `encode` would return, so that
    /// each value has a single text.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var standard = text.utf8.map { (byte: UInt8) -> UInt8 in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while !standard.count.isMultiple(of: 4) { standard.append(UInt8(ascii: "=")) }
        guard let data = Data(base64Encoded: Data(standard)), encode(data) == text else {
            return nil
        }
        return [UInt8](data)
    }
}
