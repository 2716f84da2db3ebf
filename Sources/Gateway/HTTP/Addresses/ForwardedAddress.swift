import HTTPTypes
import Values

/// Finds the client's address behind proxies. Limits count this address, and services see it.
///
/// Proxies append to the right. The list is read from the right, starting with the connection's own
/// address, for as long as each address is a trusted proxy. The first that is not is the client.
/// Everything further to the left is only the client's claim.
struct ForwardedAddress: Sendable {
    /// The trusted proxies.
    let proxies: Networks

    /// - Parameters:
    ///   - peer: The address that the connection comes from.
    ///   - headers: The request's headers, of which `X-Forwarded-For` and `Forwarded` (RFC 7239)
    ///     are read.
    /// - Returns: The client's address; `nil` if the connection has none.
    func client(peer: IPAddress?, _ headers: HTTPFields) -> IPAddress? {
        guard let peer else { return nil }
        guard proxies.contains(peer) else { return peer }
        let plain = headers[values: .xForwardedFor].flatMap(Self.elements).map(Self.address(of:))
        let standard = headers[values: .forwarded].flatMap(Self.elements).map(Self.address(in:))
        if plain.isEmpty { return walk(standard, from: peer) }
        if standard.isEmpty { return walk(plain, from: peer) }
        // A proxy that writes one of the two passes the other on as the client wrote it, so an
        // address counts only if both agree on it.
        let (one, other) = (walk(plain, from: peer), walk(standard, from: peer))
        return one == other ? one : peer
    }

    /// Whether a trusted proxy says that the client, or the proxy before it, used HTTPS.
    ///
    /// - Parameters:
    ///   - peer: The address that the connection comes from.
    ///   - headers: The request's headers, of which `X-Forwarded-Proto` and `Forwarded` are read.
    /// - Returns: Whether it says so.
    func isHTTPS(peer: IPAddress?, _ headers: HTTPFields) -> Bool {
        guard let peer, proxies.contains(peer) else { return false }
        let plain = headers[values: .xForwardedProto].flatMap(Self.elements)
        let standard = headers[values: .forwarded].flatMap(Self.elements)
        return plain.contains { $0.withoutBlanks.isWord("https") }
            || standard.contains { Self.value(of: "proto", in: $0)?.isWord("https") == true }
    }

    private func walk(_ hops: [IPAddress?], from peer: IPAddress) -> IPAddress {
        var client = peer
        for hop in hops.reversed() {
            // Stops at what is not an address, such as `unknown`.
            guard proxies.contains(client), let hop else { break }
            client = hop
        }
        return client
    }

    /// Splits a list at its commas, except those within quotes.
    private static func elements(_ list: String) -> [Substring.UTF8View] {
        var isQuoted = false
        return list.utf8.split(omittingEmptySubsequences: false) { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
    }

    /// The `for` of one element: `for="[2001:db8::1]:4711";proto=https`.
    private static func address(in element: Substring.UTF8View) -> IPAddress? {
        value(of: "for", in: element).flatMap(address(of:))
    }

    /// The value of one element's parameter.
    private static func value(
        of name: String,
        in element: Substring.UTF8View
    ) -> Substring.UTF8View? {
        for pair in element.split(separator: UInt8(ascii: ";")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard parts.count == 2, parts[0].withoutBlanks.isWord(name) else { continue }
            return parts[1].withoutBlanks.withoutQuotes
        }
        return nil
    }

    /// An address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`,
    /// `[2001:db8::1]:80`.
    private static func address(of text: Substring.UTF8View) -> IPAddress? {
        let text = text.withoutBlanks
        if text.first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            return IPAddress(Substring(text[..<end].dropFirst()))
        }
        let isWithPort = text.count(where: { $0 == UInt8(ascii: ":") }) == 1
        return IPAddress(Substring(isWithPort ? text.prefix { $0 != UInt8(ascii: ":") } : text))
    }
}
