import Identifiers
import Values

/// An upload in progress: its owner, and its maximum size.
struct UnfinishedUpload: Sendable {
    typealias ID = Identifiers.ID<UnfinishedUpload>

    let id: ID
    let owner: UserID
    /// The declared size, or the maximum size of a picture.
    let bytes: Int64
    /// The latest time at which it counts as ended, in case its process dies.
    let endsBy: Instant
}
