import NIOCore
import Wire

/// The items of all streams of one connection, in both directions, and the credit that limits them.
/// Does no I/O, and does not know which side it is on.
///
/// Received items are buffered here until they are read, and only then is credit given back. So at
/// most one window per stream, and one for the connection, is in memory. Each stream's window is
/// taken from the process' `UnreadBudget`, unless it receives no items. Items to send are queued
/// here while there is no credit or the socket is full; a `Ticket` is what waits for one to be
/// sent.
///
/// Invariant: for each window, what the other side may still send + what is buffered + what was
/// read but not yet given back = the window.
struct Flow<Ticket>: ~Copyable {
    /// One direction's credit on the receiving side.
    private struct Receiving {
        /// The bytes that the other side may still send.
        var credit: Int
        /// The bytes that were read and not yet given back.
        var owed = 0

        /// Returns a credit frame once as many bytes were read as the sender may still send, and at
        /// least `least`, so that small items do not cause a frame each. While little credit is
        /// left, it comes back early, and the sender does not stall.
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
        /// Whether the stream receives items. If not, an item that arrives is dropped.
        let takesItems: Bool
        var received = ReceivedItems()
        /// Whether the other side has sent the end of its items.
        var isEnded = false
        var sendCredit: Int
        var waiting: [Waiting] = []
        /// Whether this side sends no more items.
        var isStopped = false
        /// Whether the stream is in the send queue.
        var isQueued = false

        init(window: Int, takesItems: Bool) {
            self.takesItems = takesItems
            receiving = Receiving(credit: window)
            sendCredit = window
        }
    }

    /// An item or an end that waits to be sent.
    private struct Waiting {
        /// `nil` for the end of the direction.
        let item: ByteBuffer?
        let ticket: Ticket
        /// Whether the next item goes out in the same turn, if the credit suffices.
        let isFollowed: Bool

        var cost: Int { item.map(ReceivedItems.cost) ?? 0 }
    }

    /// A frame to send now.
    struct Outgoing {
        let frame: Frame
        /// What waits for it to be sent.
        let ticket: Ticket
    }

    private let limits: ConnectionLimits
    private let unread: UnreadBudget
    private var receiving: Receiving
    private var sendCredit: Int
    /// The bytes taken from `unread`.
    private var held = 0
    private var streams: [UInt32: Stream] = [:]
    /// Streams with something to send, each once; the first goes next.
    private var queue: [UInt32] = []
    /// Streams from which items were read since credit was last checked.
    private var due: [UInt32] = []
    /// Whether the socket takes more bytes. Items wait while it does not.
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

    /// The number of open streams.
    var count: Int { streams.count }

    func isOpen(_ id: UInt32) -> Bool {
        streams[id] != nil
    }

    /// Opens a stream; returns `false` if the process' budget for unread items leaves no room.
    mutating func open(_ id: UInt32, takesItems: Bool = true) -> Bool {
        let window = Int(limits.streamCreditBytes)
        if takesItems {
            guard unread.take(window, beside: held) else { return false }
            held += window
        }
        streams[id] = Stream(window: window, takesItems: takesItems)
        return true
    }

    /// Forgets a stream and returns the tickets of its unsent items. Its unread items count as
    /// read.
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

    /// Forgets all streams and returns the tickets of their unsent items.
    mutating func closeAll() -> [Ticket] {
        streams.keys.sorted().flatMap { close($0) }
    }
}

/// Receiving.
extension Flow {
    /// Buffers an item of an open stream.
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

    /// Drops an item of a stream that has ended or receives none: it uses up the connection's
    /// credit all the same.
    mutating func dropped(_ item: ByteBuffer) throws(ProtocolViolation) {
        let cost = ReceivedItems.cost(of: item)
        guard cost <= receiving.credit else { throw .overspent(0) }
        receiving.credit -= cost
        receiving.owed += cost
    }

    /// Records that the other side sends no more items on the stream.
    mutating func receivedEnd(on id: UInt32) throws(ProtocolViolation) {
        guard let stream = streams[id], !stream.isEnded else { throw .noStream(id) }
        stream.isEnded = true
    }

    /// Records that the stream's call has ended, so that no more items arrive.
    mutating func end(_ id: UInt32) {
        streams[id]?.isEnded = true
    }

    /// Whether the stream has buffered items.
    func hasItem(_ id: UInt32) -> Bool {
        (streams[id]?.received.count ?? 0) > 0
    }

    /// Whether no more items will arrive.
    func isEnded(_ id: UInt32) -> Bool {
        streams[id]?.isEnded ?? true
    }

    /// Whether the stream is open, and everything has arrived and was read.
    func isRead(_ id: UInt32) -> Bool {
        guard let stream = streams[id] else { return false }
        return stream.isEnded && stream.received.count == 0
    }

    /// Takes the stream's next item; returns `nil` when none is buffered.
    mutating func take(_ id: UInt32) -> ByteBuffer? {
        guard let stream = streams[id], let item = stream.received.takeFirst() else { return nil }
        let cost = ReceivedItems.cost(of: item)
        receiving.owed += cost
        stream.receiving.owed += cost
        if !stream.isEnded { due.append(id) }
        return item
    }

    /// Returns the next credit frame worth sending, or `nil`. Call it until it returns `nil` after
    /// items were read or dropped, or a stream was closed.
    mutating func nextCredit() -> Frame? {
        guard isWritable else { return nil }
        // An eighth of a stream's window: the longest item fits into the rest.
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
    /// Sends nothing more on a stream and returns the tickets of its unsent items.
    mutating func stopSending(on id: UInt32) -> [Ticket] {
        guard let stream = streams[id] else { return [] }
        stream.isStopped = true
        defer { stream.waiting = [] }
        return stream.waiting.map(\.ticket)
    }

    /// Sends an item at once if nothing is queued before it and the credit suffices; returns `nil`
    /// if it has to be queued.
    mutating func sendNow(_ item: ByteBuffer, on id: UInt32) -> Frame? {
        // Queued streams wait for the connection's credit: they go first.
        guard isWritable, queue.isEmpty, let stream = streams[id], !stream.isStopped,
            stream.waiting.isEmpty
        else { return nil }
        let cost = ReceivedItems.cost(of: item)
        guard cost <= stream.sendCredit, cost <= sendCredit else { return nil }
        sendCredit -= cost
        stream.sendCredit -= cost
        return Frame(.item, id: id, body: item)
    }

    /// Queues an item, or the end of the direction if `nil`. `isFollowed` means that the next item
    /// goes out in the same turn. Returns `false` when the stream takes no more items.
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

    /// Adds credit from the other side, for one stream or (id 0) for the whole connection.
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

    /// Returns the next item that may be sent now; streams take turns. Call it until it returns
    /// `nil`.
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
