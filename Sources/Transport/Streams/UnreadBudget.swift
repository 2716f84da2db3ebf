import Synchronization
import Wire

/// How many bytes of items all connections of a process together may keep that nobody has taken.
///
/// Whoever asks takes a stream's whole window when it opens it, and gives it back when the last item
/// was read; whoever answers does so where items come up, until its answer. So whatever the other
/// sides send, no more is kept, and a stream that is open never waits for another one's reader.
///
/// A connection may have as much as it leaves to others: alone it gets half of all, beside another
/// one a third, and so on. So there is room for a further one whatever the present ones take.
public final class UnreadBudget: Sendable {
    /// That of this process: `Limits.unreadBytesMax`.
    public static let shared = UnreadBudget(bytes: Limits.unreadBytesMax)

    private let bytes: Int
    private let taken = Atomic(0)

    /// Takes the sum of all windows.
    public init(bytes: Int) {
        self.bytes = bytes
    }

    /// How much is taken.
    var bytesTaken: Int { taken.load(ordering: .relaxed) }

    /// Whether a connection that has taken `held` may take a stream's window too.
    func hasRoom(for window: Int, beside held: Int) -> Bool {
        held + window <= bytes - bytesTaken
    }

    /// What each of so many connections may have for certain, as long as all others of the process
    /// have no more than that together.
    func share(among connections: Int) -> Int {
        bytes / (connections + 2)
    }

    /// Takes the window of a stream for a connection that has taken `held` before; `false` where
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
