/// What a listener receives from a channel.
public enum Notification: Sendable, Hashable {
    /// A client sent this text.
    case payload(String)
    /// The connection is new, or the reader was too slow: notifications may have been missed.
    case reconnected
}
