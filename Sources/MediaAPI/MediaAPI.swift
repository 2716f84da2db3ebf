public import Wire

/// What mediad answers: it keeps people's pictures, and gives them back stripped of what they
/// tell about where and with what they were taken.
public enum MediaAPI {
    /// Every call, for the golden files.
    public static let calls: [any Call.Type] = [
        UploadMedia.self,
        FetchMedia.self,
        DescribeMedia.self,
        ClaimMedia.self,
        MediaUsed.self,
        MediaReleased.self,
    ]
}
