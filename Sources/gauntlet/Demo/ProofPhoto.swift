import PNG

/// A generated picture of 288 × 192 pixels: the sun above a meadow.
enum ProofPhoto {
    /// The time of day that a picture shows.
    enum Light {
        case dawn
        case noon
        case dusk

        /// The centre of the sun, in hundredths of the sky's height.
        fileprivate var sun: Int {
            switch self {
            case .dawn: 100
            case .noon: 30
            case .dusk: 80
            }
        }

        /// The sky's colour at a height, in hundredths from the top: red, green and blue.
        fileprivate func sky(_ height: Int) -> [UInt8] {
            switch self {
            case .dawn: [UInt8(60 + height * 7 / 5), UInt8(80 + height / 2), 150]
            case .noon: [UInt8(90 + height / 2), UInt8(160 + height / 3), 230]
            case .dusk:
                [UInt8(90 + height * 3 / 2), UInt8(60 + height / 2), UInt8(120 - height / 2)]
            }
        }
    }

    private static let width = 288
    private static let height = 192
    private static let horizon = height * 3 / 4
    private static let radius = 54

    static func png(_ light: Light = .dawn) -> [UInt8] {
        PNGImage(width: width, height: height, pixels: pixels(light)).bytes
    }

    /// Red, green and blue, row by row.
    private static func pixels(_ light: Light) -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * width * height)
        let sun = horizon * light.sun / 100
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (x - width / 2, y - sun)
                if y >= horizon {
                    pixels += [40, UInt8(70 + y / 3 % 4 * 8), 52]
                } else if dx * dx + dy * dy < radius * radius {
                    pixels += [255, 214, 90]
                } else {
                    pixels += light.sky(y * 100 / horizon)
                }
            }
        }
        return pixels
    }
}
