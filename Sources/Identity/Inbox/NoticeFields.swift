import IdentityAPI
import Wire

/// What the events about notices have in common.
extension FieldProblems<IdentityError> {
    /// Adds a problem with a text beyond its limit, or with NUL, which PostgreSQL refuses.
    mutating func check(noticeText text: String, _ limit: TextLimit, at pointer: String) {
        if !limit.allows(text) || text.utf8.contains(0) { add(.noticeInvalid, at: pointer) }
    }

    /// Adds a problem with a subject that this release does not know.
    mutating func check(_ subject: Notice.Subject) {
        if subject.kind == .unknown { add(.noticeInvalid, at: "/subject/kind") }
    }

    /// Adds a problem with merged likes beyond their limits.
    mutating func check(_ likes: MergedLikes) {
        if !likes.isValid { add(.noticeInvalid, at: "/likes") }
    }
}
