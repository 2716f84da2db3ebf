import NIOCore
import RPC
import Wire

/// The answering end of a stream over a connection, as its handler holds it.
struct ServedItems: ByteStream {
    let id: UInt32
    let connection: LoopBound<AnsweringConnection>

    func send(_ item: ByteBuffer) async throws(Fault) {
        guard item.readableBytes <= Limits.itemBytesMax else { throw WireError.tooLarge.fault }
        if let here = connection.here, here.sendNow(item, on: id) { return }
        let sent = Wait<Fault?>()
        connection.run { $0.send(item, on: id, sent) }
        if let fault = await sent.value(orCancelled: WireError.cancelled.fault) { throw fault }
    }

    func next() async throws(Fault) -> ByteBuffer? {
        if let item = connection.here?.takeNow(id) { return item }
        let step = Wait<StreamStep>()
        connection.run { $0.next(id, step) }
        switch await step.value(orCancelled: .failed(WireError.cancelled.fault)) {
        case .item(let item): return item
        case .end: return nil
        case .failed(let fault): throw fault
        }
    }
}
