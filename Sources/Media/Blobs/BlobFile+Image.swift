import Crypto

extension BlobFile {
    /// The file as input for the image readers.
    func imageBytes(count: Int) -> ImageBytes {
        ImageBytes(count: count) { range in try read(range) }
    }

    /// Writes the kept parts of a picture, a window at a time, and flushes them to disk. May block.
    ///
    /// - Returns: The SHA-256 of the written bytes.
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
