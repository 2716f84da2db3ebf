import HTTPTypes
import Values

/// Whose request it is, behind proxies: the address that counts for limits, and that services see.
///
/// What a proxy appends stands at the right. So the list is read from the right, beginning with the
/// connection itself, for as long as each address is a proxy that is trusted; the first that is not
/// is the client, whatever stands left of it, for that is only what the client says.
struct ForwardedAddress: Sendable {
    /// The proxies whose word counts.
    let proxies: Networks

    /// - Parameters:
    ///   - peer: Where the connection comes from.
    ///   - headers: What it forwards, as `X-Forwarded-For` or `Forwarded` (RFC 7239).
    /// - Returns: The client's address; `nil` where the connection has none.
    func client(peer: IPAddress?, _ headers: HTTPFields) -> IPAddress? {
        guard let peer else { return nil }
        guard proxies.contains(peer) else { return peer }
        let plain = headers[values: .xForwardedFor].flatMap(Self.elements).map(Self.address(of:))
        let standard = headers[values: .forwarded].flatMap(Self.elements).map(Self.address(in:))
        if plain.isEmpty { return walk(standard, from: peer) }
        if standard.isEmpty { return walk(plain, from: peer) }
        // A proxy that writes the one passes on the other as the client wrote it: only what both
        // say is believed.
        let (one, other) = (walk(plain, from: peer), walk(standard, from: peer))
        return one == other ? one : peer
    }

    private func walk(_ hops: [IPAddress?], from peer: IPAddress) -> IPAddress {
        var client = peer
        for hop in hops.reversed() {
            // What is no address, as `unknown`, ends the way.
            guard proxies.contains(client), let hop else { break }
            client = hop
        }
        return client
    }

    /// The elements of a list, commas within quotes not counted.
    private static func elements(_ list: String) -> [Substring.UTF8View] {
        var isQuoted = false
        return list.utf8.split(omittingEmptySubsequences: false) { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
    }

    /// The `for` of one element: `for="[2001:db8::1]:4711";proto=https`.
    private static func address(in element: Substring.UTF8View) -> IPAddress? {
        for pair in element.split(separator: UInt8(ascii: ";")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard parts.count == 2, parts[0].withoutBlanks.isWord("for") else { continue }
            return address(of: parts[1].withoutBlanks.withoutQuotes)
        }
        return nil
    }

    /// An address with a port or without: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`,
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
