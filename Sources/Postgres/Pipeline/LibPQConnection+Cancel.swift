import CLibPQ

extension LibPQConnection {
    /// Asks the server to end the statement under way. libpq blocks meanwhile, so a thread of its
    /// own does it, and outlives this connection if it must.
    ///
    /// - Parameter done: Called on that thread when the server has taken the request, or cannot.
    func cancel(_ done: @escaping @Sendable () -> Void) {
        guard let key = unsafe PQgetCancel(connection) else { return done() }
        // The number crosses to the thread, which is then the only one that knows the key.
        let address = UInt(bitPattern: key)
        let isRunning = DedicatedThread.start {
            let key = unsafe OpaquePointer(bitPattern: address)
            var message = [CChar](repeating: 0, count: 256)
            _ = unsafe PQcancel(key, &message, Int32(message.count))
            unsafe PQfreeCancel(key)
            done()
        }
        guard !isRunning else { return }
        unsafe PQfreeCancel(key)
        done()
    }
}
