public import Identifiers
public import Wire

/// Removes a notice from the caller's inbox permanently; removing it again does nothing
/// (2.8-inbox).
///
/// Refuses with `identity.notice_unknown` if the caller has no such notice.
public struct DismissNotice: Call {
    public static let id: CallID = 0x014C
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Nothing

    /// The notice to remove.
    public var notice: NoticeID

    public init(notice: NoticeID) {
        self.notice = notice
    }
}
