import Launch
import Media

extension UploadLimits {
    /// Creates the default limits, changed by the settings.
    init(_ settings: Settings) throws {
        self.init()
        let bytes = imageBytesMax...Int64.max / 4
        let pixels = 1_000_000...1_000_000_000
        try settings.read("limits.pictures.pixels", in: pixels, into: &imagePixelsMax)
        try settings.read("limits.pictures.unused", in: 1...100_000, into: &unusedMax)
        try settings.read("limits.pictures.unused.bytes", bytesIn: bytes, into: &unusedBytesMax)
        try settings.read("limits.pictures.quota", in: 1...10_000_000, into: &picturesMax)
        try settings.read("limits.pictures.quota.bytes", bytesIn: bytes, into: &pictureBytesMax)
        freeBytesMin = try settings.bytes("media.free.min", in: 0...Int64.max / 4)
    }
}
