import Identifiers
import Values

/// An upload under way: whose it is, and how much it may become.
struct UnfinishedUpload: Sendable {
    typealias ID = Identifiers.ID<UnfinishedUpload>

    let id: ID
    let owner: UserID
    /// As many as were announced, or as many as a picture may have.
    let bytes: Int64
    /// When it has ended at the latest, should its process not say so.
    let endsBy: Instant
}
