import NIOCore

#if canImport(Glibc)
import Glibc
#endif

/// An open file of the blob store. The caller that opened it closes it. All functions may block.
struct BlobFile: Sendable {
    private let descriptor: CInt
    let path: String

    /// Opens an existing file.
    init(reading path: String) throws {
        try self.init(path, O_RDONLY | O_CLOEXEC)
    }

    /// Creates a file that only this user can read.
    init(creating path: String) throws {
        try self.init(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC)
    }

    private init(_ path: String, _ flags: CInt) throws {
        descriptor = open(path, flags, 0o600)
        self.path = path
        guard descriptor >= 0 else { throw BlobError.last("open", path) }
    }

    /// Appends bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let written = Glibc.write(descriptor, base, rest.count)
            if written < 0 {
                guard errno == EINTR else { throw BlobError.last("write", path) }
            } else {
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            }
        }
    }

    /// Reads a range; throws if the file is too short.
    func read(_ range: Range<Int>) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            try fill(UnsafeMutableRawBufferPointer(buffer), from: range.lowerBound)
            count = range.count
        }
    }

    /// Reads a range and appends it to a buffer.
    func read(_ range: Range<Int>, into buffer: inout ByteBuffer) throws {
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: range.count) { bytes in
            try fill(
                UnsafeMutableRawBufferPointer(rebasing: bytes[..<range.count]),
                from: range.lowerBound
            )
            return range.count
        }
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) throws {
        var done = 0
        while let base = buffer.baseAddress, done < buffer.count {
            let count = pread(descriptor, base + done, buffer.count - done, off_t(offset + done))
            if count < 0 {
                guard errno == EINTR else { throw BlobError.last("read", path) }
            } else if count == 0 {
                throw BlobError(operation: "read", path: path, code: EIO)
            } else {
                done += count
            }
        }
    }

    /// Flushes the bytes to disk, so that they survive a power failure.
    func synchronize() throws {
        guard fsync(descriptor) == 0 else { throw BlobError.last("synchronize", path) }
    }

    func close() {
        _ = Glibc.close(descriptor)
    }
}
