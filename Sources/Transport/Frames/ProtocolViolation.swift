import Wire

/// What the other side did against the protocol. Each closes the connection.
enum ProtocolViolation: Error, Hashable {
    /// The bytes are no frame.
    case frame(FrameError)
    /// A frame of a kind that this side does not accept, or not now.
    case unexpected(FrameKind)
    /// A frame for a call that was never opened.
    case neverOpened(UInt32)
    /// A call's id does not rise.
    case idRepeated(UInt32)
    /// More calls or streams are open than the limits allow.
    case tooManyOpen
    /// Items beyond the credit that was given.
    case overspent(UInt32)
    /// More credit than any window can hold.
    case creditOverflow(UInt32)
    /// An item after its direction's end, or of a call that is no stream.
    case noStream(UInt32)
}
