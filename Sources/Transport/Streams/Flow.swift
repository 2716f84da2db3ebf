import NIOCore
import Wire

/// The items of all streams of one connection, in both directions, and the credit that holds them
/// back. Does no I/O, and does not know which side it is on.
///
/// What is received waits here until it is taken, and only then is credit given back, so at most a
/// window of every stream, and one of the connection, is in memory. Each stream's window is taken
/// from what all connections of the process may keep, unless nothing flows in. What is to be sent
/// waits here while there is no credit or the socket is full; `Ticket` is whoever waits for it.
///
/// Invariant: for each window, what the other side may still send + what waits + what is taken but
/// not yet given back = the window.
struct Flow<Ticket>: ~Copyable {
    /// One direction's credit on the receiving side.
    private struct Receiving {
        /// What the other side may still send.
        var credit: Int
        /// What was taken and not yet given back.
        var owed = 0

        /// Gives back what was taken, once it is as much as the other side has left: where others
        /// hold most of the window, little is left, and little is enough. Items shorter than
        /// `least` are gathered.
        mutating func repay(atLeast least: Int, id: UInt32) -> Frame? {
            guard owed >= max(credit, least) else { return nil }
            defer {
                credit += owed
                owed = 0
            }
            return .credit(owed, id: id)
        }
    }

    /// One stream. A class, so that its buffers are changed in place.
    private final class Stream {
        var receiving: Receiving
        /// Whether anything flows in. An item is dropped where nothing does.
        let takesItems: Bool
        var received = ReceivedItems()
        /// Whether the other side has said that no further item follows.
        var isEnded = false
        var sendCredit: Int
        var waiting: [Waiting] = []
        /// Whether this side sends no further item.
        var isStopped = false
        /// Whether the stream stands in the queue of those that have something to send.
        var isQueued = false

        init(window: Int, takesItems: Bool) {
            self.takesItems = takesItems
            receiving = Receiving(credit: window)
            sendCredit = window
        }
    }

    /// What waits to be sent.
    private struct Waiting {
        /// `nil` is the end of the direction.
        let item: ByteBuffer?
        let ticket: Ticket
        /// Whether the next item goes in the same turn, as far as the credit lets it.
        let isFollowed: Bool

        var cost: Int { item.map(ReceivedItems.cost) ?? 0 }
    }

    /// One frame that is to be sent now.
    struct Outgoing {
        let frame: Frame
        /// Whoever waits for it to be sent.
        let ticket: Ticket
    }

    private let limits: ConnectionLimits
    private let unread: UnreadBudget
    private var receiving: Receiving
    private var sendCredit: Int
    /// How many bytes are taken of what the process may keep.
    private var held = 0
    private var streams: [UInt32: Stream] = [:]
    /// Streams that have something to send, each once; the first goes next.
    private var queue: [UInt32] = []
    /// Streams of which something was taken since credit was last looked at.
    private var due: [UInt32] = []
    /// Whether the socket takes more at present. Items wait while it does not.
    var isWritable = true

    init(limits: ConnectionLimits, unread: UnreadBudget) {
        self.limits = limits
        self.unread = unread
        receiving = Receiving(credit: Int(limits.connectionCreditBytes))
        sendCredit = Int(limits.connectionCreditBytes)
    }

    deinit {
        unread.giveBack(held)
    }

    /// How many streams are open.
    var count: Int { streams.count }

    func isOpen(_ id: UInt32) -> Bool {
        streams[id] != nil
    }

    /// Opens a stream; `false` where the process keeps too much for others.
    mutating func open(_ id: UInt32, takesItems: Bool = true) -> Bool {
        let window = Int(limits.streamCreditBytes)
        if takesItems {
            guard unread.take(window, beside: held) else { return false }
            held += window
        }
        streams[id] = Stream(window: window, takesItems: takesItems)
        return true
    }

    /// Forgets a stream. What it had received counts as taken; whoever waits to send is returned.
    mutating func close(_ id: UInt32) -> [Ticket] {
        guard let stream = streams.removeValue(forKey: id) else { return [] }
        if stream.takesItems {
            held -= Int(limits.streamCreditBytes)
            unread.giveBack(Int(limits.streamCreditBytes))
        }
        while let item = stream.received.takeFirst() {
            receiving.owed += ReceivedItems.cost(of: item)
        }
        return stream.waiting.map(\.ticket)
    }

    /// Forgets all streams; whoever waits to send is returned.
    mutating func closeAll() -> [Ticket] {
        streams.keys.sorted().flatMap { close($0) }
    }
}

/// Receiving.
extension Flow {
    /// Takes in an item of an open stream.
    mutating func received(_ item: ByteBuffer, on id: UInt32) throws(ProtocolViolation) {
        let cost = ReceivedItems.cost(of: item)
        guard let stream = streams[id], !stream.isEnded else { throw .noStream(id) }
        guard stream.takesItems else { return try dropped(item) }
        guard cost <= receiving.credit else { throw .overspent(0) }
        guard cost <= stream.receiving.credit else { throw .overspent(id) }
        receiving.credit -= cost
        stream.receiving.credit -= cost
        stream.received.append(item)
    }

    /// Drops an item of a stream that has ended, or into which nothing flows: it cost the
    /// connection's credit all the same.
    mutating func dropped(_ item: ByteBuffer) throws(ProtocolViolation) {
        let cost = ReceivedItems.cost(of: item)
        guard cost <= receiving.credit else { throw .overspent(0) }
        receiving.credit -= cost
        receiving.owed += cost
    }

    /// The other side will send no further item on the stream.
    mutating func receivedEnd(on id: UInt32) throws(ProtocolViolation) {
        guard let stream = streams[id], !stream.isEnded else { throw .noStream(id) }
        stream.isEnded = true
    }

    /// The stream's call has ended, so that no further item will arrive.
    mutating func end(_ id: UInt32) {
        streams[id]?.isEnded = true
    }

    /// Whether items that were received wait on the stream.
    func hasItem(_ id: UInt32) -> Bool {
        (streams[id]?.received.count ?? 0) > 0
    }

    /// Whether no further item will arrive.
    func isEnded(_ id: UInt32) -> Bool {
        streams[id]?.isEnded ?? true
    }

    /// Whether a stream is open of which everything has come and was taken.
    func isRead(_ id: UInt32) -> Bool {
        guard let stream = streams[id] else { return false }
        return stream.isEnded && stream.received.count == 0
    }

    /// The stream's next item; `nil` while none waits.
    mutating func take(_ id: UInt32) -> ByteBuffer? {
        guard let stream = streams[id], let item = stream.received.takeFirst() else { return nil }
        let cost = ReceivedItems.cost(of: item)
        receiving.owed += cost
        stream.receiving.owed += cost
        if !stream.isEnded { due.append(id) }
        return item
    }

    /// The next credit frame that is worth sending; `nil` when there is none. To be asked until
    /// then after items were taken, dropped or closed.
    mutating func nextCredit() -> Frame? {
        guard isWritable else { return nil }
        // An eighth of a stream's window: an item of the greatest length fits into the rest.
        let least = max(1, Int(limits.streamCreditBytes) / 8)
        if let frame = receiving.repay(atLeast: least, id: 0) { return frame }
        while let id = due.popLast() {
            if let frame = streams[id]?.receiving.repay(atLeast: least, id: id) { return frame }
        }
        return nil
    }
}

/// Sending.
extension Flow {
    /// Sends nothing further on a stream; whoever waits to send is returned.
    mutating func stopSending(on id: UInt32) -> [Ticket] {
        guard let stream = streams[id] else { return [] }
        stream.isStopped = true
        defer { stream.waiting = [] }
        return stream.waiting.map(\.ticket)
    }

    /// Lets an item go at once, where nothing waits before it and the credit suffices; `nil`
    /// where it has to queue.
    mutating func sendNow(_ item: ByteBuffer, on id: UInt32) -> Frame? {
        // Streams that are queued here wait for the connection's credit: their turn comes first.
        guard isWritable, queue.isEmpty, let stream = streams[id], !stream.isStopped,
            stream.waiting.isEmpty
        else { return nil }
        let cost = ReceivedItems.cost(of: item)
        guard cost <= stream.sendCredit, cost <= sendCredit else { return nil }
        sendCredit -= cost
        stream.sendCredit -= cost
        return Frame(.item, id: id, body: item)
    }

    /// Queues an item, or with `nil` the end of the direction; `isFollowed` where the next item
    /// goes with it in one turn. `false` when the stream takes nothing any more.
    mutating func enqueue(
        _ item: ByteBuffer?,
        on id: UInt32,
        isFollowed: Bool = false,
        _ ticket: Ticket
    ) -> Bool {
        guard let stream = streams[id], !stream.isStopped else { return false }
        if item == nil { stream.isStopped = true }
        stream.waiting.append(Waiting(item: item, ticket: ticket, isFollowed: isFollowed))
        queue(id, stream)
        return true
    }

    /// The other side takes that many more bytes, on one stream or (0) on all together.
    mutating func credited(_ bytes: Int, on id: UInt32) throws(ProtocolViolation) {
        if id == 0 {
            sendCredit += bytes
            guard sendCredit <= Int(limits.connectionCreditBytes) else { throw .creditOverflow(0) }
        } else if let stream = streams[id] {
            stream.sendCredit += bytes
            guard stream.sendCredit <= Int(limits.streamCreditBytes) else {
                throw .creditOverflow(id)
            }
            queue(id, stream)
        }
    }

    /// The next item that may go now; streams take turns. To be asked until it is `nil`.
    mutating func nextToSend() -> Outgoing? {
        guard isWritable else { return nil }
        while let id = queue.first {
            guard let stream = streams[id], let first = stream.waiting.first,
                first.cost <= stream.sendCredit
            else {
                queue.removeFirst()
                streams[id]?.isQueued = false
                continue
            }
            guard first.cost <= sendCredit else { return nil }
            sendCredit -= first.cost
            stream.sendCredit -= first.cost
            stream.waiting.removeFirst()
            if !first.isFollowed || stream.waiting.isEmpty {
                queue.removeFirst()
                stream.isQueued = false
                queue(id, stream)
            }
            let frame = first.item.map { Frame(.item, id: id, body: $0) } ?? Frame(.end, id: id)
            return Outgoing(frame: frame, ticket: first.ticket)
        }
        return nil
    }

    private mutating func queue(_ id: UInt32, _ stream: Stream) {
        guard !stream.isQueued, !stream.waiting.isEmpty else { return }
        stream.isQueued = true
        queue.append(id)
    }
}
