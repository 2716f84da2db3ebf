import NIOCore

/// How many bytes a connection's client has taken, as its system counts them.
struct TakenBytes {
    /// Asks for all that the client has taken so far; `nil` where nobody counts it.
    typealias Query = @Sendable (any Channel) -> EventLoopFuture<UInt64>?

    private let ask: Query
    /// Whether anybody counts it; known once the connection is there.
    private(set) var isCounted = false
    /// What the client had taken when it was last asked; `nil` where that was before any waited
    /// for it.
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

    /// How many bytes more the client has taken than when this was last asked.
    mutating func more(of all: UInt64) -> Int {
        defer { before = all }
        guard let before, all > before else { return 0 }
        return Int(all - before)
    }

    /// Nothing waits for the client any more.
    mutating func forget() {
        before = nil
    }
}
