/// How much of pictures is accepted (2.14-limits), unless the operator sets it otherwise.
public enum MediaLimits {
    /// The longest upload: 20 MB, of a million bytes each.
    public static let imageBytesMax: Int64 = 20_000_000
    /// The largest picture, width times height: 40 megapixels.
    public static let imagePixelsMax: Int64 = 40_000_000
    /// The most pictures of a person that nothing uses, of the last 24 hours (2.12-unused).
    public static let unusedMax = 200
    /// The most bytes of those pictures: 1 GB, of a thousand million bytes each.
    public static let unusedBytesMax: Int64 = 1_000_000_000
    /// The most pictures of one claim, and so of one submission.
    public static let mediaPerClaimMax = 10
    /// The longest cause of a claim or a use, in characters.
    public static let causeCharactersMax = 200
}
