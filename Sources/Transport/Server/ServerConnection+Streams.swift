import NIOCore
import RPC
import Wire

// Streams, called by `ServedItems`.

extension ServerConnection {
    func next(_ id: UInt32, _ reader: OneShot<StreamStep>) {
        guard side.run(id) != nil, side.flow.isOpen(id) else {
            reader.finish(.failed(WireError.cancelled.fault))
            return
        }
        readers.add(reader, on: id)
        feed(id)
        pump()
    }

    /// Returns the stream's next item if one has arrived and no other reader waits for it.
    func takeNow(_ id: UInt32) -> ByteBuffer? {
        guard !readers.isAwaited(id), let item = side.flow.take(id) else { return nil }
        pump()
        return item
    }

    /// Sends an item at once; returns `false` if it has to wait.
    func sendNow(_ item: ByteBuffer, on id: UInt32) -> Bool {
        guard let frame = side.flow.sendNow(item, on: id) else { return false }
        socket.write(frame)
        return true
    }

    /// Sends items together, as one turn of their stream; the sender waits for the last.
    func send(_ items: ArraySlice<ByteBuffer>, on id: UInt32, _ sender: OneShot<Fault?>) {
        for (index, item) in zip(items.indices, items) {
            let isLast = index == items.endIndex - 1
            let ticket = isLast ? sender : OneShot()
            guard side.flow.enqueue(item, on: id, isFollowed: !isLast, ticket) else {
                sender.finish(WireError.cancelled.fault)
                return
            }
        }
        pump()
    }

    /// Gives items to the waiting readers.
    func feed(_ id: UInt32) {
        readers.feed(id, from: &side.flow)
    }

    /// Sends the items and credit that may be sent now.
    func pump() {
        while let outgoing = side.flow.nextToSend() {
            socket.write(outgoing.frame)
            if outgoing.ticket.finish(nil) { socket.expectMore() }
        }
        while let credit = side.flow.nextCredit() { socket.write(credit) }
    }
}
