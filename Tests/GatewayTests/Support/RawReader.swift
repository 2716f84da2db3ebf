import Glibc
import NIOCore

/// A client that reads only when told to.
struct RawReader {
    private let descriptor: CInt

    /// An error of the system.
    struct Failure: Error {
        let operation: String
        let code: CInt
    }

    /// Connects to a port of this machine; the system buffers little of what is not read.
    init(port: Int, receiveBufferBytes: CInt) throws {
        // The name's first address is the one that test servers listen on.
        let address = try SocketAddress.makeAddressResolvingHost("localhost", port: port)
        descriptor = socket(address.protocol.rawValue, CInt(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(operation: "socket", code: errno) }
        var size = receiveBufferBytes
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
        let descriptor = descriptor
        let connected = address.withSockAddr { pointer, size in
            connect(descriptor, pointer, socklen_t(size))
        }
        guard connected == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw Failure(operation: "connect", code: code)
        }
    }

    /// Sends a short text.
    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count
        else { throw Failure(operation: "send", code: errno) }
    }

    /// Reads at most `count` bytes of what is available; `nil` if the other side has ended.
    func read(atMost count: Int) -> Int? {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { room.deallocate() }
        let read = recv(descriptor, room.baseAddress, count, 0)
        if read > 0 { return read }
        return read < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : nil
    }

    /// Reads until the other side has ended.
    func readAll() async throws -> ByteBuffer {
        var all = ByteBuffer()
        while true {
            var count = 0
            all.writeWithUnsafeMutableBytes(minimumWritableBytes: 65_536) { room in
                count = recv(descriptor, room.baseAddress, room.count, 0)
                return max(0, count)
            }
            if count == 0 { return all }
            guard count < 0 else { continue }
            guard errno == EAGAIN || errno == EINTR else {
                throw Failure(operation: "recv", code: errno)
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    func close() {
        Glibc.close(descriptor)
    }
}
