import CZlib
import NIOCore
import Testing

extension ByteBuffer {
    /// Returns the bytes that a body of one gzip stream had before, at most 1 MB.
    func gunzipped() throws -> ByteBuffer {
        var stream = z_stream()
        let size = CInt(MemoryLayout<z_stream>.size)
        try #require(inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK)
        defer { inflateEnd(&stream) }
        var input = Array(readableBytesView)
        var output = [UInt8](repeating: 0, count: 1_000_000)
        let end = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = CUnsignedInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = CUnsignedInt(output.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        try #require(end == Z_STREAM_END)
        try #require(stream.avail_in == 0)
        return ByteBuffer(bytes: output.prefix(Int(stream.total_out)))
    }
}
