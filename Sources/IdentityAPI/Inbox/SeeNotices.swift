public import Identifiers
public import Wire

/// Marks notices in the caller's inbox as seen, and returns the remaining counts (2.8-inbox).
///
/// Marks only new notices that the list of notices shows; other ids are ignored. Refuses with
/// `identity.too_many_notices` at `/ids`.
public struct SeeNotices: Call, Limited {
    public static let id: CallID = 0x014B
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = NoticeCounts

    /// The notices that were seen; `nil` for all of them.
    public var ids: [NoticeID]?
    public static let idsLimit = 0...100

    public static let limits: FieldLimits = ["ids": .items(idsLimit)]

    public init(ids: [NoticeID]? = nil) {
        self.ids = ids
    }
}
