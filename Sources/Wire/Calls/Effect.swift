/// The effect of a second delivery of the same call.
public enum Effect: String, Sendable {
    /// The call only reads.
    case none
    /// The call can be repeated safely: an id in it, or the context's key, identifies what it does.
    case once
    /// Every delivery acts again; `Transport` never repeats the call.
    case many
}
