/// The address on which a server listens or is reached: `HOST:PORT`, as in the configuration.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// A name or an address, without brackets.
    public let host: String
    /// 0 lets the system choose.
    public let port: Int

    /// Parses `127.0.0.1:7101`, `[::1]:7101`, or `:7101` for every address; returns `nil` for
    /// anything else.
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

    /// Parses a peer's endpoint, which needs a host and a port other than 0. Throws
    /// `TransportError.malformedEndpoint`.
    public init(ofPeer text: String) throws {
        guard let endpoint = Endpoint(text), endpoint.port > 0, !text.hasPrefix(":") else {
            throw TransportError.malformedEndpoint(text)
        }
        self = endpoint
    }

    /// Creates an endpoint from an address without brackets.
    init(address: String, port: Int) {
        host = address
        self.port = port
    }

    /// The descriptor of a socket that is already bound, written as `fd:N`; `nil` for an address.
    var socket: CInt? { host == "fd" ? CInt(exactly: port) : nil }

    public var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
