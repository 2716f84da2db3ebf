public import MediaAPI

/// The maximum size of a picture, and the maxima of a user's uploads (2.14-limits).
public struct UploadLimits: Sendable {
    /// Maximum size in bytes, as uploaded.
    public var imageBytesMax: Int64
    /// Maximum width times height.
    public var imagePixelsMax: Int
    /// Maximum number of a user's unused pictures of the last 24 hours (2.12-unused).
    public var unusedMax: Int
    /// Maximum bytes of those pictures.
    public var unusedBytesMax: Int64
    /// Maximum number of a user's stored pictures (2.12-quota).
    public var picturesMax: Int
    /// Maximum bytes of those pictures, as stored.
    public var pictureBytesMax: Int64
    /// Bytes of the file system that uploads leave free (2.12-room); `nil` for 256 MiB, or a
    /// hundredth of the file system if that is less.
    public var freeBytesMin: Int64?

    public init(
        imageBytesMax: Int64 = MediaLimits.imageBytesMax,
        imagePixelsMax: Int = MediaLimits.imagePixelsMax,
        unusedMax: Int = MediaLimits.unusedMax,
        unusedBytesMax: Int64 = MediaLimits.unusedBytesMax,
        picturesMax: Int = MediaLimits.picturesMax,
        pictureBytesMax: Int64 = MediaLimits.pictureBytesMax,
        freeBytesMin: Int64? = nil
    ) {
        self.imageBytesMax = imageBytesMax
        self.imagePixelsMax = imagePixelsMax
        self.unusedMax = unusedMax
        self.unusedBytesMax = unusedBytesMax
        self.picturesMax = picturesMax
        self.pictureBytesMax = pictureBytesMax
        self.freeBytesMin = freeBytesMin
    }
}
