import MediaAPI

/// A user's stored pictures, used and unused (2.12-quota).
struct Holdings: Hashable {
    var pictures = 0
    /// The bytes of the pictures, as stored.
    var bytes: Int64 = 0

    /// Refuses another upload beyond the maximum. Pictures that exceed it already are kept.
    ///
    /// - Parameters:
    ///   - bytes: The declared or maximum size of the upload.
    ///   - underWay: The declared or maximum size of each other upload in progress.
    ///   - limits: The maxima.
    /// - Throws: `media.quota_reached`.
    func check(
        adding bytes: Int64,
        to underWay: [Int64],
        _ limits: UploadLimits
    ) throws(MediaError) {
        guard pictures + underWay.count < limits.picturesMax,
            underWay.reduce(self.bytes + bytes, +) <= limits.pictureBytesMax
        else { throw .quotaReached }
    }
}
