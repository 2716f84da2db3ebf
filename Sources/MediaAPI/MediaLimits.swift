/// The limits for pictures (2.14-limits), unless the operator sets others.
public enum MediaLimits {
    /// The maximum bytes of an upload: 20 MB of a million bytes each.
    public static let imageBytesMax: Int64 = 20_000_000
    /// The maximum pixels of a picture, width times height: 64 megapixels.
    public static let imagePixelsMax = 64_000_000
    /// The maximum number of a user's unused pictures of the last 24 hours (2.12-unused).
    public static let unusedMax = 200
    /// The maximum bytes of those pictures: 1 GB of a thousand million bytes each.
    public static let unusedBytesMax: Int64 = 1_000_000_000
    /// The maximum number of a user's stored pictures, used and unused (2.12-quota).
    public static let picturesMax = 5_000
    /// The maximum bytes of those pictures: 5 GB of a thousand million bytes each.
    public static let pictureBytesMax: Int64 = 5_000_000_000
}
