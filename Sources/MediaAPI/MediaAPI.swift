public import Wire

/// The calls that mediad handles. It stores users' pictures, and serves them without metadata about
/// place and device.
public enum MediaAPI {
    /// All calls, for the golden files.
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
