import NIOCore
import Wire

/// What comes next on a stream.
enum StreamStep: Sendable {
    case item(ByteBuffer)
    /// No further item follows.
    case end
    case failed(Fault)
}

/// Whoever waits for the next items of a connection's streams.
struct Readers {
    private var waiting: [UInt32: [OneShot<StreamStep>]] = [:]

    /// Whether somebody waits for the next item of a stream.
    func isAwaited(_ id: UInt32) -> Bool {
        waiting[id] != nil
    }

    mutating func add(_ reader: OneShot<StreamStep>, on id: UInt32) {
        waiting[id, default: []].append(reader)
    }

    /// Gives a stream's items, and its end, to whoever waits for them.
    mutating func feed(_ id: UInt32, from flow: inout Flow<OneShot<Fault?>>) {
        while let reader = waiting[id]?.first, flow.hasItem(id) || flow.isEnded(id) {
            waiting[id]?.removeFirst()
            reader.finish { flow.take(id).map(StreamStep.item) ?? .end }
        }
        if waiting[id]?.isEmpty == true { waiting[id] = nil }
    }

    /// Tells whoever waits on a stream what ended it.
    mutating func end(_ id: UInt32, _ step: StreamStep) {
        for reader in waiting.removeValue(forKey: id) ?? [] { reader.finish(step) }
    }

    /// Tells whoever waits on any stream what ended it.
    mutating func endAll(_ step: StreamStep) {
        for id in waiting.keys.sorted() { end(id, step) }
    }
}
