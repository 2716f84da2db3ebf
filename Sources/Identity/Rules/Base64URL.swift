import FoundationEssentials

extension [UInt8] {
    /// The bytes in base64url without padding (RFC 4648 §5).
    var base64URL: String {
        String(
            Data(self).base64EncodedString().compactMap { character in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            }
        )
    }

    /// Reads what `base64URL` writes, and nothing else.
    init?(base64URL text: String) {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let standard = String(
            text.map { character in
                switch character {
                case "-": "+"
                case "_": "/"
                default: character
                }
            }
        )
        guard let data = Data(base64Encoded: standard + padding) else { return nil }
        self = Array(data)
        guard base64URL == text else { return nil }
    }
}
