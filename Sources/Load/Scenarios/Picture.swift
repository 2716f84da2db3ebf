import NIOCore
import PNG

/// Generates pictures of random colours; no two are alike.
struct Picture {
    private static let width = 256
    private let height: Int
    private let noise: [UInt8]

    /// - Parameter bytes: The approximate size of a picture.
    init(bytes: Int) {
        height = max(1, bytes / (Self.width * 3 + 1))
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        noise = (0..<Self.width * 3 * height).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
    }

    /// A picture that was never uploaded before: its first pixels are random.
    func png() -> ByteBuffer {
        var pixels = noise
        for place in 0..<12 { pixels[place] = .random(in: 0...255) }
        return ByteBuffer(
            bytes: PNGImage(width: Self.width, height: height, pixels: pixels).bytes
        )
    }
}
