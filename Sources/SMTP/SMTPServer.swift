import FoundationEssentials

/// A mail server, as a URL names it: `smtp://user@host:587`, where TLS begins with STARTTLS, or
/// `smtps://user@host:465`, where it begins with the connection.
public struct SMTPServer: Sendable {
    let host: String
    let port: Int
    /// Whether TLS begins with the connection.
    let beginsWithTLS: Bool
    /// Who signs in; `nil` if nobody does.
    public let user: String?

    /// Reads a URL. It has no password, which is a secret, and nothing after the port.
    ///
    /// - Returns: `nil` for any other text.
    public init?(_ url: String) {
        guard url.utf8.count <= 1_000,
            let parts = URLComponents(string: url, encodingInvalidCharacters: false),
            let scheme = parts.scheme, ["smtp", "smtps"].contains(scheme),
            let host = parts.host.map(Self.withoutBrackets), Self.isHost(host),
            parts.password == nil, parts.query == nil, parts.fragment == nil,
            ["", "/"].contains(parts.path)
        else { return nil }
        let port = parts.port ?? (scheme == "smtps" ? 465 : 587)
        guard (1...65_535).contains(port) else { return nil }
        if let user = parts.user {
            guard (1...255).contains(user.utf8.count), user.utf8.allSatisfy({ $0 >= 0x20 }) else {
                return nil
            }
        }
        self.host = host
        self.port = port
        beginsWithTLS = scheme == "smtps"
        user = parts.user
    }

    /// Whether the host is this machine itself, so that nobody else reads what is sent to it.
    var isLoopback: Bool {
        host == "localhost" || host == "::1"
            || isIPAddress && host.utf8.starts(with: "127.".utf8)
    }

    /// Whether the host is an address and not a name: no top-level domain ends with a digit.
    var isIPAddress: Bool {
        host.utf8.contains(UInt8(ascii: ":"))
            || host.utf8.allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: ".") }
    }

    private static func withoutBrackets(_ host: String) -> String {
        let isBracketed = host.utf8.first == UInt8(ascii: "[")
        return isBracketed ? String(host.dropFirst().dropLast()) : host
    }

    private static func isHost(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                isDigit(byte) || ".-:".utf8.contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
