import NIOCore

/// How long a connection may keep the gateway waiting, and how much it may bring.
struct HTTPLimits: Sendable {
    /// How long a connection may stay open without a request.
    var idle = TimeAmount.seconds(60)
    /// How long the head of a request may take, from its first byte.
    var head = TimeAmount.seconds(10)
    /// How long the gateway waits for a request's body in all, beside the time that its bytes have
    /// at `bytesPerSecondMin`.
    var body = TimeAmount.seconds(30)
    /// How long the gateway waits for a client to take a response in all, beside the time that its
    /// bytes have at `bytesPerSecondMin`.
    var response = TimeAmount.seconds(30)
    /// How long a client may take no byte of a response of which some wait.
    var stall = TimeAmount.seconds(10)
    /// The slowest pace of a body or a response.
    var bytesPerSecondMin = 4_096
    /// How long a client that was told that the connection ends has to close its side.
    var farewell = TimeAmount.seconds(5)
    /// How long a connection may stay open without a request while the gateway stops.
    var drain = TimeAmount.seconds(1)
    /// How much of a body is read and dropped behind its response before the connection is closed.
    var unreadBytesMax = 33_554_432
    /// The longest address of a request, in bytes.
    var urlBytesMax = 8_192
    /// The most bytes of names and values of a request's headers.
    var headerBytesMax = 32_768
    /// The most headers of a request.
    var headersMax = 100
    /// The most connections at a time; more wait to be accepted. Fewer where the process may not
    /// open as many files.
    var connectionsMax = 20_000
}
