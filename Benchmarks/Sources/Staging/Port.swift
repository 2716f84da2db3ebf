#if canImport(Glibc)
import Glibc
#endif

/// Loopback ports.
public enum Port {
    /// Finds a port that is not in use.
    ///
    /// - Returns: Its number.
    /// - Throws: `StagingError` when the system has none.
    public static func free() throws(StagingError) -> Int {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard bound else { throw StagingError("the system has no free loopback port") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
