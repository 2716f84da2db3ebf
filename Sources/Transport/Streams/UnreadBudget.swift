import Synchronization
import Wire

/// Bounds the bytes of items that all connections of a process together may hold unread.
///
/// A client takes a stream's whole window when it opens the stream, and gives it back when the last
/// item was read; a server does so for streams on which the client sends items, until it answers.
/// So whatever the other sides send, no more is held, and an open stream never waits until another
/// stream is read.
///
/// A connection may have as much as it leaves to others: alone it gets half of the budget, two
/// connections a third each, and so on. So there is always room for another one.
public final class UnreadBudget: Sendable {
    /// This process' budget: `Limits.unreadBytesMax`.
    public static let shared = UnreadBudget(bytes: Limits.unreadBytesMax)

    private let bytes: Int
    private let taken = Atomic(0)

    /// - Parameter bytes: The sum of all windows.
    public init(bytes: Int) {
        self.bytes = bytes
    }

    /// The bytes that are taken.
    var bytesTaken: Int { taken.load(ordering: .relaxed) }

    /// Whether a connection that has taken `held` may take another stream's window.
    func hasRoom(for window: Int, beside held: Int) -> Bool {
        held + window <= bytes - bytesTaken
    }

    /// The bytes that each of this many connections is sure to get, as long as all others of the
    /// process together have no more than that.
    func share(among connections: Int) -> Int {
        bytes / (connections + 2)
    }

    /// Takes a stream's window for a connection that has taken `held` before; returns `false` if
    /// that would leave too little to others.
    func take(_ window: Int, beside held: Int) -> Bool {
        let sum = taken.add(window, ordering: .relaxed).newValue
        guard held + sum <= bytes else {
            giveBack(window)
            return false
        }
        return true
    }

    func giveBack(_ window: Int) {
        taken.subtract(window, ordering: .relaxed)
    }
}
