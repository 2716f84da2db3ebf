/// The transport's timeouts and intervals. Tests shorten them.
public struct TransportTiming: Sendable {
    /// How long the handshake may take.
    public var handshake: Duration = .seconds(2)
    /// How long the other side may be silent before it is pinged.
    public var pingAfter: Duration = .seconds(5)
    /// How long the other side may be silent before the connection is closed.
    public var closeAfter: Duration = .seconds(10)
    /// How long a draining server lets running calls continue; it ends endless streams at once.
    public var drain: Duration = .seconds(10)
    /// How long a draining server waits for the client, which has seen the drain, to close an idle
    /// connection.
    public var farewell: Duration = .seconds(1)
    /// The deadline of a call whose context has none. Streams have no deadline of their own.
    public var call: Duration = .seconds(10)
    /// How long a call waits for a connection.
    public var connection: Duration = .seconds(3)
    /// The first pause before reconnecting; it doubles.
    public var firstPause: Duration = .milliseconds(10)
    /// The longest pause before reconnecting.
    public var longestPause: Duration = .milliseconds(500)
    /// How long a failing endpoint gets no calls; doubles while it keeps failing.
    public var ejection: Duration = .seconds(1)
    /// The longest time for which a failing endpoint gets no calls.
    public var longestEjection: Duration = .seconds(30)
    /// How often a host name is resolved again after a successful lookup.
    public var resolution: Duration = .seconds(1)

    public init() {}

    /// The defaults, used outside tests.
    public static let standard = TransportTiming()
}
