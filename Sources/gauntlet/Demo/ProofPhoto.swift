import PNG

/// A generated picture: a sunrise of 96 × 64 pixels.
enum ProofPhoto {
    private static let width = 96
    private static let height = 64

    static func png() -> [UInt8] {
        PNGImage(width: width, height: height, pixels: pixels()).bytes
    }

    /// Red, green and blue, row by row.
    private static func pixels() -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (x - width / 2, y - height * 3 / 4)
                let isSun = dx * dx + dy * dy < 18 * 18 && y < height * 3 / 4
                let isGround = y >= height * 3 / 4
                if isSun {
                    pixels += [255, 214, 90]
                } else if isGround {
                    pixels += [40, UInt8(70 + y % 4 * 8), 52]
                } else {
                    pixels += [UInt8(60 + y * 3), UInt8(80 + y), 150]
                }
            }
        }
        return pixels
    }
}
