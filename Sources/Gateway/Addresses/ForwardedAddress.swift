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
    private static func elements(_ list: String) -> [Substring] {
        var isQuoted = false
        return list.split(omittingEmptySubsequences: false) { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }

    /// The `for` of one element: `for="[2001:db8::1]:4711";proto=https`.
    private static func address(in element: Substring) -> IPAddress? {
        for pair in element.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmed.lowercased() == "for" else { continue }
            var value = parts[1].trimmed
            if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = value.dropFirst().dropLast()
            }
            return address(of: value)
        }
        return nil
    }

    /// An address with a port or without: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`,
    /// `[2001:db8::1]:80`.
    private static func address(of text: Substring) -> IPAddress? {
        let text = text.trimmed
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            return IPAddress(text[..<end].dropFirst())
        }
        let isWithPort = text.count(where: { $0 == ":" }) == 1
        return IPAddress(isWithPort ? text.prefix { $0 != ":" } : text)
    }
}

extension Substring {
    /// Without the blanks around it.
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
