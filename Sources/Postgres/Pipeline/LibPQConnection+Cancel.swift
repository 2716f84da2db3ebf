import CLibPQ

extension LibPQConnection {
    /// Asks the server to cancel the statement under way. libpq blocks meanwhile, so a dedicated
    /// thread does it; it may outlive this connection.
    ///
    /// - Parameter done: Called on that thread when the server has taken the request, or cannot.
    func cancel(_ done: @escaping @Sendable () -> Void) {
        guard let key = unsafe PQgetCancel(connection) else { return done() }
        // The address is passed to the thread, which alone uses the key from then on.
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
