import Wire

/// A violation of the protocol by the other side. Each closes the connection.
enum ProtocolViolation: Error, Hashable {
    /// The bytes are not a frame.
    case frame(FrameError)
    /// A frame of a kind that this side does not accept, or not in this state.
    case unexpected(FrameKind)
    /// A frame for a call that was never opened.
    case neverOpened(UInt32)
    /// A call's id is not higher than the last.
    case idRepeated(UInt32)
    /// More calls or streams are open than the limits allow.
    case tooManyOpen
    /// Items beyond the credit that was given.
    case overspent(UInt32)
    /// More credit than any window can hold.
    case creditOverflow(UInt32)
    /// An item after its direction's end, or of a call that is not a stream.
    case noStream(UInt32)
}
