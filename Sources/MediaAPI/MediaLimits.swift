/// How much of pictures is accepted (2.14-limits), unless the operator sets it otherwise.
public enum MediaLimits {
    /// The longest upload: 20 MB, of a million bytes each.
    public static let imageBytesMax: Int64 = 20_000_000
    /// The largest picture, width times height: 40 megapixels.
    public static let imagePixelsMax: Int64 = 40_000_000
    /// The most pictures of one claim, and so of one submission.
    public static let mediaPerClaimMax = 10
    /// The longest cause of a claim or a use, in characters.
    public static let causeCharactersMax = 200
}
