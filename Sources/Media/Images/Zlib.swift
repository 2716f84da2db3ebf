import CZlib

/// The compression of a PNG's colour profile (RFC 1950).
enum Zlib {
    /// Returns the bytes of a whole stream; `nil` if it is damaged, or has more than `max` of them.
    static func inflated(_ stream: [UInt8], atMost max: Int) -> [UInt8]? {
        var status = Z_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: max) { buffer, count in
            var length = uLongf(max)
            status = uncompress(buffer.baseAddress, &length, stream, uLong(stream.count))
            count = status == Z_OK ? Int(length) : 0
        }
        return status == Z_OK ? bytes : nil
    }

    /// Returns a stream of the bytes; `nil` if memory is exhausted.
    static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        var status = Z_OK
        let capacity = compressBound(uLong(bytes.count))
        let stream = [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
            var length = capacity
            status = compress2(
                buffer.baseAddress,
                &length,
                bytes,
                uLong(bytes.count),
                Z_BEST_COMPRESSION
            )
            count = status == Z_OK ? Int(length) : 0
        }
        return status == Z_OK ? stream : nil
    }
}
