public import MediaAPI

/// How large a picture may be, and how much may be handed in (2.14-limits).
public struct UploadLimits: Sendable {
    /// In bytes, as it arrives.
    public var imageBytesMax: Int64
    /// Width times height.
    public var imagePixelsMax: Int64
    /// Pictures of a person that nothing uses, of the last 24 hours (2.12-unused).
    public var unusedMax: Int
    /// The bytes of those pictures.
    public var unusedBytesMax: Int64
    /// What uploads leave free of the file system, in bytes (2.12-room); without one 256 MiB, or a
    /// hundredth of the file system where that is less.
    public var freeBytesMin: Int64?

    public init(
        imageBytesMax: Int64 = MediaLimits.imageBytesMax,
        imagePixelsMax: Int64 = MediaLimits.imagePixelsMax,
        unusedMax: Int = MediaLimits.unusedMax,
        unusedBytesMax: Int64 = MediaLimits.unusedBytesMax,
        freeBytesMin: Int64? = nil
    ) {
        self.imageBytesMax = imageBytesMax
        self.imagePixelsMax = imagePixelsMax
        self.unusedMax = unusedMax
        self.unusedBytesMax = unusedBytesMax
        self.freeBytesMin = freeBytesMin
    }
}
