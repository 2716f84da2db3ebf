public import NIOCore

/// A remote call to a service. The type is the whole contract: its number, its fields, its reply,
/// what a repetition does and who may make it.
public protocol Call: Codable, Sendable {
    /// The result of a successful call.
    associatedtype Reply: Codable & Sendable

    /// The number on the wire. Never changed, never reused.
    static var id: CallID { get }

    /// The effect of a second delivery of the same call.
    static var effect: Effect { get }

    /// Who may make the call. There is no default: each call must decide.
    static var access: Access { get }
}

/// A call that streams items: `Up` from the caller, `Down` to the caller.
public protocol StreamCall: Call {
    /// The type of the items that the caller sends.
    associatedtype Up: StreamItem
    /// The type of the items that the service sends.
    associatedtype Down: StreamItem

    /// Whether the call runs until its caller cancels it. A server that stops does not wait for
    /// such a call: it ends it with `wire.unavailable`, and the caller opens it again elsewhere.
    static var isEndless: Bool { get }
}

extension StreamCall {
    public static var isEndless: Bool { false }
}

/// An item of a stream. A `ByteBuffer` is sent as it is; everything else as CBOR.
///
/// An item is at most `Limits.itemBytesMax` long.
public protocol StreamItem: Sendable {
    /// Encodes the item.
    func streamed() throws -> ByteBuffer
    /// Decodes an item.
    init(streamed bytes: ByteBuffer) throws
}

extension StreamItem where Self: Codable {
    public func streamed() throws -> ByteBuffer {
        try WireEncoder().encode(self)
    }

    public init(streamed bytes: ByteBuffer) throws {
        self = try WireDecoder().decode(Self.self, from: bytes)
    }
}

extension ByteBuffer: StreamItem {
    public func streamed() -> ByteBuffer {
        self
    }

    public init(streamed bytes: ByteBuffer) {
        self = bytes
    }
}

/// The item of a direction in which nothing flows, and the reply of a call that only acts.
public struct Nothing: Codable, Hashable, Sendable, StreamItem {
    public init() {}
}

/// A call that a service sends through its outbox, with the transaction that caused it.
///
/// Delivered at least once, in order per key; the receiver drops duplicates
/// (2.14-between-services).
public protocol Event: Call where Reply == Nothing {
    /// Events with the same key arrive in the order in which their transactions committed.
    var orderingKey: EventKey { get }
}

/// An event that can be sent as one with those that follow it, while they wait together.
///
/// The joined event has the id of its last part, so a part may arrive again in another event:
/// applying it again must change nothing.
public protocol JoinableEvent: Event {
    /// The event with the effect of this one followed by the next one of the same key; `nil` if the
    /// two must be sent apart.
    func joined(with next: Self) -> Self?
}
