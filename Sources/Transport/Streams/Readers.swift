import NIOCore
import Wire

/// The next step of a stream.
enum StreamStep: Sendable {
    case item(ByteBuffer)
    /// No more items follow.
    case end
    case failed(Fault)
}

/// The readers that wait for the next items of a connection's streams.
struct Readers {
    private var waiting: [UInt32: [OneShot<StreamStep>]] = [:]

    /// Whether a reader waits for the stream's next item.
    func isAwaited(_ id: UInt32) -> Bool {
        waiting[id] != nil
    }

    mutating func add(_ reader: OneShot<StreamStep>, on id: UInt32) {
        waiting[id, default: []].append(reader)
    }

    /// Gives a stream's items, and its end, to its waiting readers.
    mutating func feed(_ id: UInt32, from flow: inout Flow<OneShot<Fault?>>) {
        while let reader = waiting[id]?.first, flow.hasItem(id) || flow.isEnded(id) {
            waiting[id]?.removeFirst()
            reader.finish { flow.take(id).map(StreamStep.item) ?? .end }
        }
        if waiting[id]?.isEmpty == true { waiting[id] = nil }
    }

    /// Tells the readers of a stream what ended it.
    mutating func end(_ id: UInt32, _ step: StreamStep) {
        for reader in waiting.removeValue(forKey: id) ?? [] { reader.finish(step) }
    }

    /// Tells the readers of all streams what ended them.
    mutating func endAll(_ step: StreamStep) {
        for id in waiting.keys.sorted() { end(id, step) }
    }
}
