public import Wire

/// The calls that mediad handles: it stores people's pictures, and serves them without metadata
/// about where and with what they were taken.
public enum MediaAPI {
    /// Every call, for the golden files.
    public static let calls: [any Call.Type] = [
        UploadMedia.self,
        FetchMedia.self,
        DescribeMedia.self,
        GetHoldings.self,
        ClaimMedia.self,
        MediaUsed.self,
        MediaReleased.self,
    ]
}
