/// What a second delivery of the same call would do.
public enum Effect: String, Sendable {
    /// The call only reads.
    case none
    /// The call may be repeated: an id in it, or the context's key, names what it does.
    case once
    /// Every delivery acts anew; `Transport` never repeats it.
    case many
}
