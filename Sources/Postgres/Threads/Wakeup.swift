import CLibPQ
import Glibc

/// Wakes a thread that waits in `poll`.
struct Wakeup: ~Copyable, Sendable {
    /// −1 if the system had no descriptor left: waits are then short instead.
    private let descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Ends the current or the next wait.
    func wake() {
        eventfd_write(descriptor, 1)
    }

    /// Waits until `wake` is called or the socket is ready.
    ///
    /// - Parameters:
    ///   - socket: −1 waits for `wake` alone.
    ///   - writing: Also waits until the socket takes bytes.
    ///   - milliseconds: The maximum wait; −1 means no limit.
    /// - Returns: Whether the socket is ready.
    func wait(socket: Int32, writing: Bool, milliseconds: Int32) -> Bool {
        var events = POLLIN
        if writing { events |= POLLOUT }
        var descriptors = (
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(events), revents: 0)
        )
        var limit = milliseconds
        if descriptor < 0, limit < 0 || limit > 5 { limit = 5 }
        unsafe withUnsafeMutableBytes(of: &descriptors) { bytes in
            _ = unsafe poll(bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2, limit)
        }
        if descriptors.0.revents != 0 {
            var count: eventfd_t = 0
            unsafe eventfd_read(descriptor, &count)
        }
        return descriptors.1.revents != 0
    }
}
