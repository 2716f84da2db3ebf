import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A bound socket that the supervisor keeps open while processes that listen on it start and end.
///
/// The first of them begins to listen. From then on, callers wait in the system's queue while no
/// process accepts them, until the supervisor closes the socket.
final class ListeningSocket: Sendable {
    private let descriptor: Mutex<CInt?>

    /// Binds a port of an address, as `Ports.bind` does.
    init(_ port: Int, of host: String) throws(Ports.Unbound) {
        descriptor = Mutex(try Ports.bind(port, of: host))
    }

    deinit { close() }

    /// Returns a copy of the descriptor for a process that starts; no other process inherits it.
    /// The caller closes it.
    func copy() throws(ClusterError) -> CInt {
        let copy = descriptor.withLock { open in
            open.map { fcntl($0, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
        }
        guard let copy else { throw ClusterError("the cluster is stopping") }
        guard copy >= 0 else { throw .system("cannot be copied", "a listening socket") }
        return copy
    }

    /// Closes the supervisor's copy. Callers are refused once no process listens on the socket.
    func close() {
        descriptor.withLock { open in
            if let descriptor = open { _ = Glibc.close(descriptor) }
            open = nil
        }
    }
}
