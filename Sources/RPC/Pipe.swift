import NIOCore
import Wire

/// One direction of a stream inside one process: at most a window of bytes waits in it.
///
/// Invariant: a reader waits only while no item does; a writer waits only while the window is full.
actor Pipe {
    private var items: [ByteBuffer] = []
    private var waitingBytes = 0
    private var end: Result<Void, Fault>?
    private var reader: CheckedContinuation<Void, Never>?
    private var writers: [CheckedContinuation<Void, Never>] = []

    /// Adds an item; waits while the window is full. What comes after the end is dropped, or fails
    /// with the fault that the direction ended with.
    func send(_ item: ByteBuffer) async throws(Fault) {
        guard item.readableBytes <= Limits.itemBytesMax else { throw WireError.tooLarge.fault }
        while end == nil, waitingBytes >= Limits.streamCreditBytes {
            await withCheckedContinuation { writers.append($0) }
        }
        if let end { return try end.get() }
        items.append(item)
        waitingBytes += item.readableBytes
        reader.resumeOnce()
    }

    /// The next item; `nil` after the last, or the fault that the direction ended with.
    func next() async throws(Fault) -> ByteBuffer? {
        while items.isEmpty, end == nil {
            await withCheckedContinuation { reader = $0 }
        }
        guard !items.isEmpty else {
            try end?.get()
            return nil
        }
        let item = items.removeFirst()
        waitingBytes -= item.readableBytes
        wakeWriters()
        return item
    }

    /// Ends the direction; the first end holds.
    func finish(_ end: Result<Void, Fault> = .success(())) {
        guard self.end == nil else { return }
        self.end = end
        reader.resumeOnce()
        wakeWriters()
    }

    private func wakeWriters() {
        let waiting = writers
        writers = []
        for writer in waiting { writer.resume() }
    }
}

extension CheckedContinuation<Void, Never>? {
    fileprivate mutating func resumeOnce() {
        self?.resume()
        self = nil
    }
}
