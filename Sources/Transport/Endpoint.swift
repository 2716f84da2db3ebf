/// Where a server listens, or where one is found: `HOST:PORT` as configuration writes it.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// A name or an address, without brackets.
    public let host: String
    /// 0 means that the system chooses.
    public let port: Int

    /// Reads `127.0.0.1:7101`, `[::1]:7101`, or `:7101` for every address; `nil` where the text is
    /// none of them.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard !host.isEmpty else { return nil }
        } else if host.contains(":") {
            return nil
        }
        self.host = host.isEmpty ? "0.0.0.0" : String(host)
        self.port = port
    }

    /// Reads where a peer is found: it has a host, and a port that is not 0. Throws
    /// `TransportError.malformedEndpoint`.
    public init(ofPeer text: String) throws {
        guard let endpoint = Endpoint(text), endpoint.port > 0, !text.hasPrefix(":") else {
            throw TransportError.malformedEndpoint(text)
        }
        self = endpoint
    }

    /// An address, already without brackets.
    init(address: String, port: Int) {
        host = address
        self.port = port
    }

    public var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
