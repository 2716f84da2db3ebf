/// How long the transport waits for what. Tests shorten it.
public struct TransportTiming: Sendable {
    /// How long the opening of a connection may take.
    public var handshake: Duration = .seconds(2)
    /// How long the other side may be silent before it is pinged.
    public var pingAfter: Duration = .seconds(5)
    /// How long the other side may be silent before the connection is closed.
    public var closeAfter: Duration = .seconds(10)
    /// How long a stopping server lets running calls run; endless streams it ends at once.
    public var drain: Duration = .seconds(10)
    /// How long a stopping server waits for a client that has seen it to close a connection on
    /// which nothing runs.
    public var farewell: Duration = .seconds(1)
    /// The deadline of a call whose context has none. Streams have no deadline of their own.
    public var call: Duration = .seconds(10)
    /// How long a call waits for a connection.
    public var connection: Duration = .seconds(3)
    /// The first pause before a connection is tried again; it doubles.
    public var firstPause: Duration = .milliseconds(10)
    /// The longest pause before a connection is tried again.
    public var longestPause: Duration = .milliseconds(500)
    /// How long an endpoint that fails is not asked; it doubles while it goes on failing.
    public var ejection: Duration = .seconds(1)
    /// The longest time for which an endpoint is not asked.
    public var longestEjection: Duration = .seconds(30)
    /// How often a host name is resolved anew while all its addresses are connected.
    public var resolution: Duration = .seconds(1)

    public init() {}

    /// What the transport uses outside tests.
    public static let standard = TransportTiming()
}
