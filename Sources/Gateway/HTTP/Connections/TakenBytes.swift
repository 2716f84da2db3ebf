import NIOCore

/// Counts the bytes that a connection's client has taken, as the system reports them.
struct TakenBytes {
    /// Returns how many bytes the client has taken so far; `nil` if they cannot be counted.
    typealias Query = @Sendable (any Channel) -> EventLoopFuture<UInt64>?

    private let ask: Query
    /// Whether they can be counted; known once the connection exists.
    private(set) var isCounted = false
    /// What the client had taken at the last count; `nil` if there was none since bytes began to
    /// wait for it.
    private var before: UInt64?

    init(ask: @escaping Query = { $0.takenBytes() }) {
        self.ask = ask
    }

    mutating func begin(on channel: any Channel) {
        isCounted = ask(channel) != nil
    }

    func count(on channel: any Channel) -> EventLoopFuture<UInt64>? {
        ask(channel)
    }

    /// Returns how many more bytes the client has taken since the last count.
    mutating func more(of all: UInt64) -> Int {
        defer { before = all }
        guard let before, all > before else { return 0 }
        return Int(all - before)
    }

    /// Resets the last count, once no bytes wait for the client.
    mutating func forget() {
        before = nil
    }
}
