import NIOCore

/// Limits on how long a connection may keep the gateway waiting, and on how much it may send.
struct HTTPLimits: Sendable {
    /// How long a connection may stay open without a request.
    var idle = TimeAmount.seconds(60)
    /// How long the head of a request may take, from its first byte.
    var head = TimeAmount.seconds(10)
    /// How long the gateway waits for a request's body in total, in addition to the time that its
    /// bytes may take at `bytesPerSecondMin`.
    var body = TimeAmount.seconds(30)
    /// How long a response that is ready waits for the rest of a body of at most `restBytesMax`, so
    /// that the connection can stay open. A client that sends its request in two writes may hold
    /// the second until the first is acknowledged, which takes 40 ms.
    var rest = TimeAmount.milliseconds(100)
    /// The maximum number of remaining bytes of a body that a ready response waits for.
    var restBytesMax = 65_536
    /// How long the gateway waits for a client to take a response in total, in addition to the time
    /// that its bytes may take at `bytesPerSecondMin`.
    var response = TimeAmount.seconds(30)
    /// How long a client may take no byte of a response while some wait for it.
    var stall = TimeAmount.seconds(10)
    /// The lowest rate of a body or a response.
    var bytesPerSecondMin = 4_096
    /// How long a client has to close its side after it was told that the connection ends.
    var farewell = TimeAmount.seconds(5)
    /// How long a connection may stay open without a request while the gateway is stopping.
    var drain = TimeAmount.seconds(1)
    /// The maximum number of bytes of a body that are read and dropped after the last response has
    /// begun. Beyond it, the connection is closed.
    var unreadBytesMax = 33_554_432
    /// The longest URL of a request, in bytes.
    var urlBytesMax = 8_192
    /// The most bytes in the names and values of a request's headers together.
    var headerBytesMax = 32_768
    /// The most headers of a request.
    var headersMax = 100
    /// The maximum number of connections at a time; further ones wait to be accepted. It is lower
    /// if the process may not open that many files.
    var connectionsMax = 20_000
}
