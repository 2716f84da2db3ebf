import Crypto

extension BlobFile {
    /// The file as the readers of pictures see it.
    func imageBytes(count: Int) -> ImageBytes {
        ImageBytes(count: count) { range in try read(range) }
    }

    /// Writes what is kept of a picture, a window at a time, until it is safe on disk. May block.
    ///
    /// - Returns: The SHA-256 of what was written.
    func write(_ pieces: [ImagePlan.Piece], from source: BlobFile) throws -> ContentHash {
        var hasher = SHA256()
        for piece in pieces {
            switch piece {
            case .bytes(let bytes):
                hasher.update(data: bytes)
                try bytes.withUnsafeBytes(write)
            case .copy(let range):
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let end = min(range.upperBound, offset + ImageBytes.windowBytes)
                    let bytes = try source.read(offset..<end)
                    hasher.update(data: bytes)
                    try bytes.withUnsafeBytes(write)
                    offset = end
                }
            }
        }
        try synchronize()
        return ContentHash(hasher.finalize())
    }
}
