import NIOCore
import RPC
import Wire

/// The server's end of a stream over a connection, as its handler sees it.
struct ServedItems: ByteStream {
    let id: UInt32
    let connection: LoopBound<ServerConnection>

    func send(_ item: ByteBuffer) async throws(Fault) {
        try await send(contentsOf: [item])
    }

    func send(contentsOf items: [ByteBuffer]) async throws(Fault) {
        guard items.allSatisfy({ $0.readableBytes <= Limits.itemBytesMax }) else {
            throw WireError.tooLarge.fault
        }
        var rest = items[...]
        if let here = connection.here {
            while let item = rest.first, here.sendNow(item, on: id) { rest.removeFirst() }
        }
        guard !rest.isEmpty else { return }
        let sent = OneShot<Fault?>()
        connection.run { [rest] in $0.send(rest, on: id, sent) }
        if let fault = await sent.value(orCancelled: WireError.cancelled.fault) { throw fault }
    }

    func next() async throws(Fault) -> ByteBuffer? {
        if let item = connection.here?.takeNow(id) { return item }
        let step = OneShot<StreamStep>()
        connection.run { $0.next(id, step) }
        switch await step.value(orCancelled: .failed(WireError.cancelled.fault)) {
        case .item(let item): return item
        case .end: return nil
        case .failed(let fault): throw fault
        }
    }
}
