import FoundationEssentials

/// Where a request goes: the parts of an `https` URL.
struct WebTarget: Hashable {
    static let bytesMax = 4_096

    let host: String
    let port: Int
    /// The path, with the query if there is one; empty for none.
    let path: String

    /// Whether the host is an address and not a name: no top-level domain ends with a digit.
    var isIPAddress: Bool {
        host.utf8.contains(UInt8(ascii: ":"))
            || host.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
            }
    }

    /// The host and the port as an HTTP request names them.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == 443 ? name : "\(name):\(port)"
    }

    /// Where a redirect leads: to another URL, or to a path of the same server.
    func redirected(to location: String) -> WebTarget? {
        let isPath =
            location.utf8.starts(with: "/".utf8) && !location.utf8.starts(with: "//".utf8)
        return WebTarget(isPath ? "https://\(authority)\(location)" : location)
    }

    /// The texts as a query (`?name=value&…`), in which each is one value whatever it contains.
    static func query(_ fields: [(name: String, value: String)]) -> String {
        "?" + fields.map { "\($0.name)=\(encode($0.value))" }.joined(separator: "&")
    }

    private static func encode(_ text: String) -> String {
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            let isPlain =
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || "-._~".utf8.contains(byte)
            return isPlain ? [byte] : Array("%\(hexadecimal([byte]))".utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension WebTarget {
    /// - Returns: `nil` unless the text is an `https` URL without a user and a fragment.
    init?(_ url: String) {
        guard url.utf8.count <= Self.bytesMax, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: url, encodingInvalidCharacters: false),
            parts.scheme == "https", parts.user == nil, parts.password == nil,
            parts.fragment == nil, let host = parts.host.map(Self.withoutBrackets),
            Self.isHost(host)
        else { return nil }
        let port = parts.port ?? 443
        guard (1...65_535).contains(port) else { return nil }
        let query = parts.percentEncodedQuery.map { "?\($0)" } ?? ""
        self.init(
            host: smallASCII(host),
            port: port,
            path: parts.percentEncodedPath + query
        )
    }

    private static func withoutBrackets(_ host: String) -> String {
        let isBracketed = host.utf8.first == UInt8(ascii: "[")
        return isBracketed ? String(host.dropFirst().dropLast()) : host
    }

    private static func isHost(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".-:".utf8.contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }
}

/// A text with small letters of ASCII in place of capitals.
func smallASCII(_ text: String) -> String {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return String(
        decoding: text.utf8.map { capitals.contains($0) ? $0 | 0x20 : $0 },
        as: UTF8.self
    )
}
