/// What a listener hears on a channel.
public enum Notification: Sendable, Hashable {
    /// Somebody sent this text.
    case payload(String)
    /// The connection is new, or the reader too slow: something may have been missed.
    case reconnected
}
