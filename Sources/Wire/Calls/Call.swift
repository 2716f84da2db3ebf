public import NIOCore

/// One question that a service answers. The type is the whole contract: its number, its fields,
/// its reply, what a repetition does and who may ask.
public protocol Call: Codable, Sendable {
    /// What comes back when all went well.
    associatedtype Reply: Codable & Sendable

    /// The number on the wire. Never changed, never reused.
    static var id: CallID { get }

    /// What a second delivery of the same call would do.
    static var effect: Effect { get }

    /// Who may ask. There is no default: whoever adds a call decides.
    static var access: Access { get }
}

/// A call during which items flow: `Up` from the caller, `Down` to it.
public protocol StreamCall: Call {
    /// What the caller sends while the call runs.
    associatedtype Up: StreamItem
    /// What the service sends while the call runs.
    associatedtype Down: StreamItem

    /// Whether the call runs until its asker gives it up. A server that stops does not wait for
    /// such a call: it ends it with `wire.unavailable`, and the asker opens it again elsewhere.
    static var isEndless: Bool { get }
}

extension StreamCall {
    public static var isEndless: Bool { false }
}

/// Something that flows in a stream. `ByteBuffer` flows as it is; everything else as CBOR.
///
/// An item is at most `Limits.itemBytesMax` long.
public protocol StreamItem: Sendable {
    /// The item's bytes.
    func streamed() throws -> ByteBuffer
    /// Reads an item from its bytes.
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

/// A call that leaves a service through its outbox, with the transaction that caused it.
///
/// Delivered at least once, in order per key; the receiver drops what it has seen
/// (2.14: between services).
public protocol Event: Call where Reply == Nothing {
    /// Events of one key arrive in the order in which their transactions committed.
    var orderingKey: EventKey { get }
}
