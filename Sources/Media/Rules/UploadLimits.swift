public import MediaAPI

/// How large a picture may be (2.14-limits).
public struct UploadLimits: Sendable {
    /// In bytes, as it arrives.
    public var imageBytesMax: Int64
    /// Width times height.
    public var imagePixelsMax: Int64

    public init(
        imageBytesMax: Int64 = MediaLimits.imageBytesMax,
        imagePixelsMax: Int64 = MediaLimits.imagePixelsMax
    ) {
        self.imageBytesMax = imageBytesMax
        self.imagePixelsMax = imagePixelsMax
    }
}
